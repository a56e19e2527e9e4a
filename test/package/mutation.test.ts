import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { minimatch } from 'minimatch';

import { project } from '../support/package/copy';
import { GROUPS, suitesOf } from '../tools/mutation/groups';

const sources = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
			join(folder, path),
		),
	)
	.filter((path) => path.endsWith('.ts') && !path.endsWith('.node.ts'));

describe('planted faults', () => {
	it('go into every source but the heads of nodes, in one group each', () => {
		const groupsOf = (path: string) =>
			GROUPS.filter((group) => group.sources.some((pattern) => minimatch(path, pattern)));
		expect(sources.length).toBeGreaterThan(100);
		expect(sources.filter((path) => groupsOf(path).length !== 1)).toEqual([]);
	});

	it('have suites that are there', () => {
		expect(GROUPS.filter((group) => suitesOf(group).length === 0)).toEqual([]);
	});

	it('are refused with a suite that is not there', () => {
		expect(() => suitesOf({ suites: ['unit/gone'] })).toThrow('gone.test.ts');
	});
});
