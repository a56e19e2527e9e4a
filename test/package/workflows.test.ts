import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { faultsOf } from '../support/package/workflows';

const folder = resolve(__dirname, '../../.github/workflows');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

const offenders: Array<[file: string, from: string | RegExp, to: string, fault: string]> = [
	['ci.yml', /checkout@\w+/, 'checkout@v7', 'actions/checkout@v7 is not pinned by a hash'],
	[
		'ci.yml',
		/checkout@\w+/,
		'checkout@3d3c42e',
		'actions/checkout@3d3c42e is not pinned by a hash',
	],
	[
		'ci.yml',
		/setup-node@\w+/,
		'setup-node@main',
		'actions/setup-node@main is not pinned by a hash',
	],
	['ci.yml', /(checkout@\w+) # v.*/, '$1', 'has no version beside it'],
	['ci.yml', 'contents: read', 'contents: write', 'the workflow may write contents'],
	['ci.yml', 'contents: read', 'id-token: write', 'the workflow may write id-token'],
	[
		'ci.yml',
		/permissions:\n.*\n/,
		'permissions: write-all\n',
		'the workflow has write-all for all',
	],
	['ci.yml', /permissions:\n.*\n/, '', 'does not limit its permissions'],
	['ci.yml', 'pull_request:', 'pull_request_target:', 'runs what strangers send'],
	['ci.yml', 'persist-credentials: false', 'fetch-depth: 1', 'leaves the credentials'],
	['ci.yml', '.ci/run', 'echo ${{ github.head_ref }}', 'checks puts an expression into a command'],
	['publish.yml', 'permissions: {}', 'permissions: { id-token: write }', 'may write id-token'],
	[
		'publish.yml',
		'contents: read\n      #',
		'contents: write\n      #',
		'publish may write contents',
	],
	['publish.yml', 'github.ref_name', 'secrets.TOKEN', 'uses a stored secret'],
];

describe('the workflows', () => {
	const files = readdirSync(folder);

	it('check every change and publish from a tag', () => {
		expect(files.sort()).toEqual(['ci.yml', 'publish.yml']);
		expect(textOf('ci.yml')).toContain('run: .ci/run');
		expect(textOf('publish.yml')).toMatch(/tags: \['v\*'\]/);
		expect(textOf('publish.yml')).toContain('npm publish --provenance');
	});

	it.each(files)('%s pins what it uses and has the least permissions', (file) => {
		expect(faultsOf(textOf(file))).toEqual([]);
	});

	it.each(offenders)('%s with %s changed to %s is refused', (file, from, to, fault) => {
		const offender = textOf(file).replace(from, to);
		expect(offender).not.toBe(textOf(file));
		expect(faultsOf(offender).join('\n')).toContain(fault);
	});
});
