import { describe, expect, it } from '@jest/globals';

import { newestAlerts, newestOf } from '../../../nodes/Alert/newestAlerts';
import { asText, isObject } from '../../../nodes/shared/json';
import { utcSecond } from '../../../nodes/shared/times/moment';
import { scriptedService } from '../../support/unit/scriptedService';

const END = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const PAGE = 100;

const time = (ms: number): string => utcSecond(ms).replace('T', ' ').replace('Z', '');

/** The newest alerts at a service with these, the oldest first, and how many requests they took. */
async function newest(ages: readonly number[], wanted: number, total: 'true' | 'none' = 'true') {
	const all = ages.map((age, index) => ({ Time: time(END - age), Message: `${index}` }));
	let found: typeof all = [];
	const starts: string[] = [];
	const { service } = scriptedService(({ body = {} }) => {
		if (body.cursor === undefined) starts.push(asText(body.start_time));
		const from = Number(asText(body.cursor)) || 0;
		if (body.cursor === undefined) {
			const start = time(Date.parse(asText(body.start_time)));
			found = all.filter((alert) => alert.Time >= start).toReversed();
			// The service has an order of its own.
			found.sort((one, other) => (Number(one.Message) % 7) - (Number(other.Message) % 7));
		}
		const next = from + PAGE;
		return {
			data: found.slice(from, next),
			meta: {
				...(total === 'true' && { total_items: found.length }),
				...(next < found.length && { cursor: `${next}` }),
			},
		};
	});
	const search = {
		method: 'POST' as const,
		path: '/alerts',
		body: { start_time: utcSecond(END - 24 * 60 * MINUTE), end_time: utcSecond(END) },
	};
	const records = await newestAlerts(service, search, wanted);
	const expected = newestOf(all, wanted).map((record) => record.Time);
	expect(records.map((record) => (isObject(record) ? record.Time : undefined))).toEqual(expected);
	return starts;
}

const every = (ms: number, count: number): number[] =>
	Array.from({ length: count }, (_none, index) => (count - 1 - index) * ms);

describe('the newest alerts of a search', () => {
	it.each(['true', 'none'] as const)(
		'are those of its last hour if they are enough (total %s)',
		async (total) => {
			expect(await newest(every(MINUTE, 1440), 50, total)).toEqual(['2026-03-01T11:00:00Z']);
		},
	);

	it('are found among more than are kept at once', async () => {
		expect(await newest(every(100, 25_000), 2000, 'none')).toHaveLength(1);
	});

	it.each(['true', 'none'] as const)(
		'are sought in longer windows, up to all of it (total %s)',
		async (total) => {
			expect(await newest(every(30 * MINUTE, 47), 10, total)).toEqual([
				'2026-03-01T11:00:00Z',
				'2026-03-01T07:00:00Z',
			]);
			expect(await newest([23 * 60 * MINUTE], 10, total)).toEqual([
				'2026-03-01T11:00:00Z',
				'2026-02-28T21:00:00Z',
				'2026-02-28T12:00:00Z',
			]);
			expect((await newest([], 10, total)).at(-1)).toBe('2026-02-28T12:00:00Z');
		},
	);

	it('are sought in a shorter window if its first page promises far more', async () => {
		const starts = await newest(every(1000, 5000), 50);
		expect(starts.length).toBe(2);
		expect(starts[1]).toMatch(/^2026-03-01T11:5[89]/);
	});

	it('are right where many came at once', async () => {
		expect(
			(await newest([...every(20 * MINUTE, 60), ...Array<number>(3000).fill(0)], 500)).length,
		).toBeLessThan(8);
		expect(
			(await newest([...every(1000, 3000).map((age) => age + 50 * MINUTE), 0], 500)).length,
		).toBeLessThan(8);
	});
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
