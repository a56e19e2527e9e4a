import { afterEach, describe, expect, test } from '@jest/globals';

import { alertTrigger, refusal, type SimulatedAlertTrigger } from '../support/trigger/alertTrigger';
import { changeSearch, runEachMinute } from '../support/trigger/counts';
import type { StoredWith } from '../support/trigger/host';
import { endSimulatedTime } from '../support/trigger/simulation';

afterEach(endSimulatedTime);

const logOf = ({ polls }: SimulatedAlertTrigger) => polls.flatMap(({ log }) => log);
const contentsOf = ({ polls }: SimulatedAlertTrigger) => polls.flatMap(({ contents }) => contents);

const burst = ({ raise }: SimulatedAlertTrigger, at: number, count: number, identical = false) => {
	for (let index = 0; index < count; index += 1) raise(at, identical ? 10_000 : 10_000 + index);
};

describe.each<StoredWith>(['each poll', 'an execution'])(
	'the state stored with %s',
	(storedWith) => {
		test('a second whose next page always fails after 13 seconds is skipped by name', async () => {
			const trigger = alertTrigger({ storedWith, credential: { requestsPerMinute: 60 } });
			const { hooks, service, raise } = trigger;
			burst(trigger, 130, 150);
			for (let index = 0; index < 180; index += 1)
				raise(index * 20, index, index % 10 === 0 ? 300 : 0);
			hooks.rewrite = (answer) => {
				if (!answer.text.includes('content 10149"')) return answer;
				service.clock.advance(13_000);
				return { ...answer, status: 502, text: '<html></html>' };
			};
			await runEachMinute(trigger, 75);
			console.log(
				trigger.polls.filter(({ error }) => error !== undefined).length,
				contentsOf(trigger).filter((c) => c < 10000).length,
				logOf(trigger).filter((l) => /not all read/.test(l)).length,
				trigger.check().worstDelay,
				String(trigger.host.stored.state).length,
			);
			expect(trigger.polls.flatMap(({ error }) => error ?? [])).toEqual([]);
			expect(contentsOf(trigger).filter((content) => content < 10_000)).toHaveLength(180);
			expect(logOf(trigger).join()).toContain(
				'The alerts of 2026-05-01T12:02:17Z were not all read',
			);
		});

		test('silent', async () => {
			const trigger = alertTrigger({ storedWith, latency: 2.5, switches: { alertPageSize: 3 } });
			burst(trigger, 130, 11, true);
			for (let index = 0; index < 30; index += 1)
				trigger.raise(index * 40, index, index % 3 === 0 ? 300 : 0);
			await runEachMinute(trigger, 60);
			console.log(trigger.check(), logOf(trigger));
			const said = logOf(trigger).join().includes('not all read');
			if (!said) expect(trigger.check().mistakes).toEqual([]);
		});

		test('every second refused', async () => {
			const trigger = alertTrigger({
				storedWith,
				latency: 0.2,
				credential: { requestsPerMinute: 60 },
				faults: [{ ...refusal, match: { nth: (nth) => nth % 2 === 0 } }],
			});
			for (let index = 0; index < 1200; index += 1) trigger.raise(index, index);
			await runEachMinute(trigger, 60);
			console.log(
				trigger.check().lost,
				trigger.check().worstDelay,
				logOf(trigger).slice(0, 20),
				trigger.polls.map((p) => p.requests).join(' '),
			);
			expect(trigger.check().mistakes).toEqual([]);
			expect(trigger.check().worstDelay).toBeLessThan(300);
		});

		test('one second that takes more than 20 s', async () => {
			const trigger = alertTrigger({ storedWith, latency: 1, switches: { alertPageSize: 10 } });
			burst(trigger, 130, 240);
			trigger.raise(130, 77, 400);
			for (let index = 0; index < 180; index += 1)
				trigger.raise(index * 20, index + 100, index % 10 === 0 ? 300 : 0);
			await runEachMinute(trigger, 70);
			console.log(
				trigger.check().mistakes.length,
				trigger.check().worstDelay,
				logOf(trigger),
				trigger.polls.map((p) => p.requests).join(' '),
			);
			expect(trigger.check().worstDelay).toBeLessThan(900);
		});

		test.each([
			[1200, 15],
			[40, 0],
		])('clock set back by %i', async (seconds, lookBack) => {
			const trigger = alertTrigger({ storedWith, options: { lookBack } });
			await trigger.run(30);
			trigger.service.clock.advance(-seconds * 1000);
			const now = trigger.service.clock.now() / 1000 - Date.UTC(2026, 4, 1, 12, 0, 7) / 1000;
			for (let index = 0; index < 120; index += 1)
				trigger.raise(Math.floor(now) + index * 10, index);
			trigger.wait(0, seconds);
			await trigger.run(40);
			console.log(trigger.check().mistakes.length, trigger.check().worstDelay, logOf(trigger));
		});

		test.each([15, 60, 240, 1440])('Look Back %i', async (lookBack) => {
			const trigger = alertTrigger({ storedWith, options: { lookBack } });
			trigger.raise(130, 1, 120);
			trigger.raise(3600, 2, 120);
			await trigger.run(100);
			console.log(
				lookBack,
				trigger.polls
					.map(({ contents }, i) => (contents.length ? [i, contents] : 0))
					.filter(Boolean),
				trigger.polls.reduce((s, p) => s + p.requests, 0),
			);
		});
	},
);

test('identical', async () => {
	const trigger = alertTrigger({});
	await trigger.run(2);
	trigger.hooks.rewrite = changeSearch(({ data, meta }) => ({
		data,
		meta: { ...meta, total_items: Math.max(0, Number(meta.total_items) - 150) },
	}));
	trigger.raise(125, 5);
	await trigger.run(2);
	burst(trigger, 250, 250, true);
	await trigger.run(30);
	console.log(trigger.check(), logOf(trigger));
	expect(trigger.check().mistakes).toEqual([]);
});
