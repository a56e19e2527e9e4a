import { describe, expect, it } from '@jest/globals';

import { newestOf, readNewestAlerts } from '../../../nodes/alerts/readNewestAlerts';
import { asText } from '../../../nodes/shared/texts';
import { isoTimeOfMs } from '../../../nodes/shared/times/moment';
import { scriptedService } from '../../support/unit/scriptedService';

const END = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const PAGE = 100;

const SEARCH = {
	method: 'POST',
	path: '/alerts',
	body: { start_time: isoTimeOfMs(END - 30 * 24 * HOUR), end_time: isoTimeOfMs(END) },
} as const;

const time = (ms: number): string => isoTimeOfMs(ms).replace('T', ' ').replace('Z', '');

/** What is asked of a service with alerts of these ages for the newest ones of the last 30 days. */
async function ask(ages: readonly number[], wanted: number, hasTotal: boolean) {
	const all = ages.map((age, index) => ({ Time: time(END - age), Message: `${index}` }));
	let found: typeof all = [];
	const starts: string[] = [];
	const { service, asked } = scriptedService(({ body = {} }) => {
		const from = Number(asText(body.cursor));
		if (body.cursor === undefined) {
			const start = asText(body.start_time);
			starts.push(start);
			// The service has an order of its own.
			found = all
				.filter((alert) => alert.Time >= time(Date.parse(start)))
				.sort((one, other) => (Number(one.Message) % 7) - (Number(other.Message) % 7));
		}
		const next = from + PAGE;
		return {
			data: found.slice(from, next),
			meta: {
				...(hasTotal && { total_items: found.length }),
				...(next < found.length && { cursor: `${next}` }),
			},
		};
	});
	const { records, total } = await readNewestAlerts(service, SEARCH, wanted);
	const times = (alerts: ReadonlyArray<{ Time?: unknown }>) => alerts.map(({ Time }) => Time);
	expect(times(records)).toEqual(times(newestOf(all, wanted)));
	return { starts, total, requests: asked.length };
}

const every = (ms: number, count: number): number[] =>
	Array.from({ length: count }, (_none, index) => index * ms);

describe.each([true, false])('the newest alerts at a service with a total: %j', (hasTotal) => {
	it.each([
		['the last hour', every(MINUTE, 1440), ['2026-03-01T11:00:00Z'], undefined],
		[
			'the last day',
			every(30 * MINUTE, 47),
			['2026-03-01T11:00:00Z', '2026-02-28T12:00:00Z'],
			undefined,
		],
		[
			'all of the search',
			[26 * HOUR],
			['2026-03-01T11:00:00Z', '2026-02-28T12:00:00Z', '2026-01-30T12:00:00Z'],
			1,
		],
		['nothing', [], ['2026-03-01T11:00:00Z', '2026-02-28T12:00:00Z', '2026-01-30T12:00:00Z'], 0],
	])('are those of %s', async (_window, ages, expected, whole) => {
		const { starts, total } = await ask(ages, 10, hasTotal);
		expect([starts, total]).toEqual([expected, whole]);
	});

	it.each([
		['a busy hour', every(SECOND, 3600), 50, 40],
		['a busy day after a quiet hour', every(SECOND, 82_800).map((age) => age + HOUR), 50, 60],
		['many pages', every(SECOND, 9000), 1000, 60],
		['many that came at once', [...every(20 * MINUTE, 60), ...Array<number>(700).fill(0)], 500, 60],
		[
			'more at once than are read for a limit',
			[...every(20 * MINUTE, 60), ...Array<number>(1500).fill(90 * SECOND)],
			...[500, 120],
		] as const,
	])('are few requests for %s', async (_what, ages, wanted, most) => {
		const { requests } = await ask(ages, wanted, hasTotal);
		expect(requests).toBeLessThanOrEqual(hasTotal ? most / 3 : most);
	});
});

it('the last page of a window that is longer than expected is used', async () => {
	expect((await ask(every(6 * SECOND, 550), 10, false)).requests).toBe(6);
});

it('the alerts are found at a service that counts more than it serves', async () => {
	const { service } = scriptedService(({ body = {} }) =>
		body.cursor === undefined
			? { data: [{ Time: '1' }], meta: { total_items: 9999, cursor: 'c' } }
			: { data: [], meta: {} },
	);
	expect(await readNewestAlerts(service, SEARCH, 10)).toMatchObject({ records: [{ Time: '1' }] });
});

it('the newest of alerts come by Time; equal ones keep their order, those without come last', () => {
	const rows = [
		{ Message: 'none' },
		{ Message: 'a', Time: '2026-01-02 09:00:00' },
		{ Message: 'b', Time: '2026-01-02 10:00:00' },
		{ Message: 'c', Time: '2026-01-02 09:00:00' },
	];
	expect(newestOf(rows, 9).map(({ Message }) => Message)).toEqual(['b', 'a', 'c', 'none']);
	expect(newestOf(rows, 1).map(({ Message }) => Message)).toEqual(['b']);
});
