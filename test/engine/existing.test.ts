import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { asText } from '../../nodes/shared/json';
import { CORP, id, named } from '../cases/case';
import { rowsOf } from '../support/cases/results';
import { withIds } from '../support/cases/wire';
import { caseWorld } from '../support/cases/world';
import { runNode, type NodeRun } from '../support/harness/harness';
import type { OperationId } from '../support/service/contract';
import { documented, likely } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld });

async function run(
	node: string,
	parameters: INodeParameters,
	items: readonly IDataObject[] = [{}],
	accessToken = service.token,
): Promise<NodeRun> {
	service.clearRequests();
	return await runNode({
		node,
		parameters: withIds(parameters, service.switches.largeIds),
		items: items.map((json) => ({ json })),
		credentials: { baseUrl: service.url, accessToken },
		onError: 'continueRegularOutput',
	});
}

/** What became of each item: what was done, or its outcome if it did not succeed. */
const told = (result: NodeRun): string[] =>
	rowsOf(result).map(({ outcome, detail }) => asText(outcome === 'succeeded' ? detail : outcome));

const changes = (): string[] =>
	service.requests.map(({ method }) => method).filter((method) => method !== 'GET');

/** The service answers the first request of that operation with other data. */
const answerOnce = (operation: OperationId, data: object) =>
	service.faults.push({ kind: 'dataWrong', data, times: 1, match: { operation, nth: 1 } });

const stateOf = (): unknown => structuredClone([...service.world.rules.values()]);

const rules = [
	{ name: 'Invoice posted', regex: 'a=(?<a>x)' },
	{ name: 'New rule', regex: 'b=(?<b>x)' },
	{ name: 'Newer rule', regex: 'c=(?<c>x)' },
];

const applied = ['Changed', 'Created', 'Created'];
const RETURNED = 'Already there, returned';
const LOST = 'As asked for, by the list: the answer was lost';

const applyRules = async (more: INodeParameters = {}, items: readonly IDataObject[] = rules) =>
	await run(
		'parserRule',
		{
			operation: 'upsert',
			log_type_id: id(503),
			rule_name: '={{ $json.name }}',
			regex: '={{ $json.regex }}',
			...more,
		},
		items,
	);

const addLogSources = async (names: readonly string[], ifExists: string) =>
	await run(
		'logSource',
		{
			operation: 'add',
			log_source: '={{ $json.name }}',
			domain_name: named(CORP),
			ifExists,
		},
		names.map((name) => ({ name })),
	);

const many = (text: string, length: number, end = (at: number): string => String(at)): string[] =>
	Array.from({ length }, (_none, at) => `${text}${end(at)}`);

const addLogTypes = async (names: readonly string[]) =>
	await run(
		'logType',
		{
			operation: 'create',
			log_type_display_name: '={{ $json.name }}',
			type: 'syslog',
			ifExists: 'return',
		},
		names.map((name) => ({ name })),
	);

