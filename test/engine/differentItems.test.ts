import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { asText } from '../../nodes/shared/json';
import { CORP, id, named } from '../cases/case';
import { rowsOf } from '../support/cases/results';
import { caseWorld } from '../support/cases/world';
import { runNode } from '../support/harness/harness';
import type { OperationId } from '../support/service/contract';
import type { Service } from '../support/service/service';
import { useService } from '../support/service/useService';

const LAB = 'lab.example.com';

/** A write of two items that differ in all that may differ. */
interface Pair {
	operation: `${string}.${string}`;
	endpoint: OperationId;
	/** What the user sets; `options` come with it. */
	parameters: INodeParameters;
	options?: INodeParameters;
	items: readonly [IDataObject, IDataObject];
	/** What the service holds of an item. */
	held: (service: Service, item: IDataObject) => unknown;
	/** What it holds of both once they are written. */
	written: readonly [unknown, unknown];
	/** The names and ids of the rows, in order. */
	rows: readonly [IDataObject, IDataObject];
	/** What the first row says if its answer is lost: after the service did it, and before. */
	lost: readonly [after: string, before: string];
}

const LISTED = 'succeeded';
const OPEN = 'unknown';

const source = ({ world }: Service, { log_source_id }: IDataObject) =>
	world.logSources.get(Number(log_source_id));
const rule = ({ world }: Service, { rule_id }: IDataObject) => world.rules.get(Number(rule_id));
const ruleNamed = ({ world }: Service, { name }: IDataObject) =>
	[...world.rules.values()].find(({ rule_name }) => rule_name === name);
const shown = (value: object | undefined, ...names: string[]) =>
	value && names.map((name) => Object.entries(value).find(([key]) => key === name)?.[1] as unknown);

const TWO_RULES = [
	{ type: 503, name: 'One', regex: 'a=(?<a>\\S+)', label: 'A', group: 'a' },
	{ type: 502, name: 'Two', regex: 'b=(?<b>\\d+)', label: 'B', group: 'b' },
] as const;
const NEW_RULE: INodeParameters = {
	log_type_id: id('={{ $json.type }}'),
	rule_name: '={{ $json.name }}',
	regex: '={{ $json.regex }}',
	mappings: { mapping: [{ display_name: '={{ $json.label }}', value: '={{ $json.group }}' }] },
};
const heldRule = (service: Service, item: IDataObject) =>
	shown(ruleNamed(service, item), 'log_type_id', 'regex', 'fields');
const WRITTEN_RULES = [
	[503, 'a=(?<a>\\S+)', [{ display_name: 'A', value: 'a' }]],
	[502, 'b=(?<b>\\d+)', [{ display_name: 'B', value: 'b' }]],
] as const;

