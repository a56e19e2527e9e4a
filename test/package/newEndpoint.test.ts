import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it, jest } from '@jest/globals';

import { compilerFindings } from '../support/package/compile';
import { copyProject, project } from '../support/package/copy';
import { jestReport } from '../support/package/jestReport';
import { printed } from '../support/package/printed';

/** The page that has a section for each operation. */
const PAGE = 'docs/nodes/log-source.md';

/** The suite that compares the page with the operations. */
const PAGE_SUITE = 'docs/operations';

/** A change of a file in a copy of the project; what is changed is not given for a new file. */
type Change = [file: string, to: string, from?: string | RegExp];

const FOLDER = 'nodes/LogSource/operations';

/** The guide for developers shows the file of an operation that reads. */
const guide = readFileSync(join(project, 'docs/add-an-operation.md'), 'utf8');
const [, READ = ''] = /<!-- an operation, whole -->\s+```ts\n([^]*?)```/.exec(guide) ?? [];

const WRITE = `
import { nameLocator } from '../../pickers/locators';
import { defineWrite } from '../../shared/operation/operation';
import { titledSuccess } from '../../shared/outcomes/settle';

export const addReport = defineWrite({
	value: 'addReport',
	name: 'Add Report',
	action: 'Add log source report',
	description: 'Add a report of a log source group',
	endpoint: 'Add report',
	scope: 'logsources.CREATE',
	noun: 'report',
	nouns: 'reports',
	done: () => 'Added',
	columns: ['report', 'log_source_group'],
	verifyWith: 'Log Source › Get Reports',
	maxBatchSize: 1,
	fields: [
		nameLocator('searchLogSourceGroupNames', 'e.g. Domain Controllers', {
			displayName: 'Log Source Group',
			name: 'log_source_group',
			required: true,
			description: 'The group that the report is about',
		}),
		{
			displayName: 'Report',
			name: 'report',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Sign-Ins',
			description: 'The name of the report',
		},
	],
	payload: ({ log_source_group, report }) => ({ log_source_group, report }),
	request: ([report]) => ({ method: 'POST', path: '/reports', body: report }),
	conflictKeys: ({ report }) => [report],
	parseResult: { outcome: titledSuccess },
});
`;

