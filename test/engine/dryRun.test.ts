import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { caseOf, cases, type Case } from '../cases';
import { byName, rowsOf, runCase } from '../support/cases/results';
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

	it('plans an item with all that is sent of it, and the request it goes in', async () => {
		const options = { dryRun: true, batchSize: 2 };
		expect(rowsOf(await plan(deletion, { options }))).toEqual(
			[1001, 1002, 1003].map((log_source_id, index) => ({
				log_source_id,
				outcome: 'planned',
				request: 'DELETE /log-sources/windows',
				request_number: index < 2 ? 1 : 2,
			})),
		);
	});

	it('tells what would be refused before anything is sent', async () => {
		const log_source_id = { __rl: true, mode: 'id', value: '={{ $itemIndex === 1 ? "x" : 1001 }}' };
		const result = await plan(deletion, { log_source_id }, {});
		expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual(['planned', 'failed', 'planned']);
		expect(result.hints[0]?.message).toMatch(
			/^Dry run: 2 requests would be sent for 2 of 3 log sources, 1 would be refused before: .*Log Source isn't a valid ID: 'x'.*rounded\. Nothing was changed/,
		);
	});

	it('keeps planned items on the success output', async () => {
		const { outputs } = await plan(deletion, {}, { onError: 'continueErrorOutput' });
		expect(outputs.map((items) => items.length)).toEqual([3, 0]);
	});

	it('holds for the items whose expression asks for it, and for none that cannot be read', async () => {
		const dryRun = '={{ [true, "perhaps", false][$itemIndex] }}';
		const result = await plan(deletion, { options: { dryRun } });
		expect(rowsOf(result).map(({ outcome }) => outcome)).toEqual([
			'planned',
			'failed',
			'succeeded',
		]);
		expect([...service.world.logSources.keys()]).toEqual(expect.arrayContaining([1001, 1002]));
		expect(service.world.logSources.has(1003)).toBe(false);
		expect(result.hints[0]?.message).toContain('The other items were sent');
	});
});
