import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { callsChecks, faultsOf, publishesAfterChecks } from '../support/package/workflows';

const folder = resolve(__dirname, '../../.github/workflows');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Changes of each workflow, and the fault of it. */
const offenders: Record<string, Array<[from: string | RegExp, to: string, fault: string]>> = {
	'checks.yml': [
		[/checkout@\w+/, 'checkout@v7', 'actions/checkout@v7 is not pinned by a hash'],
		[/checkout@\w+/, 'checkout@3d3c42e', 'actions/checkout@3d3c42e is not pinned by a hash'],
		[/setup-node@\w+/, 'setup-node@main', 'actions/setup-node@main is not pinned by a hash'],
		[/(checkout@\w+) # v.*/, '$1', 'has no version beside it'],
		['persist-credentials: false', 'fetch-depth: 1', 'leaves the credentials'],
		['.ci/run', 'echo ${{ github.head_ref }}', 'checks puts an expression into a command'],
	],
	'ci.yml': [
		['contents: read', 'contents: write', 'the workflow may write contents'],
		['contents: read', 'id-token: write', 'the workflow may write id-token'],
		[/permissions:\n.*\n/, 'permissions: write-all\n', 'the workflow has write-all for all'],
		[/permissions:\n.*\n/, '', 'does not limit its permissions'],
		['pull_request:', 'pull_request_target:', 'runs what strangers send'],
		['workflows/checks.yml', 'workflows/gone.yml', './.github/workflows/gone.yml is missing'],
	],
	'publish.yml': [
		['permissions: {}', 'permissions: { id-token: write }', 'may write id-token'],
		['contents: read\n      #', 'contents: write\n      #', 'publish may write contents'],
		[
			'./.github/workflows/checks.yml',
			'elsewhere/checks/.github/workflows/checks.yml@main',
			'elsewhere/checks/.github/workflows/checks.yml@main is not pinned by a hash',
		],
		['github.ref_name', 'secrets.TOKEN', 'uses a stored secret'],
	],
};

describe('the workflows', () => {
	const files = readdirSync(folder);

	it('check every change and publish from a tag', () => {
		expect(files.sort()).toEqual(['checks.yml', 'ci.yml', 'publish.yml']);
		expect(textOf('checks.yml')).toContain('run: .ci/run');
		expect(textOf('publish.yml')).toMatch(/tags: \['v\*'\]/);
		expect(textOf('publish.yml')).toContain('npm publish --provenance');
	});

	it('share one job that runs the checks, and publish only after it', () => {
		for (const file of ['ci.yml', 'publish.yml']) {
			expect(callsChecks(textOf(file))).toBe(true);
			expect(callsChecks(textOf(file).replace('uses: ./', 'uses: ./other'))).toBe(false);
		}
		expect(publishesAfterChecks(textOf('publish.yml'))).toBe(true);
		expect(publishesAfterChecks(textOf('publish.yml').replace('needs: checks', ''))).toBe(false);
	});

	it.each(files)('%s pins what it uses and has the least permissions', (file) => {
		expect(faultsOf(textOf(file))).toEqual([]);
	});

	const changes = Object.entries(offenders).flatMap(([file, changed]) =>
		changed.map((change) => [file, ...change] as const),
	);

	it.each(changes)('%s with %s changed to %s is refused', (file, from, to, fault) => {
		const offender = textOf(file).replace(from, to);
		expect(offender).not.toBe(textOf(file));
		expect(faultsOf(offender).join('\n')).toContain(fault);
	});
});
