import { describe, expect, test } from '@jest/globals';

import { alertTrigger } from '../support/trigger/alertTrigger';
import type { AlertSetting, SimulatedAlertTrigger } from '../support/trigger/alertTrigger';
import { changeSearch } from '../support/trigger/counts';
import type { StoredWith } from '../support/trigger/host';

interface Row extends AlertSetting {
	name: string;
	work: (trigger: SimulatedAlertTrigger) => Promise<void>;
	/** Seconds from an alert's arrival to its emission, at most; by default any. */
	within?: number;
}

const rate = { rateLimit: 60, rateLimitLockMs: 20_000, retryAfter: 'absent' } as const;

/** Makes a row's work: raises `count` alerts, one every `every` seconds, and runs `polls` polls. */
const steady =
	(count: number, every: number, polls: number, late: (index: number) => number = () => 0) =>
	async ({ raise, run }: SimulatedAlertTrigger) => {
		for (let index = 0; index < count; index += 1) {
			raise(Math.floor(index * every), index, late(index));
		}
		await run(polls);
	};

const burst = ({ raise }: SimulatedAlertTrigger, at: number, count: number) => {
	for (let index = 0; index < count; index += 1) raise(at, 10_000 + index);
};

const ROWS: Row[] = [
	{
		name: '20 alerts a second for three minutes, at 60 requests a minute',
		switches: rate,
		credential: { requestsPerMinute: 60 },
		within: 120,
		work: steady(3600, 1 / 20, 9),
	},
	{
		name: 'late alerts among many, at 60 requests a minute',
		switches: rate,
		credential: { requestsPerMinute: 60 },
		within: 480,
		work: steady(1800, 1, 50, (index) => (index % 100 === 0 ? 840 : 0)),
	},
	{ name: 'answers that take 12 seconds each', latency: 12, within: 600, work: steady(300, 4, 40) },
	{
		name: 'a backlog of 7,000, 429s and no totals',
		switches: { ...rate, rateLimitLockMs: 60_000, alertTotals: 'absent' },
		work: async ({ raise, run, wait }) => {
			await run(2);
			for (let index = 0; index < 7000; index += 1) raise(200 + index * 2, index);
			wait(14_200);
			await run(16);
		},
	},
	{
		name: '9,000 alerts in a minute, at 60 requests a minute, each total counts one page',
		switches: { alertTotals: 'ofPage' },
		credential: { requestsPerMinute: 60 },
		within: 780,
		work: steady(9000, 1 / 150, 25),
	},
];

describe.each<StoredWith>(['each poll', 'an execution'])(
	'the state stored with %s, none is lost or twice',
	(storedWith) => {
		test.each(ROWS)('$name', async ({ name: _name, work, within = Infinity, ...setting }) => {
			const trigger = alertTrigger({ storedWith, ...setting });
			await work(trigger);
			expect(trigger.polls.some(({ contents }) => contents.length > 0)).toBe(true);
			const { mistakes, worstDelay } = trigger.check();
			expect(mistakes).toEqual([]);
			expect(worstDelay).toBeLessThanOrEqual(within);
		});
	},
);

describe('a window that was not read to its end is read again', () => {
	test('if a service serves no cursor with its first 10,000 alerts, and counts none', async () => {
		const trigger = alertTrigger({ switches: { alertPageSize: 10_000 } });
		trigger.hooks.rewrite = changeSearch(({ data }) => ({ data, meta: {} }));
		await trigger.run(2);
		for (let index = 0; index < 12_000; index += 1) trigger.raise(130 + (index % 40), index);
		await trigger.run(8);
		expect(trigger.check().mistakes).toEqual([]);
	});

	test('if its pages are empty for a while although it counts alerts, and the log says so', async () => {
		const trigger = alertTrigger();
		await trigger.run(2);
		for (let index = 0; index < 12; index += 1) trigger.raise(125 + index * 60, index);
		const { rewrite } = trigger.hooks;
		trigger.hooks.rewrite = changeSearch(({ meta }) => ({ data: [], meta }));
		await trigger.run(8);
		trigger.hooks.rewrite = rewrite;
		await trigger.run(20);
		expect(trigger.check().mistakes).toEqual([]);
		expect(trigger.polls.flatMap(({ log }) => log)).toContainEqual(
			expect.stringMatching(
				/^The service counts 1 alerts and served 0 from 2026-05-01T12:\S+ to \S+$/,
			),
		);
	});

	test('but not if it serves more alerts than it counts, which the log says', async () => {
		const switches = { alertTotals: 'ofPage', alertPageSize: 10 } as const;
		const trigger = alertTrigger({ switches });
		for (let index = 0; index < 12; index += 1) trigger.raise(60, index);
		await trigger.run(3);
		expect(trigger.check().mistakes).toEqual([]);
		expect(trigger.polls.flatMap(({ log }) => log)).toEqual([
			expect.stringMatching(/^The service counts 10 alerts and served 12 from/),
		]);
		expect(trigger.polls.map(({ requests }) => requests)).toEqual([2, 2, 1]);
	});
});