const closed = (properties: object) => ({
	type: 'object',
	properties,
	required: Object.keys(properties),
	additionalProperties: false,
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const documented = (operationId: string, summary: string, scope: string, data: object) => ({
	operationId,
	summary,
	security: [{ token: [scope] }],
	'x-general-failure': '07001111',
	responses: {
		'200': { description: 'The answer.', ...json(closed({ data })) },
		default: { $ref: '#/components/responses/Refusal' },
	},
});
const PATH = {
	get: {
		...documented('getReports', 'Get reports', 'logsources.READ', {
			type: 'array',
			items: { type: 'object' },
		}),
		parameters: [{ name: 'log_source_group', in: 'query', required: true, schema: text }],
	},
	post: {
		...documented('addReport', 'Add report', 'logsources.CREATE', closed({ title: text })),
		requestBody: { required: true, ...json(closed({ log_source_group: text, report: text })) },
	},
};

const HANDLERS = `
/** Get reports: GET /api/v2/reports */
export const getReports: Handler = ({ query }) => ({
	body: { data: [{ report: 1, log_source_group: query['log_source_group'] }] },
});

/** Add report: POST /api/v2/reports */
export const addReport: Handler = (call) => {
	const { log_source_group, report } = call.body as Record<string, string>;
	const { groups } = call.state.world;
	const group = groups.find((known) => known.log_source_group === log_source_group);
	(group ?? fail(call, 'no such group')).group_description += report ?? '';
	return { body: { data: { title: 'success' } } };
};
`;

const CASES = `
	{
		operation: 'logSource.getReports',
		name: 'the reports of a group',
		parameters: { returnAll: true, log_source_group: named('WindowsGroup') },
		requests: [get('/reports', { log_source_group: 'WindowsGroup' })],
		output: [{ report: 1, log_source_group: 'WindowsGroup' }],
	},
	{
		operation: 'logSource.addReport',
		name: 'three reports',
		parameters: { report: '={{ $json.report }}', log_source_group: named('={{ $json.group }}') },
		items: ['One', 'Two', 'Three'].map((report) => ({ report, group: 'WindowsGroup' })),
		requests: ['One', 'Two', 'Three'].map((report) =>
			post('/reports', { log_source_group: 'WindowsGroup', report }),
		),
		output: ['One', 'Two', 'Three'].map((report) => ({ report, ...succeeded })),
		done: ({ world }, { report }) =>
			world.groups.some(({ group_description }) => group_description.includes(String(report))),
		refused: { parameters: { log_source_group: named('None') }, says: /Request failed/ },
	},
];
`;

const section = (name: string, sentence: string) => {
	const place = name.toLowerCase();
	return `## ${name}\n\n${sentence}\n\n<!-- ${place}: written by npm run docs -->\n<!-- end of ${place} -->\n\n`;
};

const SERVICE = 'test/support/service';

/** The places, what is done at each, and the suite that fails where one is left out. */
const PLACES: Readonly<Record<string, { changes: Change[]; missed: string }>> = {
	"the operation's file": {
		changes: [
			[`${FOLDER}/getReports.ts`, READ],
			[`${FOLDER}/addReport.ts`, WRITE],
		],
		missed: 'rules/cases',
	},
	'its line in index.ts': {
		changes: [
			[
				`${FOLDER}/index.ts`,
				"import { addReport } from './addReport';\nimport { getReports } from './getReports';\nimport { setEvent",
				'import { setEvent',
			],
			[`${FOLDER}/index.ts`, '\tadd,\n\taddReport,', '\tadd,'],
			[`${FOLDER}/index.ts`, '\tgetMany,\n\tgetReports,', '\tgetMany,'],
		],
		missed: 'rules/cases',
	},
	'its path in the document and its behaviour': {
		changes: [
			[
				`${SERVICE}/openapi.json`,
				`"paths": { "/api/v2/reports": ${JSON.stringify(PATH)},`,
				'"paths": {',
			],
			[`${SERVICE}/directory.ts`, HANDLERS, /$/],
			[`${SERVICE}/directory.ts`, 'import { fail, domainCalled', 'import { domainCalled'],
		],
		missed: 'rules/contract',
	},
	'its case': {
		changes: [['test/cases/logSource.ts', CASES.trimStart(), /\];\s*$/]],
		missed: 'rules/cases',
	},
	"its section in the operations' page": {
		changes: [
			[
				PAGE,
				`${section('Get Reports', 'Lists the reports of a log source group, one item each.')}${section('Add Report', 'Adds a report of a log source group, one for each item.')}## Update\n`,
				'## Update\n',
			],
		],
		missed: PAGE_SUITE,
	},
};

const places = Object.keys(PLACES);

/** A copy with the changes of all places but one; a table of operations is written as far as it can be. */
async function copyWithout(left?: string): Promise<string> {
	const copy = await copyProject(['test/support/host', 'test/host', 'test/editor', 'icons']);
	for (const place of places.filter((each) => each !== left)) {
		for (const [file, to, from] of PLACES[place]?.changes ?? []) {
			const path = join(copy, file);
			const before = from === undefined ? '' : await readFile(path, 'utf8');
			const after = from === undefined ? to : before.replace(from, () => to);
			if (after === before) throw new Error(`${file} does not hold ${String(from)}`);
			await writeFile(path, after);
		}
	}
	if (left === undefined || PLACES[left]?.missed === PAGE_SUITE) {
		await printed('npm', ['run', 'docs'], copy);
	}
	return copy;
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
	const results = await jestReport(
		suites[0]?.copy ?? project,
		...['--config', JSON.stringify(copies), '--maxWorkers=2', '--testTimeout=60000'],
		...options,
	);
	return (copy) => {
		const ofCopy = results.filter(({ name }) => name.startsWith(copy));
		if (ofCopy.length === 0) throw new Error('No suite of the copy was run');
		return ofCopy.flatMap(({ message, assertionResults }) => [
			...(assertionResults.length === 0 ? [message] : []),
			...assertionResults.flatMap(({ status, title }) => (status === 'failed' ? [title] : [])),
		]);
	};
}

/** Files that the edits touch or make. */
const EDITED = [
	...['getReports', 'addReport', 'index'].map((name) => `${FOLDER}/${name}.ts`),
	`${SERVICE}/directory.ts`,
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
			failuresIn([{ copy, suites: ['engine/cases'] }], '-t', 'Report'),
		]);
		expect([...failures(copy), ...ofCase(copy)]).toEqual([]);

		const slip = `${FOLDER}/slip.ts`;
		const wrong = READ.replace('({ log_source_group }) =>', '({ group }) =>');
		await writeFile(join(copy, slip), wrong);
		expect([...new Set(compilerFindings(copy, [...EDITED, slip]).map(fileOf))]).toEqual([slip]);
	}, 120_000);

	it('is incomplete without any of them', async () => {
		const copies = await Promise.all(
			places.map(async (place) => ({
				copy: await copyWithout(place),
				suites: [PLACES[place]?.missed ?? ''],
			})),
		);
		const failures = await failuresIn(copies);
		expect(copies.map(({ copy }) => failures(copy).length > 0)).toEqual(places.map(() => true));
	}, 120_000);
});
