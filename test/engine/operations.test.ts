import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/json';
import { runNode, type NodeRun } from '../support/harness/harness';
import { allOperations, nameOf, type Offered } from '../support/rules/allOperations';
import { call, inside } from '../support/service/client';
import { allScopes } from '../support/service/contract';
import { Ids } from '../support/service/ids';
import type { Service } from '../support/service/service';
import { startService } from '../support/service/service';
import { someReadings } from '../support/service/switches';

let service: Service;

beforeAll(async () => {
	service = await startService();
});

beforeEach(() => {
	service.reset();
});

afterAll(async () => {
	await service.stop();
});

const corp = { __rl: true, mode: 'name', value: 'corp.example.com' };
const atlantis = { __rl: true, mode: 'name', value: 'atlantis.example.com' };
const wire = (id: number) => new Ids().outward(id, service.switches.largeIds);
const byId = (id: number) => ({ __rl: true, mode: 'id', value: wire(id) });
const text = (texts: Array<string | undefined>) => texts.map((each) => each?.toLowerCase());

/** A bulk request that is ready, and what its pages are asked with. */
async function readyBulk(): Promise<INodeParameters> {
	const body = { query: '*', start_time: '2020-01-01T00:00:00Z', end_time: '2100-01-01T00:00:00Z' };
	const request_id = asText(
		inside(await call(service, 'POST', '/alerts/bulk', body), 'data.request_id'),
	);
	const page_no = service.switches.bulkFirstPage;
	for (let fetches = 0; fetches < service.switches.bulkFetchesBeforeReady; fetches += 1) {
		await call(service, 'GET', `/alerts/bulk?request_id=${request_id}&page_no=${page_no}`);
	}
	return { request_id, page_no };
}

/** One operation as a user sets it, and what then comes out and is so in the service. */
interface Case {
	operation: string;
	set: () => INodeParameters | Promise<INodeParameters>;
	/** What the rows show, and what they should show. */
	shows: (rows: IDataObject[]) => unknown;
	expected: () => unknown;
	/** Settings that the service refuses, and what the issue or message says of it. */
	refused?: [INodeParameters | (() => INodeParameters), RegExp];
}

const idsOf = (name: string) => (rows: IDataObject[]) =>
	rows.map((row) => asText(row[name])).sort();
const wireIds = (ids: Iterable<number>) => [...ids].map(wire).sort();
const outcome = (rows: IDataObject[]) => rows.map((row) => row.outcome);
const succeeded = () => ['succeeded'];

