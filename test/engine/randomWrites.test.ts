import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { asText } from '../../nodes/shared/texts';
import { CORP, id, named } from '../cases/case';
import { rowsOf } from '../support/cases/results';
import { runOperation } from '../support/harness/harness';
import type { Fault } from '../support/service/faults';
import { newLogSource } from '../support/service/records';
import { demoWorld } from '../support/service/demoWorld';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

/** The numbers of the existing log sources; 1 and 2 cannot be deleted. */
const EXISTING = [1, 2, 3, 4, 5];

const service = useService({
	switches: documented,
	world: (now) => {
		const world = demoWorld(now);
		for (const number of EXISTING) {
			world.putLogSource(newLogSource(5000 + number, `PC-${number}`, { domain_name: CORP }, now));
		}
		return world;
	},
});

const fault = fc.constantFrom<Fault>(
	{ kind: 'afterEffect' },
	{ kind: 'resetBefore' },
	{ kind: 'cutJson' },
	{ kind: 'status', status: 503 },
	{ kind: 'refusal', code: '07001110', status: 400 },
);

const NAME = '={{ "PC-" + $json.number }}';
const ADD = { log_source: NAME, domain_name: named(CORP) };

const OPERATIONS: Readonly<Record<string, INodeParameters>> = {
	add: ADD,
	return: { ...ADD, ifExists: 'return' },
	delete: { log_source_id: id('={{ 5000 + $json.number }}') },
	deleteNamed: { log_source_id: named(NAME) },
};

const history = fc.record({
	operation: fc.constantFrom(...Object.keys(OPERATIONS)),
	numbers: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
	batchSize: fc.constantFrom(1, 3, 100),
	fault: fc.option(fc.record({ action: fault, nth: fc.integer({ min: 1, max: 4 }) })),
});

/** Runs a write and compares each row with the state of the service. @returns what does not agree */
async function contradictionsOf({
	operation,
	numbers,
	batchSize,
	fault,
}: typeof history extends fc.Arbitrary<infer H> ? H : never): Promise<string[]> {
	service.reset();
	const isDeletion = operation.startsWith('delete');
	for (const number of [1, 2]) {
		service.state.refusedItems.set(5000 + number, 'In use');
	}
	if (fault !== null) {
		const match = { method: isDeletion ? 'DELETE' : 'POST', nth: fault.nth };
		service.faults.push({ ...fault.action, match });
	}
	const name = `logSource.${isDeletion ? 'delete' : 'add'}`;
	const parameters = { ...OPERATIONS[operation], options: { batchSize } };
	const result = await runOperation(service, name, parameters, {
		items: numbers.map((number) => ({ number })),
		onError: 'continueRegularOutput',
	});
	const rows = rowsOf(result);
	const sent = service.requests.filter(({ method }) => method !== 'GET');
	const contradictions = numbers.flatMap((number, at) => {
		const { outcome, detail } = rows[at] ?? {};
		const existedBefore = EXISTING.includes(number);
		const exists = service.world.logSourceAt(CORP, `PC-${number}`) !== undefined;
		const isDone = isDeletion ? !exists : exists;
		const isChanged = existedBefore !== exists;
		const times = sent.filter(({ text }) => new RegExp(`(PC-|:500)${number}\\b`).test(text)).length;
		return [
			outcome === 'succeeded' && !isDone ? 'it was not carried out' : '',
			outcome === 'failed' && isChanged ? 'it was changed' : '',
			outcome === 'unknown' && fault === null && operation !== 'delete' ? 'nothing was lost' : '',
			times > 1 ? `it was sent ${times} times` : '',
		]
			.filter(Boolean)
			.map((what) => `${number} ${asText(outcome)} (${asText(detail)}): ${what}`);
	});
	return rows.length === numbers.length ? contradictions : [`${rows.length} rows`];
}

it('a row says what the service did, whatever responses are lost', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (write) => {
			expect(await contradictionsOf(write)).toEqual([]);
		}),
		{
			numRuns: Number(process.env['WRITES'] ?? 60),
			seed: Number(process.env['SEED'] ?? 20_261_124),
		},
	);
});
