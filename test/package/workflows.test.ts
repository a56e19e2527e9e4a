import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { project } from '../support/package/copy';
import { callsChecks, faultsOf, minutesOf } from '../support/package/workflows';

const folder = join(project, '.github/workflows');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Changes of each workflow, and the fault of it. */
const offenders: Record<string, Array<[from: string | RegExp, to: string, fault: string]>> = {
	'checks.yml': [
		[/checkout@\w+/, 'checkout@v7', 'actions/checkout@v7 is not pinned by a hash'],
		[/checkout@\w+/, 'checkout@3d3c42e', 'actions/checkout@3d3c42e is not pinned by a hash'],
		[/setup-node@\w+/, 'setup-node@main', 'actions/setup-node@main is not pinned by a hash'],
		[/(checkout@\w+) # v.*/, '$1', 'has no version beside it'],
		['persist-credentials: false', 'fetch-depth: 1', 'leaves the credentials'],
		[
			'run: .ci/run',
			'run: echo ${{ github.head_ref }}',
			'checks puts an expression into a command',
		],
		['id: package', 'id: packed', 'property "package" is not defined'],
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
		['contents: read', 'id-token: write', 'checks may write id-token'],
		['id-token: write', 'contents: write', 'publish may write contents'],
		[
			'./.github/workflows/checks.yml',
			'elsewhere/checks/.github/workflows/checks.yml@main',
			'elsewhere/checks/.github/workflows/checks.yml@main is not pinned by a hash',
		],
		['github.ref_name', 'secrets.TOKEN', 'uses a stored secret'],
		['needs: checks', 'needs: []', 'publish does not wait for the checks'],
		['| sha512sum --check --strict', '', 'publish publishes what was not checked'],
		['needs.checks.outputs.integrity', 'github.sha', 'publish publishes what was not checked'],
		[/actions\/download-artifact/, 'actions/checkout', 'publish runs more than it must'],
		['run: test "$TAG"', 'run: npm ci && test "$TAG"', 'publish runs more than it must: npm ci'],
	],
	'weekly.yml': [
		['17 3 * * 1', '17 3 * * 8', 'invalid CRON format'],
		['needs: long', 'needs: short', 'which does not exist'],
		['run: gh issue create', 'run: gh issue list', 'report may write issues'],
	],
};

describe('the workflows', () => {
	const files = readdirSync(folder);

	it('check every change, publish from a tag, and do the long checks every week', () => {
		expect(files.sort()).toEqual(Object.keys(offenders).sort());
		expect(textOf('checks.yml')).toContain('run: .ci/run');
		for (const file of ['ci.yml', 'publish.yml']) {
			expect(callsChecks(textOf(file))).toBe(true);
			expect(callsChecks(textOf(file).replace('uses: ./', 'uses: ./other'))).toBe(false);
		}
		expect(textOf('publish.yml')).toMatch(/tags: \['v\*'\]/);
		expect(textOf('publish.yml')).toMatch(/npm publish .*--provenance/);
		const scripts = Array.from(
			textOf('weekly.yml').matchAll(/- command: (\S+)/g),
			([, name]) => name,
		);
		expect(scripts).toEqual(
			expect.arrayContaining(['test:hosts', 'test:kills', 'soak', 'stryker', 'test']),
		);
		const { scripts: known } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
			scripts: object;
		};
		expect(Object.keys(known)).toEqual(expect.arrayContaining(scripts));
	});

	it.each(files)('%s pins what it uses and has the least permissions', async (file) => {
		expect(await faultsOf(textOf(file))).toEqual([]);
	});

	const changes = Object.entries(offenders).flatMap(([file, changed]) =>
		changed.map((change) => [file, ...change] as const),
	);

	it.each(changes)('%s with %s changed to %s is refused', async (file, from, to, fault) => {
		const offender = textOf(file).replace(from, to);
		expect(offender).not.toBe(textOf(file));
		expect((await faultsOf(offender)).join('\n')).toContain(fault);
	});

	it('leave .ci/run the time that its limits allow', () => {
		const run = readFileSync(join(project, '.ci/run'), 'utf8');
		const minutes = Array.from(run.matchAll(/^(?:check|suite) (\d+) /gm), ([, limit]) =>
			Number(limit),
		);
		const sum = minutes.reduce((all, limit) => all + limit, 0);
		expect(sum).toBeGreaterThan(30);
		expect(sum).toBeLessThan(minutesOf(textOf('checks.yml'), 'checks'));
	});
});