const cases: Case[] = [
	{
		operation: 'agent.add',
		set: () => ({ device_name: 'CORP-PC-01', domain_name: corp }),
		shows: outcome,
		expected: succeeded,
		refused: [{ device_name: 'X', domain_name: atlantis }, /Domain .* is not configured/],
	},
	{
		operation: 'agent.getAll',
		set: () => ({ returnAll: true, filters: { status: 'agent_not_communicating' } }),
		shows: idsOf('agent_id'),
		expected: () => wireIds([303, 307]),
	},
	{
		operation: 'agent.update',
		set: () => ({ agent_id: byId(301), updateFields: { display_name: 'New', log_level: '3' } }),
		shows: () =>
			[301]
				.map((id) => service.world.agents.get(id))
				.map((agent) => [agent?.display_name, agent?.log_level]),
		expected: () => [['New', '3']],
		refused: [
			() => ({ agent_id: byId(999), updateFields: { log_level: '2' } }),
			/Agent id was not found/,
		],
	},
	{
		operation: 'alert.getAll',
		set: () => ({
			returnAll: true,
			filters: { severity: ['critical'], status: ['open', 'closed'] },
		}),
		shows: (rows) => rows.map((row) => row.Message).sort(),
		expected: () =>
			Array.from({ length: service.world.alerts.count }, (_none, index) =>
				service.world.alerts.at(index),
			)
				.filter(({ severity, status }) => severity === 'critical' && status !== 'in_progress')
				.map(({ message }) => message)
				.sort(),
		refused: [{ queryAs: 'text', query: 'NOFIELD = "1"' }, /Something went wrong/],
	},
	{
		operation: 'alert.startBulkRequest',
		set: () => ({}),
		shows: (rows) => rows.map((row) => [row.outcome, typeof row.request_id]),
		expected: () => [['succeeded', 'string']],
		refused: [{ queryAs: 'text', query: 'NOFIELD = "1"' }, /Something went wrong/],
	},
	{
		operation: 'alert.getBulkPage',
		set: readyBulk,
		shows: (rows) => rows.length,
		expected: () => 60,
		refused: [{ request_id: 'bulk-none' }, /Something went wrong/],
	},
	{
		operation: 'alert.exportAlerts',
		set: () => ({ output: 'items' }),
		shows: (rows) => rows.length,
		expected: () => 60,
		refused: [{ queryAs: 'text', query: 'NOFIELD = "1"' }, /Something went wrong/],
	},
	{
		operation: 'alertProfile.getAll',
		set: () => ({ returnAll: true }),
		shows: idsOf('profile_id'),
		expected: () => wireIds([901, 902, 903, 904]),
	},
	{
		operation: 'computer.getAll',
		set: () => ({ returnAll: true, configured: 'notConfigured' }),
		shows: (rows) =>
			text(rows.map((row) => `${asText(row.name)} ${asText(row.domain_name)}`)).sort(),
		expected: () =>
			text(
				service.world.computers
					.filter(({ domain, name }) => service.world.logSourceAt(domain, name) === undefined)
					.map(({ domain, name }) => `${name} ${domain}`),
			).sort(),
	},
	{
		operation: 'domain.getAll',
		set: () => ({ returnAll: true }),
		shows: (rows) => rows.map((row) => row.domain_name),
		expected: () => service.world.domains.map((domain) => domain.domain_name),
	},
	{
		operation: 'logSource.add',
		set: () => ({
			log_source: 'NEW-01',
			domain_name: corp,
			additionalFields: { agent_id: byId(301) },
		}),
		shows: () => service.world.logSourceAt('corp.example.com', 'NEW-01')?.hidden.agent_id,
		expected: () => 301,
		refused: [{ log_source: 'X', domain_name: atlantis }, /Domain .* is not configured/],
	},
	{
		operation: 'logSource.delete',
		set: () => ({
			deleteBy: 'nameAndDomain',
			log_source: { __rl: true, mode: 'name', value: 'CORP-PC-01' },
			domain_name: corp,
		}),
		shows: (rows) => [
			rows.map((row) => row.deleted),
			service.world.logSourceAt('corp.example.com', 'CORP-PC-01'),
		],
		expected: () => [[true], undefined],
		refused: [
			{ deleteBy: 'name', log_source: { __rl: true, mode: 'name', value: 'SHARED-01' } },
			/Several log sources share this name/,
		],
	},
	{
		operation: 'logSource.getAll',
		set: () => ({
			returnAll: true,
			filters: { domain_name: corp, log_collector_state: 'active' },
			options: { sort: 'log_source', is_ascending: false },
		}),
		shows: (rows) => rows.map((row) => asText(row.log_source_id)),
		expected: () =>
			[...service.world.logSources.values()]
				.filter((s) => s.domain_name === corp.value && s.log_collector_state === 'active')
				.sort((a, b) => (a.log_source.toLowerCase() < b.log_source.toLowerCase() ? 1 : -1))
				.map((source) => wire(source.log_source_id)),
	},
	{
		operation: 'logSource.setEventSourceFiles',
		set: () => ({ log_source_id: byId(1001), source_files: ['Security', 'System'] }),
		shows: () => service.world.logSources.get(1001)?.hidden.source_files,
		expected: () => ['Security', 'System'],
		refused: [
			() => ({ log_source_id: byId(9999), source_files: ['Security'] }),
			/\[API\] Request failed/,
		],
	},
	{
		operation: 'logSource.update',
		set: () => ({
			log_source_id: byId(1001),
			updateFields: {
				log_source_group: { __rl: true, mode: 'name', value: 'Critical Servers' },
				monitoring_interval: 30,
				time_zone: 'GMT+01:00',
			},
		}),
		shows: () => {
			const { log_source_group, hidden } = service.world.logSources.get(1001) ?? {};
			return [log_source_group, hidden?.monitoring_interval, hidden?.time_zone];
		},
		expected: () => ['Critical Servers', 30, 'GMT+01:00'],
		refused: [
			() => ({ log_source_id: byId(1001), updateFields: { time_zone: 'Mars' } }),
			/Time zone format is invalid/,
		],
	},
	{
		operation: 'logSourceGroup.getAll',
		set: () => ({ returnAll: true, options: { sort: 'log_source_group_id', is_ascending: false } }),
		shows: (rows) => rows.map((row) => asText(row.log_source_group_id)),
		expected: () => [203, 202, 201].map(wire),
	},
	{
		operation: 'logType.create',
		set: () => ({ log_type_display_name: 'Payments', type: 'syslog' }),
		shows: (rows) => rows.map((row) => [row.outcome, asText(row.log_type_id)]),
		expected: () => [['succeeded', wire(504)]],
		refused: [{ log_type_display_name: 'Billing' }, /Something went wrong/],
	},
	{
		operation: 'logType.delete',
		set: () => ({ log_type_id: byId(503) }),
		shows: (rows) => [rows.map((row) => row.deleted), service.world.logTypes.has(503)],
		expected: () => [[true], false],
		refused: [() => ({ log_type_id: byId(502) }), /Something went wrong/],
	},
	{
		operation: 'logType.getAll',
		set: () => ({ returnAll: true }),
		shows: idsOf('log_type_id'),
		expected: () => wireIds(service.world.logTypes.keys()),
	},
	{
		operation: 'parserRule.create',
		set: () => ({
			log_type_id: byId(503),
			rule_name: 'New',
			regex: 'a=(?<a>\\S+)',
			mappings: { mapping: [{ display_name: 'A', value: 'a' }] },
			applyWhenAs: 'groups',
			conditionGroups: {
				group: [
					{ conditions: { condition: [{ attribute: 'ID', operator: 'multi', operand: '1,2' }] } },
				],
			},
		}),
		shows: (rows) => [
			rows.map((row) => asText(row.rule_id)),
			service.world.rules.get(705)?.fields,
			service.world.rules.get(705)?.apply_when,
		],
		expected: () => [[wire(705)], [{ display_name: 'A', value: 'a' }], "ID multi '1,2'"],
		refused: [
			() => ({ log_type_id: byId(999), rule_name: 'X', regex: 'x' }),
			/Something went wrong/,
		],
	},
	{
		operation: 'parserRule.delete',
		set: () => ({ rule_id: byId(702) }),
		shows: (rows) => [rows.map((row) => row.deleted), service.world.rules.has(702)],
		expected: () => [[true], false],
		refused: [() => ({ rule_id: byId(704) }), /Something went wrong/],
	},
	{
		operation: 'parserRule.getAll',
		set: () => ({ returnAll: true, log_type_id: byId(502) }),
		shows: idsOf('rule_id'),
		expected: () => wireIds([702, 704]),
		refused: [() => ({ log_type_id: byId(999) }), /Something went wrong/],
	},
	{
		operation: 'parserRule.update',
		set: () => ({
			rule_id: byId(702),
			updateFields: { rule_name: 'Renamed', method: 'regex', regex: 'x' },
		}),
		shows: () =>
			[702].map((id) => service.world.rules.get(id)).map((rule) => [rule?.rule_name, rule?.regex]),
		expected: () => [['Renamed', 'x']],
		refused: [
			() => ({ rule_id: byId(701), updateFields: { rule_name: 'X', method: 'regex' } }),
			/Something went wrong/,
		],
	},
];