describe.each([documented, likely])('what exists, at a service that is $name', ({ switches }) => {
	beforeEach(() => service.set(switches));

	it.each(['merges', 'replaces'] as const)(
		'is left as it is by a set of rules that is applied twice, where an update %s',
		async (ruleUpdate) => {
			service.set({ ruleUpdate });
			expect(told(await applyRules())).toEqual(applied);
			const before = stateOf();
			const second = await applyRules();
			expect(told(second)).toEqual(rules.map(() => 'Already as asked for'));
			expect(changes()).toEqual([]);
			expect(stateOf()).toEqual(before);
		},
	);

	it('is returned where it came to exist after the look', async () => {
		const data = { log_sources: [], meta: { total: 0, total_log_sources: 0, page: 1 } };
		service.faults.push({
			...{ kind: 'dataWrong', data, times: 3 },
			match: { operation: 'getLogSources' },
		});
		const sources = await addLogSources(['CORP-PC-01'], 'return');
		expect(told(sources)).toEqual([RETURNED]);
		expect(rowsOf(sources)[0]?.['log_source_id']).not.toBe('');
		expect(changes()).toEqual(['POST']);

		answerOnce('getLogTypes', { types: [] });
		expect(told(await addLogTypes(['Billing']))).toEqual([RETURNED]);
		expect(changes()).toEqual(['POST']);
	});

	it('is told to be gone where a rule was deleted after the look', async () => {
		const gone = { rule_id: 798, rule_name: 'New rule', method: 'regex', regex: 'z' };
		answerOnce('getParserRules', { rules: [gone] });
		const result = await applyRules({}, [{ name: 'New rule', regex: 'b' }]);
		expect(told(result)).toEqual(['failed']);
		expect(changes()).toEqual(['PUT']);
	});

	it('is not touched where the listing is refused', async () => {
		const refusal = { kind: 'refusal', code: '07001110', status: 400 } as const;
		service.faults.push({ ...refusal, match: { method: 'GET' } });
		expect(told(await applyRules())).toEqual(rules.map(() => 'failed'));
		expect(changes()).toEqual([]);
		expect(told(await addLogSources(['CORP-PC-01'], 'return'))).toEqual(['failed']);
		expect(changes()).toEqual([]);
	});

	it('is found where the answers to the writes are lost', async () => {
		service.faults.push({ kind: 'afterEffect', match: { method: 'POST' } });
		service.faults.push({ kind: 'afterEffect', match: { method: 'PUT' } });
		expect(told(await applyRules())).toEqual(applied.map(() => LOST));
		expect(told(await addLogTypes(['New_1', 'New_1']))).toEqual([LOST, RETURNED]);
		const names = ['CORP-PC-01', 'CORP-PC-02', 'corp-pc-02'];
		expect(told(await addLogSources(names, 'return'))).toEqual([RETURNED, LOST, RETURNED]);
		// Whether a rule that existed has its mappings cannot be told.
		const mappings = { mapping: [{ value: 'a' }] };
		const [, ...others] = told(await applyRules({ mappings }));
		expect(others).toEqual(['unknown', 'unknown']);
	});

	it.each([1, 2, 12])(
		'is found in another case, alone and beside others: %i items',
		async (count) => {
			const names = ['corp-pc-01', ...many('NEW', count - 1)];
			const result = await addLogSources(names, 'return');
			expect(told(result)).toEqual([RETURNED, ...many('Added', count - 1, () => '')]);
			expect(asText(rowsOf(result)[0]?.['log_source_id'])).not.toBe('');
		},
	);

	it('is found in its own domain: one of that name in another is added', async () => {
		const places = [CORP, 'lab.example.com'].map((domain) => ({ domain }));
		const result = await run(
			'logSource',
			{
				...{ operation: 'add', log_source: 'NEW-1', ifExists: 'return' },
				domain_name: named('={{ $json.domain }}'),
			},
			[...places, ...places],
		);
		expect(told(result)).toEqual(['Added', 'Added', RETURNED, RETURNED]);
		expect(new Set(rowsOf(result).map(({ log_source_id }) => log_source_id)).size).toBe(2);
	});

	it('is counted as refused, with all items that ask for the same', async () => {
		service.faults.push({
			kind: 'refusal',
			code: '07001110',
			status: 400,
			match: { method: 'POST' },
		});
		const { hints } = await addLogSources(['NEW-1', 'NEW-1'], 'return');
		expect(hints.map(({ message }) => message).join()).toContain('2 of 2 log sources were refused');
	});

	it('is not taken for an agent that is installed: one of that name in another domain', async () => {
		const addAgent = async (domain: string) => {
			const device = { device_name: 'LAB-AGENT-1', domain_name: named(domain) };
			const options = { waitMinutes: 60 };
			return rowsOf(await run('agent', { operation: 'add', ...device, options }))[0];
		};
		service.faults.push({ kind: 'resetBefore', match: { method: 'POST', nth: 1 } });
		expect(await addAgent(CORP)).toMatchObject({ outcome: 'unknown' });
		const added = await addAgent(CORP);
		expect(added).toMatchObject({ outcome: 'succeeded', installation: 'done' });
		expect(added?.['detail']).toMatch(/^Added, the installation ended as "Running"$/);
	});

	it('is not taken for an agent that is installed: one that was refused beside another', async () => {
		const devices = ['LAB-AGENT-1', 'NEW-1'].map((device) => ({ device }));
		const parameters = {
			operation: 'add',
			device_name: '={{ $json.device }}',
			domain_name: named('lab.example.com'),
		};
		const accessToken = service.tokenWith(['agents.CREATE']);
		const unlisted = await run('agent', parameters, devices, accessToken);
		expect(told(unlisted)).toEqual(['unknown', 'unknown']);
		const again = devices.map(({ device }) => ({ device: device.replace('NEW-1', 'NEW-2') }));
		const options = { waitMinutes: 60 };
		expect(told(await run('agent', { ...parameters, options }, again))).toEqual([
			'failed',
			'Added, the installation ended as "Running"',
		]);
	});
});
