import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { asText } from '../../nodes/shared/texts';
import { CORP, id, LAB, named } from '../cases/case';
import { rowsOf } from '../support/cases/results';
import { runOperation } from '../support/harness/harness';
import { merged } from '../support/rules/runFields';
import { demoWorld } from '../support/service/demoWorld';
import type { Fault } from '../support/service/faults';
import { newLogSource } from '../support/service/records';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

/** The numbers of the log sources that exist, by domain; 1 and 2 of the first cannot be deleted. */
const EXISTING: Readonly<Record<string, readonly number[]>> = {
	[CORP]: [1, 2, 3, 4, 5],
	[LAB]: [4, 5, 6],
};

const idAt = (domain: string, number: number): number => (domain === CORP ? 5000 : 6000) + number;

const service = useService({
	switches: documented,
	world: (now) => {
		const world = demoWorld(now);
		for (const [domain_name, numbers] of Object.entries(EXISTING)) {
			for (const number of numbers) {
				const id = idAt(domain_name, number);
				world.putLogSource(newLogSource(id, `PC-${number}`, { domain_name }, now));
			}
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

const NAME = '={{ $json.name }}';
const DOMAIN = named('={{ $json.domain }}');
const ADD = { log_source: NAME, domain_name: DOMAIN };

const OPERATIONS: Readonly<Record<string, INodeParameters>> = {
	add: { ...ADD, options: { returnIds: true } },
	return: { ...ADD, ifExists: 'return' },
	delete: { log_source_id: id('={{ $json.id }}') },
	deleteNamed: { log_source_id: named(NAME), options: { domain_name: DOMAIN } },
};

const history = fc.record({
	operation: fc.constantFrom(...Object.keys(OPERATIONS)),
	places: fc.array(
		fc.record({ domain: fc.constantFrom(CORP, LAB), number: fc.integer({ min: 1, max: 9 }) }),
		{ minLength: 1 },
	),
	batchSize: fc.constantFrom(1, 3, 100),
	fault: fc.option(fc.record({ action: fault, nth: fc.integer({ min: 1, max: 4 }) })),
});

type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/** Runs a write in a fresh world. @returns its rows, and the places of the entries that were sent */
async function runWrite({ operation, places, batchSize, fault }: History, isDryRun: boolean) {
	service.reset();
	const isDeletion = operation.startsWith('delete');
	for (const number of [1, 2]) {
		service.state.refusedItems.set(idAt(CORP, number), 'In use');
	}
	if (fault !== null) {
		const match = { method: isDeletion ? 'DELETE' : 'POST', nth: fault.nth };
		service.faults.push({ ...fault.action, match });
	}
	const name = `logSource.${isDeletion ? 'delete' : 'add'}`;
	const parameters = merged(OPERATIONS[operation] ?? {}, {
		options: { batchSize, dryRun: isDryRun },
	});
	const result = await runOperation(service, name, parameters, {
		items: places.map(({ domain, number }) => ({
			...{ domain, name: `PC-${number}`, id: idAt(domain, number) },
		})),
		onError: 'continueRegularOutput',
	});
	const sent = service.requests
		.filter(({ method }) => method !== 'GET')
		.flatMap(({ body }) => (body as { log_sources: IDataObject[] }).log_sources)
		.map(({ log_source_id, log_source, domain_name }) =>
			asText(log_source_id ?? `${asText(log_source)} ${asText(domain_name)}`),
		);
	return { rows: rowsOf(result), sent, isDeletion };
}

/** Runs a write and compares each row with the state of the service. @returns what does not agree */
async function contradictionsOf(write: History): Promise<string[]> {
	const dry = await runWrite(write, true);
	const { rows, sent, isDeletion } = await runWrite(write, false);
	const { operation, places, fault } = write;
	const isAt = ({ domain, number }: (typeof places)[number], other: number): boolean =>
		places[other]?.domain === domain && places[other].number === number;
	const contradictions = places.flatMap((place, at) => {
		const { domain, number } = place;
		const { outcome, detail, log_source_id = null } = rows[at] ?? {};
		const existedBefore = EXISTING[domain]?.includes(number) === true;
		const source = service.world.logSourceAt(domain, `PC-${number}`);
		const isDone = isDeletion === (source === undefined);
		const isChanged = existedBefore === (source === undefined);
		const namesakes = rows.filter((_row, other) => isAt(place, other));
		const failed = namesakes.filter((row) => row['outcome'] === 'failed').length;
		const keys = [String(idAt(domain, number)), `PC-${number} ${domain}`];
		const times = sent.filter((key) => keys.includes(key)).length;
		const knownId = operation === 'delete' || existedBefore ? idAt(domain, number) : null;
		const realId = knownId ?? source?.log_source_id ?? null;
		const needsId = outcome === 'succeeded' && !isDeletion;
		return [
			outcome === 'succeeded' && !isDone ? 'it was not carried out' : '',
			outcome === 'failed' && isChanged && failed === namesakes.length ? 'it was changed' : '',
			outcome === 'unknown' && fault === null && operation !== 'delete' ? 'nothing was lost' : '',
			times > (operation === 'return' ? failed + 1 : namesakes.length) ? `${times} times` : '',
			(needsId || log_source_id !== null) && log_source_id !== realId ? 'it has another ID' : '',
			(dry.rows[at]?.['log_source_id'] ?? null) === knownId ? '' : 'the dry run shows another ID',
		]
			.filter(Boolean)
			.map((what) => `${number} ${domain} ${asText(outcome)} (${asText(detail)}): ${what}`);
	});
	return [
		...contradictions,
		...(rows.length === places.length ? [] : [`${rows.length} rows`]),
		...dry.sent.map((key) => `the dry run sent ${key}`),
	];
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
