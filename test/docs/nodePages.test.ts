import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { cases } from '../cases';
import { runCase } from '../support/cases/runCase';
import { caseWorld } from '../support/cases/world';
import { pageAt, pagePathOf, sectionsOf } from '../support/docs/pages';
import { project } from '../support/package/copy';
import { nameOf, operationsByNode, type Offered } from '../support/rules/allOperations';
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

const scopes = new Set(allScopes);

const nodes = Object.entries(operationsByNode).map(([node, operations]) => ({
	node,
	page: pageAt(pagePathOf(node)),
	offered: operations.map((operation): Offered => ({ node, operation })),
}));

const samplesIn = (text: string): unknown[] =>
	[...text.matchAll(/^```json\n([^]*?)^```/gm)].map(([, json = '']) => JSON.parse(json) as unknown);

describe.each(nodes)('$page.path', ({ page, offered }) => {
	const sections = sectionsOf(page);
	const service = useService({ world: caseWorld });

	it('names the endpoints and scopes of the node, and no others', () => {
		const wanted = new Set(offered.flatMap(contractOf));
		expect(new Set(contractIn(page.text))).toEqual(wanted);
	});

	it.each(offered.map((each) => [each.operation.name, each] as const))(
		'has its endpoint and a sample of its output at %s',
		async (name, each) => {
			const section = sections.get(name) ?? '';
			const contract = contractIn(section);
			if (contract.length > 0) expect(contract).toEqual(expect.arrayContaining(contractOf(each)));
			const samples = samplesIn(section).flat();
			const rows: unknown[] = [];
			for (const given of cases.filter(({ operation }) => operation === nameOf(each))) {
				if (samples.length === 0) break;
				service.reset();
				const { outputs } = await runCase(service, given);
				rows.push(...outputs.flat().map((item) => item.json));
			}
			for (const sample of samples) expect(rows).toContainEqual(sample);
		},
	);
});

it('the README names each node with its operations', () => {
	const lines = pageAt('README.md').text.split('\n');
	const missing = nodes.flatMap(({ page, offered }) => {
		const names = lines
			.filter((line) => line.includes(`(${page.path})`))
			.flatMap((line) => (/› ([^|]+) \|/.exec(line)?.[1] ?? '').trim().split(', '));
		return offered
			.filter(({ operation }) => !names.includes(operation.name))
			.map((each) => `${page.path}: ${each.operation.name}`);
	});
	expect(missing).toEqual([]);
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
	expect(new Set(named)).toEqual(scopes);
});