test('a burst of 10,000 alerts delays no alert by more than six minutes, and Look Back takes half of the requests', async () => {
	const credential = { requestsPerMinute: 60 };
	const trigger = alertTrigger({ switches: rate, credential });
	for (let index = 0; index < 10_000; index += 1) {
		trigger.raise(300 + Math.floor(index / 400), 10_000 + index);
	}
	await steady(200, 20, 50)(trigger);
	const { mistakes, worstDelay } = trigger.check();
	expect(mistakes).toEqual([]);
	expect(worstDelay).toBeLessThanOrEqual(360);
	const requests = trigger.polls.reduce((sum, poll) => sum + poll.requests, 0);
	expect(requests).toBeLessThanOrEqual(1400);
	expect(trigger.polls.flatMap(({ log }) => log)).toContainEqual(
		expect.stringMatching(
			/^Alerts up to 2026-05-01T12:\S+ are read; the next poll goes on from there$/,
		),
	);
});

test('a 503 that names a wait of 20 minutes fails one poll each time, and no request is sent before it is over', async () => {
	const trigger = alertTrigger();
	await trigger.run(2);
	trigger.service.faults.push({ kind: 'status', status: 503, retryAfter: 'seconds' });
	trigger.hooks.rewrite = (answer) => ({
		...answer,
		...(answer.status === 503 && { headers: { ...answer.headers, 'retry-after': '1200' } }),
	});
	await trigger.run(8);
	expect(trigger.polls.filter(({ error }) => error !== undefined)).toHaveLength(1);
	expect(trigger.polls.slice(3).map(({ requests }) => requests)).toEqual(Array(7).fill(0));
	expect(trigger.polls.at(-1)?.log.join()).toContain('the trigger tries again');
	const faults = trigger.service.faults.splice(0);
	await trigger.run(20);
	trigger.service.faults.push(...faults);
	await trigger.run(2);
	expect(trigger.polls.filter(({ error }) => error !== undefined)).toHaveLength(2);
});

test('a poll that n8n ends before the service answers says so', async () => {
	const trigger = alertTrigger({ latency: 50 });
	const { error, thrown } = await trigger.poll();
	expect(error).toBe('The service did not answer within the time of a poll');
	expect(thrown).toMatchObject({ description: expect.stringContaining('a poll 36 seconds,') });
});

test('a poll whose requests take longer than the timeout of the credential says so', async () => {
	const trigger = alertTrigger({ latency: 3, credential: { timeout: 2 } });
	expect((await trigger.poll()).error).toContain('2 seconds');
});

describe('a second of more pages than a poll can read', () => {
	const switches = { alertPageSize: 10 };

	test.each<[string, AlertSetting]>([
		['the service answers', { switches: { ...switches, ...rate, rateLimit: 30 } }],
		['there is time for', { switches, latency: 2 }],
	])('is emitted up to its last read page, with a warning (%s)', async (_what, setting) => {
		const trigger = alertTrigger(setting);
		burst(trigger, 130, 700);
		await steady(20, 60, 30)(trigger);
		const contents = trigger.polls.flatMap((poll) => poll.contents);
		expect(contents.filter((one) => one < 100)).toHaveLength(20);
		expect(contents.length).toBeGreaterThan(100);
		const { mistakes } = trigger.check();
		expect(mistakes.filter((mistake) => !mistake.startsWith('lost'))).toEqual([]);
		expect(trigger.polls.flatMap(({ thrown }) => thrown ?? [])).toEqual([]);
		const warned = trigger.polls.flatMap(({ log }) =>
			log.filter((line) => /were not all read/.test(line)),
		);
		expect(warned.length).toBeGreaterThan(0);
		expect(warned[0]).toContain('2026-05-01T12:02:1');
	});

	test('is read whole if its requests wait for the pace within the time of a poll', async () => {
		const trigger = alertTrigger({
			switches,
			storedWith: 'an execution',
			credential: { requestsPerMinute: 20 },
		});
		await trigger.run(2);
		burst(trigger, 130, 230);
		await trigger.run(14);
		expect(trigger.check().mistakes).toEqual([]);
		expect(trigger.polls.flatMap(({ log }) => log).join()).not.toContain('were not all read');
	});
});

test('a quiet poll takes one request, and all of Look Back a request for each of its pages', async () => {
	const trigger = alertTrigger({ options: { lookBack: 60, firstFetch: 60 } });
	for (let index = 0; index < 1000; index += 1) trigger.raise(-3500 + index * 3, index);
	await trigger.run(45);
	const requests = trigger.polls.slice(5).map((poll) => poll.requests);
	expect(requests.filter((count) => count > 1).length).toBeLessThanOrEqual(8);
	expect(Math.max(...requests)).toBeLessThanOrEqual(14);
	expect(trigger.check().mistakes).toEqual([]);
});
