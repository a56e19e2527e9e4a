import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { mainCases } from '../cases';
import { id, named } from '../cases/case';
import { byName, rowsOf } from '../support/cases/results';
import { runCase } from '../support/cases/runCase';
import { caseWorld } from '../support/cases/world';
import { runNode } from '../support/harness/harness';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld, switches: documented.switches });

/** A write of two items that differ in all that may differ. */
interface Pair {
	operation: `${string}.${string}`;
	/** What the user sets, which each item gives. */
	parameters: INodeParameters;
	items: readonly [IDataObject, IDataObject];
	/** The body or the query of an item's request. */
	sent: (item: IDataObject) => unknown;
}

const of = (name: string): string => `={{ $json.${name} }}`;

const RULES = {
	parameters: {
		log_type_id: id(of('log_type_id')),
		rule_name: of('rule_name'),
		regex: of('regex'),
		mappings: { mapping: [{ display_name: of('label'), value: of('group') }] },
	},
	items: [
		{ log_type_id: 503, rule_name: 'One', regex: 'a=(?<a>\\S+)', label: 'A', group: 'a' },
		{ log_type_id: 502, rule_name: 'Two', regex: 'b=(?<b>\\d+)', label: 'B', group: 'b' },
	],
	sent: ({ label, group, ...rule }) => ({
		...{ ...rule, method: 'regex' },
		fields: [{ display_name: label, value: group }],
	}),
} satisfies Omit<Pair, 'operation'>;

const PAIRS: readonly Pair[] = [
	{
		operation: 'logSource.add',
		parameters: {
			log_source: of('log_source'),
			domain_name: named(of('domain_name')),
			options: { agent_id: id(of('agent_id')) },
		},
		items: [
			{ log_source: 'CORP-PC-02', domain_name: 'corp.example.com', agent_id: 301 },
			{ log_source: 'LAB-02', domain_name: 'lab.example.com', agent_id: 307 },
		],
		sent: (item) => ({ log_sources: [item] }),
	},
	{
		operation: 'logSource.update',
		parameters: {
			log_source_id: id(of('log_source_id')),
			updateFields: { display_name: of('display_name') },
		},
		items: [
			{ log_source_id: 1001, display_name: 'First' },
			{ log_source_id: 1903, display_name: 'Second' },
		],
		sent: (item) => ({ log_sources: [item] }),
	},
	{
		operation: 'logSource.setEventSourceFiles',
		parameters: { log_source_id: id(of('log_source_id')), source_files: of('source_files') },
		items: [
			{ log_source_id: 1001, source_files: ['Security'] },
			{ log_source_id: 1903, source_files: ['System', 'Setup'] },
		],
		sent: ({ log_source_id, source_files }) => ({
			...{ log_source_ids: [log_source_id], source_files },
		}),
	},
	{
		operation: 'agent.add',
		parameters: {
			device_name: of('device_name'),
			domain_name: named(of('domain_name')),
			credentials: { user_name: of('user_name'), password: of('password') },
		},
		items: [
			{ device_name: 'A', domain_name: 'corp.example.com', user_name: 'first', password: 'one' },
			{ device_name: 'B', domain_name: 'lab.example.com', user_name: 'second', password: 'two' },
		],
		sent: (item) => ({ agents: [item] }),
	},
	{
		operation: 'agent.update',
		parameters: {
			agent_id: id(of('agent_id')),
			updateFields: { display_name: of('display_name'), log_level: of('log_level') },
		},
		items: [
			{ agent_id: '301', display_name: 'First', log_level: '2' },
			{ agent_id: '307', display_name: 'Second', log_level: '3' },
		],
		sent: (item) => ({ agents: [item] }),
	},
	{
		operation: 'logType.create',
		parameters: { log_type_display_name: of('log_type_display_name'), type: of('type') },
		items: [
			{ log_type_display_name: 'First_1', type: 'syslog' },
			{ log_type_display_name: 'Second_2', type: 'application' },
		],
		sent: (item) => item,
	},
	{ operation: 'parserRule.create', ...RULES },
	{ operation: 'parserRule.upsert', ...RULES },
	{
		operation: 'parserRule.update',
		parameters: {
			log_type_id: id(of('log_type_id')),
			rule_id: id(of('rule_id')),
			updateFields: { rule_name: of('rule_name'), regex: of('regex') },
		},
		items: [
			{ log_type_id: 502, rule_id: 705, rule_name: 'First', regex: 'a' },
			{ log_type_id: 503, rule_id: 703, rule_name: 'Second', regex: 'b' },
		],
		sent: ({ log_type_id: _completed, ...rule }) => rule,
	},
];

const writesSent = () => service.requests.filter(({ method }) => method !== 'GET');

it.each(PAIRS)(
	'two items that differ in everything are sent each as it is: $operation',
	async (pair) => {
		const { operation, parameters, items, sent } = pair;
		const [node = '', value = ''] = operation.split('.');
		const result = await runNode({
			node,
			parameters: {
				...{ operation: value, ...parameters },
				options: { ...(parameters['options'] as INodeParameters | undefined), batchSize: 1 },
			},
			items: items.map((json) => ({ json })),
			credentials: { baseUrl: service.url, accessToken: service.token },
		});
		expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded']);
		expect(writesSent().map(({ body }) => body)).toMatchObject(items.map(sent));
	},
);

/** Writes that no list shows to be done. */
const UNLISTED = ['logSource.setEventSourceFiles', 'parserRule.delete'];

const writes = mainCases.filter(({ done }) => done !== undefined).map(byName);

describe.each([
	['after the service did it', 'afterEffect'],
	['before the service did it', 'resetBefore'],
] as const)('an answer that is lost %s', (_when, kind) => {
	it.each(writes)('leaves the other items of %s as they are: %s', async (_node, _name, each) => {
		for (const method of ['POST', 'PUT', 'DELETE']) {
			service.faults.push({ kind, times: 1, match: { method } });
		}
		const { items = [], parameters, done } = each;
		const { options } = parameters as { options?: INodeParameters };
		const result = await runCase(service, each, {
			parameters: { options: { ...options, batchSize: 1 } },
			onError: 'continueRegularOutput',
		});
		const isTold = kind === 'afterEffect' && !UNLISTED.includes(each.operation);
		expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual(
			items.map((_item, at) => (at === 0 && !isTold ? 'unknown' : 'succeeded')),
		);
		expect(items.map((item) => done?.(service, item))).toEqual(
			items.map((_item, at) => at > 0 || kind === 'afterEffect'),
		);
		expect(writesSent()).toHaveLength(items.length);
	});
});
