import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/json';
import { caseOf, cases, type Case } from '../cases';
import { named } from '../cases/case';
import { byName, rowsOf } from '../support/cases/results';
import { runCase } from '../support/cases/runCase';
import { caseWorld } from '../support/cases/world';
import type { NodeRequest, NodeRun } from '../support/harness/harness';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { documented, likely } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld });

const isWrite = ({ operation }: Case): boolean =>
	allOperations.find((offered) => nameOf(offered) === operation)?.operation.kind === 'write';

const optionsOf = ({ options = {} }: INodeParameters): INodeParameters =>
	options as INodeParameters;

/** Runs a case as a dry run. */
async function plan(
	each: Case,
	parameters: INodeParameters = {},
	rest: Pick<NodeRequest, 'onError'> = { onError: 'continueRegularOutput' },
): Promise<NodeRun> {
	const options = { dryRun: true, ...optionsOf(each.parameters), ...optionsOf(parameters) };
	return await runCase(service, each, { parameters: { ...parameters, options }, ...rest });
}

const changes = (): string[] =>
	service.requests.map(({ method }) => method).filter((method) => method !== 'GET');

const writes = cases.filter(isWrite).map(byName);

describe.each([
	{ ...documented, switches: { ...documented.switches, searchRequires: 'nothing' as const } },
	likely,
])('a dry run at a service that is $name', ({ switches }) => {
	beforeEach(() => service.set(switches));

	it.each(writes)(
		'of %s sends only reads, and tells what would be sent: %s',
		async (_o, _n, each) => {
			const { items = [{}], requests } = each;
			const sent = requests.filter(({ method }) => method !== 'GET');
			const result = await plan(each);
			expect(changes()).toEqual([]);
			expect(result.error).toBeUndefined();
			expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_item, item) => ({ item })),
			);

			// Some cases are about a thing that is not there.
			if (rowsOf(result).every(({ detail }) => /^Not found/.test(asText(detail)))) return;
			const planned = rowsOf(result).filter(({ outcome }) => outcome === 'planned');
			expect(planned.length > 0).toBe(sent.length > 0);
			for (const { request, request_number } of planned) {
				expect(request).toContain(`${sent[Number(request_number) - 1]?.method} `);
			}
			if (sent.length === 0) return;
			const plural = sent.length === 1 ? 'request' : 'requests';
			expect(result.hints.map(({ message }) => message)).toContainEqual(
				expect.stringMatching(
					new RegExp(`^Dry run: ${sent.length} ${plural} would be sent.*Nothing was changed`),
				),
			);
		},
	);
});

