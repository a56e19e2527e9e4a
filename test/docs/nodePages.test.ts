import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { cases } from '../cases';
import { runCase } from '../support/cases/runCase';
import { caseWorld } from '../support/cases/world';
import { SHARED_FIELDS_PAGE, withFieldTables, withSharedFields } from '../support/docs/fieldTables';
import { headingOf, nodePages, pageAt, samplesIn, sectionsOf } from '../support/docs/pages';
import { nameOf, type Offered } from '../support/rules/allOperations';
import { project } from '../support/package/copy';
import { endpointsOf, scopesOf } from '../support/rules/contractRules';
import { allScopes } from '../support/service/contract';
import { useService } from '../support/service/useService';

/** The endpoints of an operation, and the scopes that its access token needs. */
const contractOf = (offered: Offered): string[] => [
	...endpointsOf(offered).map(({ method, path }) => `${method} ${path}`),
	...scopesOf(offered),
];

/** The endpoints and scopes that a text names. */
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

describe.each(nodePages)('$page.path', ({ page, offered }) => {
	const sections = sectionsOf(page);
	const service = useService({ world: caseWorld });

	it('names the endpoints and scopes of the node, and no others', () => {
		const wanted = new Set(offered.flatMap(contractOf));
		expect(new Set(contractIn(page.text))).toEqual(wanted);
	});

	it('has a section for each operation, and the README lists them', () => {
		expect([...sections.keys()]).toEqual(expect.arrayContaining(offered.map(headingOf)));
		const lists = pageAt('README.md').text.matchAll(
			new RegExp(`\\(${page.path}\\) › ([^|]*)`, 'g'),
		);
		const listed = [...lists].flatMap(([, names = '']) => names.trim().split(', '));
		expect(listed.sort()).toEqual(offered.map(({ operation }) => operation.name).sort());
	});

	it('has the present fields of each operation; if not, `npm run fields` writes them', () => {
		expect(page.text).toBe(withFieldTables(page.text, offered));
	});

	it.each(offered.map((each) => [headingOf(each), each] as const))(
		'has its endpoint and a sample of its output at %s',
		async (name, each) => {
			const section = sections.get(name) ?? '';
			const contract = contractIn(section);
			if (contract.length > 0) expect(contract).toEqual(expect.arrayContaining(contractOf(each)));
			const samples = samplesIn(section);
			const rows: unknown[] = [];
			const given = cases.filter(({ operation }) => operation === nameOf(each));
			const parameters = EXPORT[nameOf(each)] ?? {};
			const asPreset = each.operation.kind === 'list' ? given.slice(0, 1) : [];
			const runs = [...given, ...asPreset.map((first) => ({ ...first, parameters }))];
			for (const run of runs) {
				if (samples.length === 0) break;
				service.reset();
				const { outputs } = await runCase(service, run);
				// As texts, so that the order of the columns counts.
				rows.push(...outputs.flat().map((item) => JSON.stringify(item.json)));
			}
			for (const sample of samples) expect(rows).toContain(JSON.stringify(sample));
		},
	);
});

it('the page of shared fields has their present table; if not, `npm run fields` writes it', () => {
	const { text } = pageAt(SHARED_FIELDS_PAGE);
	expect(text).toBe(withSharedFields(text));
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
