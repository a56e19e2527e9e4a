import { describe, expect, test } from '@jest/globals';

import { COUNTS, countingTrigger, runEachMinute } from '../support/trigger/counts';

test.each(Object.keys(COUNTS) as Array<keyof typeof COUNTS>)(
	'20 alerts a second come with the next poll at 60 requests a minute, with a count that is %s',
	async (kind) => {
		const trigger = countingTrigger(kind);
		for (let index = 0; index < 20 * 1800; index += 1) trigger.raise(Math.floor(index / 20), index);
		await runEachMinute(trigger, 50);
		const { mistakes, worstDelay } = trigger.check();
		expect(mistakes).toEqual([]);
		expect(worstDelay).toBeLessThanOrEqual(75);
		const requests = trigger.polls.slice(0, 30).map((poll) => poll.requests);
		expect(requests.sort((a, b) => a - b)[15]).toBeLessThanOrEqual(20);
	},
);

describe('50,000 alerts in a minute', () => {
	test.each<[kind: keyof typeof COUNTS, latency: number]>([
		['right', 0.2],
		['right', 0.02],
		['absent', 0.2],
		['50,000 whatever is asked', 0.2],
	])(
		'with a count that is %s and responses of %d s come within 20 minutes and take 1,100 requests',
		async (kind, latency) => {
			const trigger = countingTrigger(kind, { latency });
			for (let index = 0; index < 50_000; index += 1) {
				trigger.raise(300 + Math.floor((index * 60) / 50_000), index);
			}
			await runEachMinute(trigger, 60);
			const { mistakes, worstDelay } = trigger.check();
			expect(mistakes).toEqual([]);
			expect(worstDelay).toBeLessThanOrEqual(20 * 60);
			const last = trigger.polls.findLastIndex(({ contents }) => contents.length > 0);
			const requests = trigger.polls.slice(5, last + 1).map((poll) => poll.requests);
			expect(requests.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1100);
		},
	);
});

test('a day off at one alert a second is caught up in 20 minutes', async () => {
	const trigger = countingTrigger('right');
	await runEachMinute(trigger, 2);
	for (let second = 0; second < 86_400; second += 1) trigger.raise(130 + second, second);
	trigger.wait(86_400);
	trigger.restart();
	await runEachMinute(trigger, 20);
	expect(trigger.check().mistakes).toEqual([]);
});
