import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import manifest from '../../package.json';
import { cases, type Case } from '../cases';
import { runCase } from '../support/cases/runCase';
import { caseWorld } from '../support/cases/world';
import { withFieldTables } from '../support/docs/fieldTables';
import { describes, nodePages, pageAt, samplesIn, sectionsOf } from '../support/docs/pages';
import { project } from '../support/package/copy';
import { nameOf, type Offered } from '../support/rules/allOperations';
import { endpointsOf, scopesOf } from '../support/rules/contractRules';
import { allScopes } from '../support/service/contract';
import { useService } from '../support/service/useService';

/** The endpoints of an operation, and the scopes that its access token needs. */
const contractOf = (offered: Offered): string[] => [
	...endpointsOf(offered).map(({ method, path }) => `${method} ${path}`),
	...scopesOf(offered),
];

const contractIn = (text: string): string[] => [
	...(text.match(/\b(?:GET|POST|PUT|DELETE) \/api\/v2\/[\w/-]+/g) ?? []),
	...(text.match(/\b[a-z]+\.(?:READ|CREATE|UPDATE|DELETE)\b/g) ?? []),
];

/** The parameters of a file whose name and rows do not depend on the time of the test. */
const EXPORT: Readonly<Record<string, INodeParameters>> = {
	'alert.exportAlerts': {
		timeRange: 'between',
		start_time: '2026-03-01T11:00:00Z',
		end_time: '2026-03-01T12:00:00Z',
		options: { fileName: 'alerts' },
	},
};

/** The cases of an operation, and the first one of a list with the parameters as n8n fills them in. */
function runsOf(offered: Offered): Case[] {
	const given = cases.filter(({ operation }) => operation === nameOf(offered));
	const parameters = EXPORT[nameOf(offered)] ?? {};
	const { kind, fields } = offered.operation;
	const hasPresets = kind === 'list' && fields.every(({ required }) => required !== true);
	const asPreset = hasPresets ? given.slice(0, 1) : [];
	return [...given, ...asPreset.map((first) => ({ ...first, parameters }))];
}

describe.each(nodePages)('$page.path', ({ page, offered, nodes }) => {
	const sections = sectionsOf(page);
	const headings = [...sections.keys()].filter((heading) =>
		offered.some((each) => describes(heading, each)),
	);
	const service = useService({ world: caseWorld });

	it('names the endpoints and scopes of the node, and no others', () => {
		const wanted = new Set(offered.flatMap(contractOf));
		expect(new Set(contractIn(page.text))).toEqual(wanted);
	});

	it('has a section for each operation, and the README lists them', () => {
		expect(
			offered.filter((each) => headings.every((heading) => !describes(heading, each))),
		).toEqual([]);
		const lists = pageAt('README.md').text.matchAll(
			new RegExp(`\\(${page.path}(?:#[\\w-]+)?\\) › (.*)`, 'g'),
		);
		const listed = [...lists].flatMap(([, names = '']) => names.trim().split(', '));
		expect(listed.sort()).toEqual(offered.map(({ operation }) => operation.name).sort());
	});

	it('has the present fields of each operation; if not, `npm run fields` writes them', () => {
		expect(page.text).toBe(withFieldTables(page.text, nodes));
	});

	it.each(headings)('has its endpoints and a sample of its output at %s', async (heading) => {
		const described = offered.filter((each) => describes(heading, each));
		const section = sections.get(heading) ?? '';
		expect(contractIn(section)).toEqual(expect.arrayContaining(described.flatMap(contractOf)));
		const samples = samplesIn(section);
		// A page of a bulk request has the columns of another operation.
		if (samples.length === 0) expect(section).toContain('](#');
		const rows: unknown[] = [];
		for (const run of described.flatMap(runsOf)) {
			service.reset();
			const { outputs } = await runCase(service, run);
			// The rows are compared as texts, so that the order of the columns counts.
			rows.push(...outputs.flat().map((item) => JSON.stringify(item.json)));
		}
		for (const sample of samples) expect(rows).toContain(JSON.stringify(sample));
	});
});

it('the README names the commands that start the nodes and run their tests', () => {
	const commands = pageAt('README.md').text.match(/`npm ci && npm \w+`/g);
	expect(commands).toEqual(['`npm ci && npm start`', '`npm ci && npm test`']);
	expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['start', 'test']));
});

it('the README names each n8n in which tests run the package', () => {
	const hosts = join(project, 'test/support/host');
	const versions = readdirSync(hosts)
		.filter((name) => name.startsWith('n8n-'))
		.map((name) => readFileSync(join(hosts, name, 'package.json'), 'utf8'))
		.map((text) => (JSON.parse(text) as { dependencies: { n8n: string } }).dependencies.n8n);
	const [, tested = ''] = /Tested with n8n (.*?)\. /.exec(pageAt('README.md').text) ?? [];
	expect(tested.match(/\d+\.\d+\.\d+/g)?.sort()).toEqual(versions.sort());
});

it('the page of the credential names the scopes of the interface, and no others', () => {
	const named = contractIn(pageAt('docs/credentials.md').text).filter((each) => each.includes('.'));
	expect(new Set(named)).toEqual(new Set(allScopes));
});