const offeredAs = (name: string): Offered => {
	const offered = allOperations.find((each) => nameOf(each) === name);
	if (offered === undefined) throw new Error(`There is no operation ${name}`);
	return offered;
};

const run = async (
	name: string,
	parameters: INodeParameters,
	setting: { accessToken?: string; onError?: 'continueRegularOutput' } = {},
): Promise<NodeRun> => {
	const { node, operation } = offeredAs(name);
	const { accessToken = service.token, ...rest } = setting;
	return await runNode({
		node,
		parameters: { operation: operation.value, ...parameters },
		credentials: { baseUrl: service.url, accessToken },
		...rest,
	});
};

const rowsOf = ({ outputs: [items = []] }: NodeRun) => items.map(({ json }) => json);

describe.each(someReadings())('in n8n, at a service with $name', ({ switches }) => {
	beforeEach(() => {
		service.set(switches);
	});

	it.each(cases.map((each) => [each.operation, each] as const))(
		'%s does its work',
		async (name, { set, shows, expected }) => {
			const parameters = await set();
			const wanted = expected();
			const result = await run(name, parameters);
			expect(result.error).toBeUndefined();
			expect(shows(rowsOf(result))).toEqual(wanted);
			expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				rowsOf(result).map(() => ({ item: 0 })),
			);
		},
	);

	it.each(
		cases.flatMap(({ operation, refused }) => (refused ? [[operation, ...refused] as const] : [])),
	)('%s says why it was refused', async (name, set, says) => {
		// Under 5xx a read is sent again, and that takes its time.
		if (service.switches.errorStatus === 500) service.set({ errorStatus: 403 });
		const result = await run(name, typeof set === 'function' ? set() : set, {
			onError: 'continueRegularOutput',
		});
		expect(rowsOf(result).length).toBe(1);
		const [row = {}] = rowsOf(result);
		expect(row.issue ?? inside({ body: row }, 'error.message')).toMatch(says);
	});
});

describe('a token without the scope of an operation', () => {
	it.each(cases.map((each) => [each.operation, each] as const))(
		'is refused by %s, which names the scope',
		async (name, { set }) => {
			const { scope } = offeredAs(name).operation;
			const accessToken = service.tokenWith(allScopes.filter((other) => other !== scope));
			const parameters = await set();
			const result = await run(name, parameters, { accessToken });
			expect(result.error).toMatchObject({
				name: 'NodeApiError',
				message: 'The service refused the access token',
				description: expect.stringContaining(
					// The computers of all domains begin with the domains, of the same scope.
					`it lacks the scope ${scope}`,
				),
			});
		},
	);
});

describe('the table', () => {
	it('holds every operation', () => {
		expect(cases.map(({ operation }) => operation).sort()).toEqual(
			allOperations.map(nameOf).sort(),
		);
	});
});
