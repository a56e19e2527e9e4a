import { cp, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { describe, expect, it, jest } from '@jest/globals';

import { project } from '../support/package/copy';
import { printed } from '../support/package/printed';

type Rule = { name: string; from: { path: string }; to: { path: string | string[] } };

const { forbidden: rules } = jest.requireActual<{ forbidden: Rule[] }>(
	join(project, '.dependency-cruiser.cjs'),
);

/** A file of the room that a rule names by a pattern: `^nodes/shared/http/`. */
const fileIn = (pattern: string, file: string): string =>
	`${pattern.replace(/[\^$\\]/g, '')}${pattern.endsWith('/') ? file : ''}`;

/** For each rule of a room: a file of the room, and one of the nearest room above it. */
const upwards = rules
	.filter(({ name }) => name.endsWith('-looks-down'))
	.map(({ name, from, to }) => ({
		name,
		file: fileIn(from.path, 'offender.ts'),
		above: fileIn([to.path].flat()[0] ?? '', 'bystander.ts'),
	}));

const importOf = (above: string, file: string): string =>
	`import './${relative(dirname(file), above).replace(/\.ts$/, '')}';`;

const offenders: Record<string, Array<[string, string]>> = {
	...Object.fromEntries(
		upwards.map(({ name, file, above }) => [name, [[file, importOf(above, file)]]]),
	),
	'operations-know-no-engine': [
		['nodes/Agent/operations/add.ts', "import '../../shared/engine/execute';"],
		['nodes/Agent/operations/update.ts', "import '../../shared/http/client';"],
	],
	'operations-stand-alone': [['nodes/Agent/operations/get.ts', "import './index';"]],
	'shared-has-rooms': [['nodes/Agent/drawer.ts', "import '../shared/helpers';"]],
	'shared-knows-no-resource': [['nodes/shared/engine/rows.ts', "import '../../Agent/fields';"]],
	'lists-know-no-picker': [['nodes/lists/list.ts', "import '../pickers/locators';"]],
	'pickers-know-no-node': [['nodes/pickers/list.ts', "import '../Agent/fields';"]],
	'resources-stand-alone': [['nodes/Domain/fields.ts', "import '../Agent/fields';"]],
	'only-the-host-at-run-time': [
		['nodes/Agent/core.ts', "import { WorkflowExecute } from 'n8n-core'; void WorkflowExecute;"],
		['nodes/Agent/types.ts', "import type { Stats } from 'node:fs'; export type S = Stats;"],
		['credentials/zip.ts', "import { gunzip } from 'node:zlib'; void gunzip;"],
	],
	'support-knows-no-suite': [['test/support/late.ts', "import '../unit/one.test';"]],
	'sources-know-no-tests': [['nodes/Agent/mock.ts', "import '../../test/world';"]],
	'no-cycles': [['nodes/Agent/one.ts', "import './two';"]],
	'nothing-unresolvable': [['nodes/Agent/gone.ts', "import './missing';"]],
};

const bystanders: Array<[string, string]> = [
	...upwards.map(({ above }): [string, string] => [above, 'export {};']),
	['nodes/Agent/operations/index.ts', "import './add';"],
	['nodes/shared/engine/execute.ts', "import { sleep } from 'n8n-workflow'; void sleep;"],
	['nodes/shared/http/client.ts', "import { hash } from 'crypto'; void hash;"],
	['nodes/shared/helpers.ts', 'export {};'],
	['nodes/Agent/fields.ts', 'export {};'],
	['nodes/Agent/two.ts', "import './one';"],
	['nodes/pickers/locators.ts', 'export {};'],
	['test/world.ts', "import 'node:fs'; import '../nodes/shared/http/client';"],
	['test/unit/one.test.ts', 'export {};'],
];

describe('the layers', () => {
	it('each have an offender', () => {
		expect(Object.keys(offenders).sort()).toEqual(rules.map(({ name }) => name).sort());
	});

	it('refuse each offender, and no other file', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'layers-'));
		for (const file of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.json']) {
			await cp(join(project, file), join(folder, file));
		}
		await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
		await mkdir(join(folder, 'test'));
		await cp(join(project, 'test/tsconfig.json'), join(folder, 'test/tsconfig.json'));
		for (const [file, text] of [...bystanders, ...Object.values(offenders).flat()]) {
			await mkdir(dirname(join(folder, file)), { recursive: true });
			await writeFile(join(folder, file), text);
		}

		const output = await printed(
			join(project, 'node_modules/.bin/depcruise'),
			['--output-type', 'json', 'nodes', 'credentials', 'test'],
			folder,
		);
		const { summary } = JSON.parse(output) as {
			summary: { violations: Array<{ from: string; rule: { name: string } }> };
		};
		const refused = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
		const expected = Object.entries(offenders).flatMap(([rule, files]) =>
			files.map(([file]) => `${rule}: ${file}`),
		);
		expect(refused).toEqual(expect.arrayContaining(expected));
		const guilty = Object.values(offenders).flatMap((files) => files.map(([file]) => file));
		const accused = summary.violations.map(({ from }) => from);
		expect(accused.filter((file) => !guilty.includes(file) && !file.endsWith('two.ts'))).toEqual(
			[],
		);
	}, 60_000);
});
