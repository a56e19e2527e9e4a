import { beforeAll, describe, expect, it } from '@jest/globals';

import { exportAlerts, numbersIn, rowsIn, texts, upTo } from '../support/export/exported';
import { useBinaryStore } from '../support/harness/harness';
import { READINGS, someReadings, type Switches } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';

/** Alerts of two pages; the demo's are of one. */
const TWO_PAGES = 5_005;

beforeAll(async () => await useBinaryStore('files'));
const medium = useService({ world: volumeWorld({ alerts: TWO_PAGES, alertsPerSecond: 100 }) });
const small = useService();

const readings = (name: keyof Switches): Array<Partial<Switches>> =>
	READINGS[name].map((reading) => ({ [name]: reading }));

const combined = (first: keyof Switches, second: keyof Switches): Array<Partial<Switches>> =>
	readings(first).flatMap((one) => readings(second).map((other) => ({ ...one, ...other })));

/** Readings of how an export begins, whatever the number of its pages. */
const beginnings: Array<Partial<Switches>> = [
	...combined('bulkNotReady', 'bulkFirstPage'),
	...combined('errorStatus', 'bulkFirstPage'),
	...readings('bulkFetchesBeforeReady'),
	...readings('bulkMsBeforeReady'),
	...readings('searchRequires'),
];

const pages: Array<Partial<Switches>> = [
	...combined('bulkLastNextPage', 'bulkFirstPage'),
	...combined('bulkBeyond', 'bulkFirstPage'),
	...readings('bulkTellsPages'),
	...readings('alertOrder'),
	...readings('largeIds'),
];

const services = someReadings().map(({ switches }) => ({
	...switches,
	timeFractions: 'kept' as const,
}));

const named = (all: ReadonlyArray<Partial<Switches>>) =>
	all.map((switches) => [JSON.stringify(switches), switches] as const);

describe('under every reading of the bulk request', () => {
	it.each(named([...beginnings, ...pages, ...services]))(
		'exports every alert once: %s',
		async (_name, switches) => {
			// What the service answers is held to the contract by its own tests.
			medium.set({ trusted: true, ...switches });
			const run = await exportAlerts(medium);
			const [text] = await texts(run);

			expect(run.error).toBeUndefined();
			expect(numbersIn(rowsIn(text)).toSorted((a, b) => a - b)).toEqual(upTo(TWO_PAGES));
			expect(run.outputs[0]?.map(({ json }) => json)).toMatchObject([
				{ records: TWO_PAGES, missing: 'nothing', details: { total_items: TWO_PAGES, pages: 2 } },
			]);
		},
	);

	it.each(
		named([
			...beginnings,
			...combined('bulkBeyond', 'bulkFirstPage'),
			...combined('bulkLastNextPage', 'bulkFirstPage'),
		]),
	)('exports what fits on one page: %s', async (_name, switches) => {
		small.set(switches);
		const run = await exportAlerts(small);
		const [text] = await texts(run);

		expect(numbersIn(rowsIn(text))).toEqual(upTo(60));
		expect(run.outputs[0]?.[0]?.json).toMatchObject({ records: 60, missing: 'nothing' });
	});

	it.each(named(combined('bulkNotReady', 'bulkFirstPage')))(
		'tells that there are none: %s',
		async (_name, switches) => {
			small.set(switches);
			const run = await exportAlerts(small, { end_time: '2000-01-02T00:00:00Z' });

			expect(await texts(run)).toEqual(['']);
			expect(run.outputs[0]?.[0]?.json).toMatchObject({
				records: 0,
				missing: 'nothing',
				details: { total_items: 0 },
			});
		},
	);
});