const PAIRS: readonly Pair[] = [
	{
		operation: 'logSource.add',
		endpoint: 'addLogSources',
		parameters: {
			log_source: '={{ $json.name }}',
			domain_name: named('={{ $json.domain }}'),
		},
		options: { agent_id: id('={{ $json.agent }}') },
		items: [
			{ name: 'CORP-PC-02', domain: CORP, agent: 301 },
			{ name: 'LAB-02', domain: LAB, agent: 307 },
		],
		held: ({ world }, { domain, name }) =>
			world.logSourceAt(asText(domain), asText(name))?.hidden.agent_id,
		written: [301, 307],
		rows: [
			{ log_source: 'CORP-PC-02', domain_name: CORP },
			{ log_source: 'LAB-02', domain_name: LAB },
		],
		lost: [LISTED, OPEN],
	},
	{
		operation: 'logSource.delete',
		endpoint: 'deleteLogSources',
		parameters: { log_source_id: id('={{ $json.log_source_id }}') },
		items: [{ log_source_id: 1001 }, { log_source_id: 1903 }],
		held: source,
		written: [undefined, undefined],
		rows: [{ log_source_id: 1001 }, { log_source_id: 1903 }],
		lost: [LISTED, OPEN],
	},
	{
		operation: 'logSource.update',
		endpoint: 'updateLogSources',
		parameters: {
			log_source_id: id('={{ $json.log_source_id }}'),
			updateFields: { display_name: '={{ $json.shown }}' },
		},
		items: [
			{ log_source_id: 1001, shown: 'First' },
			{ log_source_id: 1903, shown: 'Second' },
		],
		held: (service, item) => source(service, item)?.display_name,
		written: ['First', 'Second'],
		rows: [
			{ log_source_id: 1001, display_name: 'First' },
			{ log_source_id: 1903, display_name: 'Second' },
		],
		lost: [LISTED, OPEN],
	},
	{
		operation: 'logSource.setEventSourceFiles',
		endpoint: 'updateEventSources',
		parameters: {
			log_source_id: id('={{ $json.log_source_id }}'),
			source_files: '={{ $json.files }}',
		},
		items: [
			{ log_source_id: 1001, files: ['Security'] },
			{ log_source_id: 1903, files: ['System', 'Setup'] },
		],
		held: (service, item) => source(service, item)?.hidden.source_files,
		written: [['Security'], ['System', 'Setup']],
		rows: [{ log_source_id: 1001 }, { log_source_id: 1903 }],
		lost: [OPEN, OPEN],
	},
	{
		operation: 'agent.add',
		endpoint: 'addAgents',
		parameters: {
			device_name: '={{ $json.name }}',
			domain_name: named('={{ $json.domain }}'),
			credentials: { user_name: '={{ $json.user }}', password: '={{ $json.word }}' },
		},
		options: { waitMinutes: 1 },
		items: [
			{ name: 'CORP-PC-02', domain: CORP, user: 'first', word: 'one' },
			{ name: 'LAB-02', domain: LAB, user: 'second', word: 'two' },
		],
		held: ({ world }, { name }) => {
			const agent = [...world.agents.values()].find(({ agent_name }) => agent_name === name);
			return shown(agent, 'domain_name', 'credentials');
		},
		written: [
			[CORP, { user_name: 'first', password: 'one' }],
			[LAB, { user_name: 'second', password: 'two' }],
		],
		rows: [
			{ device_name: 'CORP-PC-02', domain_name: CORP },
			{ device_name: 'LAB-02', domain_name: LAB },
		],
		lost: [LISTED, OPEN],
	},
	{
		operation: 'agent.update',
		endpoint: 'updateAgents',
		parameters: {
			agent_id: id('={{ $json.agent_id }}'),
			updateFields: { display_name: '={{ $json.shown }}', log_level: '={{ $json.level }}' },
		},
		items: [
			{ agent_id: 301, shown: 'First', level: '2' },
			{ agent_id: 307, shown: 'Second', level: '3' },
		],
		held: ({ world }, { agent_id }) =>
			shown(world.agents.get(Number(agent_id)), 'display_name', 'log_level'),
		written: [
			['First', '2'],
			['Second', '3'],
		],
		rows: [
			{ agent_id: '301', display_name: 'First' },
			{ agent_id: '307', display_name: 'Second' },
		],
		lost: [OPEN, OPEN],
	},
	{
		operation: 'logType.create',
		endpoint: 'createLogType',
		parameters: {
			log_type_display_name: '={{ $json.name }}',
			type: '={{ $json.kind }}',
		},
		items: [
			{ name: 'First_1', kind: 'syslog' },
			{ name: 'Second_2', kind: 'application' },
		],
		held: ({ world }, { name }) =>
			[...world.logTypes.values()].some(
				({ log_type_display_name }) => log_type_display_name === name,
			),
		written: [true, true],
		rows: [{ log_type_display_name: 'First_1' }, { log_type_display_name: 'Second_2' }],
		lost: [LISTED, OPEN],
	},
	{
		operation: 'logType.delete',
		endpoint: 'deleteLogType',
		parameters: { log_type_id: id('={{ $json.log_type_id }}') },
		items: [{ log_type_id: 504 }, { log_type_id: 506 }],
		held: ({ world }, { log_type_id }) => world.logTypes.has(Number(log_type_id)),
		written: [false, false],
		rows: [{ log_type_id: 504 }, { log_type_id: 506 }],
		lost: [LISTED, OPEN],
	},
	...(['parserRule.create', 'parserRule.upsert'] as const).map((operation): Pair => ({
		operation,
		endpoint: 'createParserRule',
		parameters: NEW_RULE,
		items: TWO_RULES,
		held: heldRule,
		written: WRITTEN_RULES,
		rows: [{ rule_name: 'One' }, { rule_name: 'Two' }],
		lost: [LISTED, OPEN],
	})),
	{
		operation: 'parserRule.update',
		endpoint: 'updateParserRule',
		parameters: {
			log_type_id: id('={{ $json.type }}'),
			rule_id: id('={{ $json.rule_id }}'),
			updateFields: { rule_name: '={{ $json.name }}', regex: '={{ $json.regex }}' },
		},
		items: [
			{ type: 502, rule_id: 705, name: 'First', regex: 'a' },
			{ type: 503, rule_id: 703, name: 'Second', regex: 'b' },
		],
		held: (service, item) => shown(rule(service, item), 'rule_name', 'regex'),
		written: [
			['First', 'a'],
			['Second', 'b'],
		],
		rows: [
			{ rule_id: 705, rule_name: 'First' },
			{ rule_id: 703, rule_name: 'Second' },
		],
		lost: [LISTED, OPEN],
	},
	{
		operation: 'parserRule.delete',
		endpoint: 'deleteParserRule',
		parameters: { log_type_id: id('={{ $json.type }}'), rule_id: id('={{ $json.rule_id }}') },
		items: [
			{ type: 502, rule_id: 705 },
			{ type: 503, rule_id: 703 },
		],
		held: rule,
		written: [undefined, undefined],
		rows: [{ rule_id: 705 }, { rule_id: 703 }],
		lost: [OPEN, OPEN],
	},
];

