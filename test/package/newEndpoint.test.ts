import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it, jest } from '@jest/globals';

import { compilerFindings } from '../support/package/compile';
import { copyProject, project } from '../support/package/copy';
import { printed } from '../support/package/printed';

/** The page that has a section for each operation. */
const PAGE = 'docs/nodes/log-source.md';

/** The suite that compares the page with the operations. */
const PAGE_SUITE = 'docs/operations';

/** What is done at one of the places that a new endpoint takes, in a copy of the project. */
type Edit = (copy: string) => Promise<void>;

const write = async (copy: string, file: string, text: string) =>
	await writeFile(join(copy, file), text);

const replace =
	(file: string, ...changes: ReadonlyArray<readonly [string | RegExp, string]>): Edit =>
	async (copy) => {
		let text = await readFile(join(copy, file), 'utf8');
		for (const [from, to] of changes) {
			const before = text;
			text = before.replace(from, () => to);
			if (text === before) throw new Error(`${file} does not hold ${String(from)}`);
		}
		await write(copy, file, text);
	};

const FOLDER = 'nodes/LogSource/operations';

/** The guide for developers shows the operation's file. */
const operation: Edit = async (copy) => {
	const guide = await readFile(join(copy, 'docs/add-an-operation.md'), 'utf8');
	const [, code = ''] = /<!-- an operation, whole -->\s+```ts\n([^]*?)```/.exec(guide) ?? [];
	await write(copy, `${FOLDER}/getReports.ts`, code);
};

const line = replace(
	`${FOLDER}/index.ts`,
	['import { setEvent', "import { getReports } from './getReports';\nimport { setEvent"],
	['\tgetMany,', '\tgetMany,\n\tgetReports,'],
);

const documented = {
	get: {
		operationId: 'getReports',
		summary: 'Get reports',
		security: [{ token: ['logsources.READ'] }],
		'x-general-failure': '07001111',
		parameters: [
			{ name: 'log_source_group', in: 'query', required: true, schema: { type: 'string' } },
		],
		responses: {
			'200': {
				description: 'The answer.',
				content: {
					'application/json': {
						schema: {
							type: 'object',
							properties: { data: { type: 'array', items: { type: 'object' } } },
							required: ['data'],
							additionalProperties: false,
						},
					},
				},
			},
			default: { $ref: '#/components/responses/Refusal' },
		},
	},
};

const handler = `
/** Get reports: GET /api/v2/reports */
export const getReports: Handler = ({ query }) => ({
	body: { data: [{ report: 1, log_source_group: query['log_source_group'] }] },
});
`;

const service: Edit = async (copy) => {
	const folder = 'test/support/service';
	await replace(`${folder}/openapi.json`, [
		'"paths": {',
		`"paths": { "/api/v2/reports": ${JSON.stringify(documented)},`,
	])(copy);
	await replace(`${folder}/directory.ts`, [/$/, handler])(copy);
};

const sample = `
	{
		operation: 'logSource.getReports',
		name: 'the reports of a group',
		parameters: { returnAll: true, log_source_group: named('WindowsGroup') },
		requests: [
			{ method: 'GET', path: '/reports', query: { log_source_group: 'WindowsGroup' } },
		],
		output: [{ report: 1, log_source_group: 'WindowsGroup' }],
	},
];
`;

const inTable = replace('test/cases/logSource.ts', [/\];\s*$/, sample.trimStart()]);

const section = replace(PAGE, [
	'## Update\n',
	'## Get Reports\n\nLists the reports of a log source group, one item each.\n\n<!-- get reports: written by npm run docs -->\n<!-- end of get reports -->\n\n## Update\n',
]);

/** The places, and the suite that fails where one is left out. */
const PLACES = {
	"the operation's file": { edit: operation, missed: 'rules/cases' },
	'its line in index.ts': { edit: line, missed: 'rules/cases' },
	'its path in the document and its behaviour': { edit: service, missed: 'rules/contract' },
	'its case': { edit: inTable, missed: 'rules/cases' },
	"its section in the operations' page": { edit: section, missed: PAGE_SUITE },
} as const;

