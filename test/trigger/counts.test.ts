import { afterEach, describe, expect, test } from '@jest/globals';

import { alertTrigger, type SimulatedAlertTrigger } from '../support/trigger/alertTrigger';
import { changeSearch, COUNTS, countingTrigger, runEachMinute } from '../support/trigger/counts';
import { endSimulatedTime } from '../support/trigger/simulation';

afterEach(endSimulatedTime);

const kinds = Object.keys(COUNTS) as Array<keyof typeof COUNTS>;

const requestsOf = ({ polls }: SimulatedAlertTrigger) => polls.map(({ requests }) => requests);
const warningsOf = ({ polls }: SimulatedAlertTrigger) =>
	polls.flatMap(({ log }) => log.filter((line) => line.includes('the service counts')));

describe.each(kinds)('a count that is %s', (kind) => {
	test('costs a quiet trigger at most one request more, once, and one warning an hour', async () => {
		const trigger = countingTrigger(kind);
		for (let minute = 0; minute < 90; minute += 5) trigger.raise(minute * 60 + 30, minute);
		await runEachMinute(trigger, 90);
		const { mistakes, worstDelay } = trigger.check();
		expect([mistakes, worstDelay < 60]).toEqual([[], true]);
		const requests = requestsOf(trigger).slice(1);
		expect(requests.filter((count) => count > 1).length).toBeLessThanOrEqual(18);
		expect(Math.max(...requests)).toBe(2);
		const warnings = kind === 'right' || kind === 'absent' ? 0 : 2;
		expect(warningsOf(trigger).length).toBeLessThanOrEqual(warnings);
	});

	test('delays no alert at one alert a second', async () => {
		const trigger = countingTrigger(kind);
		for (let second = 0; second < 1200; second += 1) trigger.raise(second, second);
		await runEachMinute(trigger, 40);
		const { mistakes, worstDelay } = trigger.check();
		expect([mistakes, worstDelay < 61]).toEqual([[], true]);
		expect(Math.max(...requestsOf(trigger))).toBeLessThanOrEqual(14);
		expect(warningsOf(trigger).length).toBeLessThanOrEqual(1);
	});
});

describe('a service that serves the first 50 alerts of a search', () => {
	test.each(['oldestFirst', 'newestFirst', 'shuffled'] as const)(
		'is read in short windows (%s)',
		async (alertOrder) => {
			const trigger = alertTrigger({ switches: { alertPageSize: 50, alertOrder } });
			trigger.hooks.rewrite = changeSearch(({ data, meta: { total_items } }) => ({
				data,
				meta: { total_items },
			}));
			for (let index = 0; index < 1200; index += 1) trigger.raise(Math.floor(index / 2), index);
			await trigger.run(40);
			expect(trigger.check().mistakes).toEqual([]);
			// 1,200 alerts are at least 24 searches, once as new and three times within Look Back.
			const requests = requestsOf(trigger).reduce((sum, count) => sum + count, 0);
			expect(requests).toBeLessThan(900);
		},
	);
});