const service = useService({ world: caseWorld });

async function write({ operation, parameters, options, items }: Pair): Promise<IDataObject[]> {
	const [node = '', value] = operation.split('.');
	const result = await runNode({
		node,
		parameters: {
			operation: value,
			...parameters,
			options: { ...options, batchSize: 1 },
		},
		items: items.map((json) => ({ json })),
		credentials: { baseUrl: service.url, accessToken: service.token },
		onError: 'continueRegularOutput',
	});
	return rowsOf(result);
}

const heldOf = ({ held, items }: Pair): unknown[] =>
	items.map((item) => structuredClone(held(service, item)));

describe.each(PAIRS.map((pair) => [pair.operation, pair] as const))(
	'two items that differ in everything, by %s',
	(_name, pair) => {
		beforeEach(() => service.set({ largeIds: false }));

		it('are written each as it is', async () => {
			const rows = await write(pair);
			expect(rows).toMatchObject(pair.rows.map((row) => ({ outcome: 'succeeded', ...row })));
			expect(heldOf(pair)).toEqual(pair.written);
		});

		it.each([
			['after the service did it', 'afterEffect', 0],
			['before the service did it', 'resetBefore', 1],
		] as const)('stay apart if an answer is lost %s', async (_when, kind, at) => {
			const [before] = heldOf(pair);
			service.faults.push({ kind, times: 1, match: { operation: pair.endpoint } });
			const rows = await write(pair);
			expect(rows.map(({ outcome }) => outcome)).toEqual([pair.lost[at], 'succeeded']);
			expect(rows).toMatchObject(pair.rows);
			const [first, second] = pair.written;
			expect(heldOf(pair)).toEqual([at === 0 ? first : before, second]);
		});
	},
);
