import { describe, expect, test } from '@jest/globals';

import type { Fault } from '../support/service/faults';
import { alertTrigger, refusal, START } from '../support/trigger/alertTrigger';
import type { AlertSetting, SimulatedAlertTrigger } from '../support/trigger/alertTrigger';
import { runEachMinute } from '../support/trigger/counts';
import type { StoredWith } from '../support/trigger/host';

const logOf = ({ polls }: SimulatedAlertTrigger) => polls.flatMap(({ log }) => log).join();
const errorsOf = ({ polls }: SimulatedAlertTrigger) => polls.flatMap(({ error }) => error ?? []);

const burst = ({ raise }: SimulatedAlertTrigger, count: number) => {
	for (let index = 0; index < count; index += 1) raise(130, 10_000 + index);
};

/** Raises an alert every 20 seconds, of which each tenth is five minutes late. */
const steady = ({ raise }: SimulatedAlertTrigger, count: number) => {
	for (let index = 0; index < count; index += 1) {
		raise(index * 20, index, index % 10 === 0 ? 300 : 0);
	}
};

describe.each<StoredWith>(['each poll', 'an execution'])(
	'the state stored with %s',
	(storedWith) => {
		const triggerWith = (setting: AlertSetting) =>
			alertTrigger({ storedWith, credential: { requestsPerMinute: 60 }, ...setting });

		test('a second whose next page always fails after 13 seconds is skipped by name', async () => {
			const trigger = triggerWith({});
			const { hooks, service } = trigger;
			burst(trigger, 150);
			steady(trigger, 180);
			hooks.rewrite = (answer) => {
				if (!answer.text.includes('content 10149"')) return answer;
				service.clock.advance(13_000);
				return { ...answer, status: 502, text: '<html></html>' };
			};
			await runEachMinute(trigger, 100);
			expect(errorsOf(trigger)).toEqual([]);
			expect(logOf(trigger)).toContain('The alerts of 2026-05-01T12:02:17Z were not all read');
			const { mistakes } = trigger.check();
			expect(mistakes.filter((mistake) => !mistake.includes('content 101'))).toEqual([]);
		});

		test('a second that takes longer than a search for late alerts is found by two passes', async () => {
			const trigger = triggerWith({ latency: 1, switches: { alertPageSize: 10 } });
			burst(trigger, 240);
			trigger.raise(130, 9000, 400);
			steady(trigger, 180);
			await runEachMinute(trigger, 75);
			const { mistakes, worstDelay } = trigger.check();
			expect([mistakes, logOf(trigger).includes('were not all read')]).toEqual([[], false]);
			expect(worstDelay).toBeLessThan(2700);
		});

		test('every second request is refused: no alert is lost or late', async () => {
			const faults = [{ ...refusal, match: { nth: (nth: number) => nth % 2 === 0 } }];
			const trigger = triggerWith({ latency: 0.2, faults });
			for (let index = 0; index < 1200; index += 1) trigger.raise(index, index);
			await runEachMinute(trigger, 40);
			const { mistakes, worstDelay } = trigger.check();
			expect([mistakes, worstDelay < 120]).toEqual([[], true]);
		});
	},
);

test('at ten requests a minute, a poll does not outlast its time to repeat a search', async () => {
	const faults: Fault[] = [{ kind: 'html', status: 504, match: { longerThan: 60 } }];
	const trigger = alertTrigger({ credential: { requestsPerMinute: 10 }, faults });
	for (let index = 0; index < 20; index += 1) trigger.raise(index * 20, index);
	await runEachMinute(trigger, 25);
	expect(trigger.check().mistakes).toEqual([]);
});

test.each([0, 20])(
	'a second that fails once it was read stops nothing, also after %i minutes off',
	async (off) => {
		const trigger = alertTrigger({ options: { lookBack: 15 } });
		steady(trigger, 200);
		await runEachMinute(trigger, 8);
		trigger.service.faults.push({
			kind: 'html',
			status: 500,
			match: { covers: (START + 220) * 1000 },
		});
		await runEachMinute(trigger, 3);
		trigger.wait(off * 60);
		trigger.restart();
		await runEachMinute(trigger, 70);
		expect(trigger.check().mistakes).toEqual([]);
		expect(logOf(trigger)).toContain('were not all read: the service does not serve them');
	},
);

test('after a storm that interrupts a pass over Look Back, the next one begins within Look Back', async () => {
	const trigger = alertTrigger({ options: { maxAlerts: 1, lookBack: 5 } });
	const { raise } = trigger;
	for (let index = 0; index < 6; index += 1) raise(100 + index * 40, index, 250 - index * 30);
	for (let index = 0; index < 90; index += 1) raise(500 + index, 100 + index);
	raise(6300, 1000, 240);
	await runEachMinute(trigger, 130);
	expect(trigger.check().mistakes).toEqual([]);
});