type Place = keyof typeof PLACES;

const places = Object.keys(PLACES) as Place[];

/** A copy with the edits of all places but one; a table of operations is written as far as it can be. */
async function copyWithout(left?: Place): Promise<string> {
	const copy = await copyProject(['test/support/host', 'test/host', 'test/editor', 'icons']);
	for (const place of places) if (place !== left) await PLACES[place].edit(copy);
	if (left === undefined || PLACES[left].edit === section) {
		await printed('npm', ['run', 'docs'], copy);
	}
	return copy;
}

interface Report {
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ status: string; title: string }>;
	}>;
}

/** What fails in suites of copies. */
async function failuresIn(
	suites: ReadonlyArray<{ copy: string; suites: readonly string[] }>,
	...options: string[]
): Promise<(copy: string) => string[]> {
	const {
		maxWorkers: _workers,
		testTimeout: _timeout,
		testSequencer: _sequencer,
		...config
	} = jest.requireActual<Record<string, unknown>>('../../jest.config.js');
	const copies = {
		projects: suites.map(({ copy, suites: names }) => ({
			...config,
			rootDir: copy,
			cacheDirectory: join(project, '.cache/jest'),
			testMatch: names.map((name) => `${copy}/test/${name}.test.ts`),
		})),
	};
	const command = join(project, 'node_modules/.bin/jest');
	const given = [
		'--config',
		JSON.stringify(copies),
		'--json',
		'--maxWorkers=2',
		'--testTimeout=60000',
		...options,
	];
	const text = await printed(command, given, suites[0]?.copy ?? project);
	const { testResults } = JSON.parse(text) as Report;
	return (copy) => {
		const results = testResults.filter(({ name }) => name.startsWith(copy));
		if (results.length === 0) throw new Error('No suite of the copy was run');
		return results.flatMap(({ message, assertionResults }) => [
			...(assertionResults.length === 0 ? [message] : []),
			...assertionResults.flatMap(({ status, title }) => (status === 'failed' ? [title] : [])),
		]);
	};
}

/** Files that the edits touch or make. */
const EDITED = [
	`${FOLDER}/getReports.ts`,
	`${FOLDER}/index.ts`,
	'test/support/service/directory.ts',
	'test/cases/logSource.ts',
];

const fileOf = (finding: string): string => finding.split(':')[0] ?? '';

describe('a new endpoint', () => {
	it('takes its five places and no other', async () => {
		const copy = await copyWithout();
		const rules = ['cases', 'contract', 'use', 'asTool', 'texts', 'errorItems'].map(
			(name) => `rules/${name}`,
		);
		const [failures, ofCase] = await Promise.all([
			failuresIn([{ copy, suites: [...rules, PAGE_SUITE, 'docs/generatedPages'] }]),
			failuresIn([{ copy, suites: ['engine/cases'] }], '-t', 'logSource.getReports'),
		]);
		expect([...failures(copy), ...ofCase(copy)]).toEqual([]);

		const slip = `${FOLDER}/slip.ts`;
		const code = await readFile(join(copy, FOLDER, 'getReports.ts'), 'utf8');
		await write(copy, slip, code.replace('({ log_source_group }) =>', '({ group }) =>'));
		expect([...new Set(compilerFindings(copy, [...EDITED, slip]).map(fileOf))]).toEqual([slip]);
	}, 120_000);

	it('is incomplete without any of them', async () => {
		const copies = await Promise.all(
			places.map(async (place) => ({
				copy: await copyWithout(place),
				suites: [PLACES[place].missed],
			})),
		);
		const failures = await failuresIn(copies);
		expect(copies.map(({ copy }) => failures(copy).length > 0)).toEqual(places.map(() => true));
	}, 120_000);
});