describe('a dry run', () => {
	beforeEach(() => service.set(documented.switches));

	const deletion = caseOf('logSource.delete', 'three by id');
	const partsOf = (result: NodeRun, ...names: string[]) =>
		rowsOf(result).map((row) => names.map((name) => row[name]));

	it('plans an item with all that is sent of it, its names, and the request it goes in', async () => {
		const options = { dryRun: true, batchSize: 2 };
		expect(rowsOf(await plan(deletion, { options })).map((row) => Object.entries(row))).toEqual(
			[1001, 1002, 1003].map((log_source_id, index) => [
				['outcome', 'planned'],
				['detail', 'Would be deleted'],
				['log_source', service.world.logSources.get(log_source_id)?.log_source],
				['domain_name', service.world.logSources.get(log_source_id)?.domain_name],
				['log_source_id', log_source_id],
				['request', 'DELETE /log-sources/windows'],
				['request_number', index < 2 ? 1 : 2],
			]),
		);
	});

	it('shows the names of agents that are given by their IDs', async () => {
		const update = caseOf('agent.update', 'three agents by the text of their ids');
		expect(partsOf(await plan(update), 'agent_name', 'agent_id')).toEqual([
			['CORP-AGENT-1', '301'],
			['CORP-AGENT-2', '302'],
			['CORP-AGENT-3', '303'],
		]);
	});

	it('says what is not found and what is ambiguous, with one listing for the run', async () => {
		const items = Array.from({ length: 12 }, (_none, at) => ({
			log_source_id: ['9999', 'SHARED-01', 'corp-pc-01'][at] ?? String(1001 + at),
		}));
		const log_source_id = {
			...{ __rl: true, mode: '={{ isNaN($json.log_source_id) ? "name" : "id" }}' },
			value: '={{ $json.log_source_id }}',
		};
		const result = await runCase(service, deletion, {
			parameters: { log_source_id, options: { dryRun: true } },
			items,
			onError: 'continueRegularOutput',
		});
		expect(partsOf(result, 'outcome', 'detail').slice(0, 3)).toEqual([
			[
				'failed',
				expect.stringMatching(/^Not found: the service lists no log source with the ID 9999/),
			],
			['failed', expect.stringMatching(/^Ambiguous: 2 log sources are named "SHARED-01": .*lab/)],
			['planned', 'Would be deleted'],
		]);
		expect(changes()).toEqual([]);
	});

	it('says what is there already, of each item of its own', async () => {
		const adding = caseOf('logSource.add', 'three computers');
		const result = await runCase(service, adding, {
			parameters: { options: { dryRun: true } },
			items: [{ pc: 'CORP-PC-01' }, { pc: 'CORP-PC-02' }],
			onError: 'continueRegularOutput',
		});
		expect(partsOf(result, 'outcome', 'detail', 'log_source_id')).toEqual([
			[
				'failed',
				'The log source is already there, so the service would refuse it',
				service.world.logSourceAt('corp.example.com', 'CORP-PC-01')?.log_source_id,
			],
			['planned', 'Would be added', ''],
		]);
	});

	it.each([
		['logSource.add', 'three computers', { pc: 'CORP-PC-01' }, {}, 'failed'],
		[
			'logSource.add',
			'three computers',
			{ pc: 'CORP-PC-01' },
			{ domain_name: named('lab.example.com') },
			'planned',
		],
		['logType.create', 'three log types', { name: 'Billing' }, {}, 'failed'],
	])(
		'of %s says whether the same is there: %s %j %j',
		async (operation, name, item, parameters, outcome) => {
			const result = await runCase(service, caseOf(operation, name), {
				parameters: { ...parameters, options: { dryRun: true } },
				items: [item],
				onError: 'continueRegularOutput',
			});
			expect(partsOf(result, 'outcome')).toEqual([[outcome]]);
		},
	);

	it('goes on without names if the list is refused, and says so', async () => {
		service.faults.push({ kind: 'status', status: 400, match: { method: 'GET' } });
		const result = await plan(deletion);
		expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual(['planned', 'planned', 'planned']);
		expect(result.hints[0]?.message).toMatch(
			/^The items could not be compared with the list of log sources\. The service refused/,
		);
	});

	it('tells what would be refused before anything is sent', async () => {
		const log_source_id = { __rl: true, mode: 'id', value: '={{ $itemIndex === 1 ? "x" : 1001 }}' };
		const result = await plan(deletion, { log_source_id }, {});
		expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual(['planned', 'failed', 'planned']);
		expect(result.hints[0]?.message).toMatch(
			/^Dry run: 2 requests would be sent for 2 of 3 log sources, 1 would be refused: .*Log Source isn't a valid ID: 'x'.*rounded\. Nothing was changed/,
		);
	});

	it('keeps planned items on the success output', async () => {
		const { outputs } = await plan(deletion, {}, { onError: 'continueErrorOutput' });
		expect(outputs.map((items) => items.length)).toEqual([3, 0]);
	});

	it('holds for the whole run if it holds for any item', async () => {
		const dryRun = '={{ [false, "perhaps", true][$itemIndex] }}';
		const result = await plan(deletion, { options: { dryRun } });
		expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual(['planned', 'failed', 'planned']);
		expect(changes()).toEqual([]);
	});
});
