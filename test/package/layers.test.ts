import { cp, mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { project } from '../support/package/copy';
import { printed } from '../support/package/printed';

interface Cruise {
	modules: Array<{ source: string }>;
	summary: {
		totalCruised: number;
		violations: Array<{ from: string; to: string; rule: { name: string } }>;
	};
}

/** What the layer rules say about the sources and tests in a folder. */
async function cruise(folder: string): Promise<Cruise> {
	const output = await printed(
		join(project, 'node_modules/.bin/depcruise'),
		['--output-type', 'json', 'nodes', 'credentials', 'test'],
		folder,
	);
	return JSON.parse(output) as Cruise;
}

const rooms = [
	'json',
	'parameters',
	'http',
	'outcomes',
	'pagination',
	'files',
	'operation',
	'engine',
];

const fileIn = (room: string): string =>
	room === 'json' ? 'nodes/shared/json.ts' : `nodes/shared/${room}/offender.ts`;

/** For each room an import of the room above it. */
const upwards = rooms.slice(0, -1).map((room, index): [string, Array<[string, string]>] => {
	const above = rooms[index + 1] ?? '';
	const path = room === 'json' ? `./${above}/bystander` : `../${above}/bystander`;
	return [`${room}-looks-down`, [[fileIn(room), `import '${path}';`]]];
});

const offenders: Record<string, Array<[string, string]>> = {
	...Object.fromEntries(upwards),
	'operations-know-no-engine': [
		['nodes/Agent/operations/add.ts', "import '../../shared/engine/execute';"],
		['nodes/Agent/operations/update.ts', "import '../../shared/http/client';"],
	],
	'shared-has-rooms': [['nodes/Agent/drawer.ts', "import '../shared/helpers';"]],
	'shared-knows-no-resource': [['nodes/shared/engine/rows.ts', "import '../../Agent/fields';"]],
	'pickers-know-no-node': [['nodes/pickers/list.ts', "import '../Agent/fields';"]],
	'resources-stand-alone': [['nodes/Domain/fields.ts', "import '../Agent/fields';"]],
	'only-the-host-at-run-time': [
		['nodes/Agent/core.ts', "import { WorkflowExecute } from 'n8n-core'; void WorkflowExecute;"],
		['nodes/Agent/types.ts', "import type { Stats } from 'node:fs'; export type S = Stats;"],
		['credentials/hash.ts', "import { createHash } from 'node:crypto'; void createHash;"],
	],
	'support-knows-no-suite': [['test/support/late.ts', "import '../unit/one.test';"]],
	'sources-know-no-tests': [['nodes/Agent/mock.ts', "import '../../test/world';"]],
	'no-cycles': [['nodes/Agent/one.ts', "import './two';"]],
	'nothing-unresolvable': [['nodes/Agent/gone.ts', "import './missing';"]],
};

const bystanders: Array<[string, string]> = [
	...rooms
		.slice(1)
		.map((room): [string, string] => [`nodes/shared/${room}/bystander.ts`, 'export {};']),
	['nodes/shared/engine/execute.ts', "import { sleep } from 'n8n-workflow'; void sleep;"],
	['nodes/shared/http/client.ts', 'export {};'],
	['nodes/shared/helpers.ts', 'export {};'],
	['nodes/Agent/fields.ts', 'export {};'],
	['nodes/Agent/two.ts', "import './one';"],
	['test/world.ts', "import 'node:fs'; import '../nodes/shared/http/client';"],
	['test/unit/one.test.ts', 'export {};'],
];

describe('the layers', () => {
	it('are kept by all sources and tests', async () => {
		const { modules, summary } = await cruise(project);
		expect(summary.violations).toEqual([]);

		const seen = new Set(modules.map(({ source }) => source));
		const resources = await readdir(join(project, 'nodes'), { recursive: true });
		const sources = resources.filter((file) => file.endsWith('.ts'));
		expect(sources.length).toBeGreaterThan(0);
		expect(sources.filter((file) => !seen.has(`nodes/${file}`))).toEqual([]);
	}, 60_000);

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

		const { summary } = await cruise(folder);
		const refused = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
		const expected = Object.entries(offenders).flatMap(([rule, files]) =>
			files.map(([file]) => `${rule}: ${file}`),
		);
		expect(refused).toEqual(expect.arrayContaining(expected));
		const guilty = new Set(
			Object.values(offenders)
				.flat()
				.map(([file]) => file),
		);
		const accused = summary.violations.map(({ from }) => from);
		expect(accused.filter((file) => !guilty.has(file) && !file.endsWith('two.ts'))).toEqual([]);
	}, 60_000);
});
