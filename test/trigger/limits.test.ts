import { afterEach, describe, expect, test } from '@jest/globals';

import { asText } from '../../nodes/shared/json';
import {
	CLEAN,
	longRun,
	sustained,
	type LongRun,
	type LongRunSetting,
} from '../support/trigger/longRun';
import { START } from '../support/trigger/polls';
import { secondsOf, type Body } from '../support/trigger/limitedService';
import { hashSet, newCursorsOnly, watermark, wholeStretch } from '../support/trigger/offenders';
import type { StoredWith, Poller } from '../support/trigger/simulatedHost';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

const WAYS: StoredWith[] = ['each poll', 'an execution'];

/** What happens under a limit that lasts, and a trigger that comes out of it wrong. */
interface Row extends LongRunSetting {
	name: string;
	work: (run: LongRun) => Promise<void>;
	/** Seconds from an alert's arrival to its emission, at most, where the guide names a bound. */
	within?: number;
	wrong: Poller;
}

const rate = { perMinute: 60, lockMs: 20_000 };

// What docs/trigger.md says, in seconds; each run is longer.
const SOME_MINUTES = 240;
const TWENTY_MINUTES = 1260;

const hourly = async (it: LongRun) => {
	await it.poll(2);
	for (let hour = 0; hour < 24; hour += 1) it.raise(200 + hour * 3600, hour);
	it.wait(86_400);
	await it.poll(10);
};

const everyHalfMinute = async (it: LongRun) => {
	it.wait(0, 420);
	for (let index = 0; index < 120; index += 1) it.raise(index * 30, index);
	await it.poll(75);
};

const twoHoursOff = (filters: LongRunSetting['filters']) => async (it: LongRun) => {
	await it.poll(2);
	for (let index = 0; index < 120; index += 1) it.raise(121 + index * 60, index);
	it.wait(7200);
	it.host.parameters = { ...it.host.parameters, filters: filters ?? {} };
	await it.poll(10);
};

const ROWS: Row[] = [
	{
		name: '100 pairs X, Y in one second, on two equal pages',
		wrong: hashSet,
		work: async ({ raise, poll }) => {
			for (let pair = 0; pair < 101; pair += 1) {
				raise(30, 1);
				raise(30, 2);
			}
			await poll(3);
		},
	},
	...[undefined, 10, 60].map((retryAfter): Row => ({
		name: `20 alerts a second, 60 requests a minute, Retry-After ${retryAfter}`,
		limits: { rate: { ...rate, ...(retryAfter === undefined ? {} : { retryAfter }) } },
		wrong: wholeStretch,
		work: async (it) => await sustained(it, 20, 6),
		within: SOME_MINUTES,
	})),
	...(['gateway', 'general'] as const).map((refusal): Row => ({
		name: `searches over six hours are refused (${refusal}), after a day off`,
		limits: { longestWindow: { seconds: 6 * 3600, refusal } },
		wrong: wholeStretch,
		work: hourly,
	})),
	{
		name: 'searches over an hour are refused after more time than a poll has',
		limits: { longestWindow: { seconds: 3600, refusal: 'gateway' } },
		latency: 30,
		wrong: wholeStretch,
		work: async (it) => {
			await it.poll(3);
			for (let hour = 0; hour < 24; hour += 1) it.raise(400 + hour * 3600, hour);
			it.wait(86_400);
			await it.poll(400);
		},
	},
	{
		name: 'searches over an hour are refused after more time than n8n waits for a poll',
		limits: { longestWindow: { seconds: 3600, refusal: 'gateway' } },
		latency: (body) => (secondsOf(JSON.parse(body) as Body) > 3600 ? 59 : 0.2),
		wrong: wholeStretch,
		work: async (it) => {
			await hourly(it);
			await it.poll(200);
		},
	},
	{
		name: 'answers that take 24 seconds each',
		latency: 24,
		wrong: hashSet,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 1800; index += 1) raise(index * 2 - (index % 2) * 2, index >> 1);
			await poll(80);
		},
	},
	{
		name: 'answers that take five seconds each, and a burst among quiet hours',
		latency: 5,
		wrong: watermark,
		work: async ({ raise, poll }) => {
			for (let minute = 0; minute < 300; minute += 1) {
				raise(30 + minute * 60, minute, minute % 7 === 0 ? 120 : 0);
			}
			for (let index = 0; index < 3600; index += 1) raise(3600 + Math.floor(index / 60), index);
			await poll(320);
		},
	},
	{
		name: 'searches of what is older than forty minutes are refused, and alerts that come late',
		limits: { reach: 2400 },
		wrong: watermark,
		work: async ({ raise, poll }) => {
			for (let minute = 0; minute < 200; minute += 1) {
				raise(30 + minute * 60, minute, minute % 5 === 0 ? 150 : 0);
			}
			await poll(210);
		},
	},
	{
		name: 'three requests a minute, no totals, and some alerts that come late in a day',
		limits: { rate: { perMinute: 3, lockMs: 0 }, totals: 'missing', cursorAlways: true },
		options: { lookBack: 1440 },
		wrong: watermark,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 18; index += 1) {
				const late = index % 2 === 0 ? 0 : (index * 55_433) % 72_000;
				raise((index * 733) % 2200, index, late);
			}
			await poll(1500);
		},
	},
	{
		name: 'three requests a minute, and searches over a minute are refused',
		limits: {
			longestWindow: { seconds: 60, refusal: 'general' },
			rate: { perMinute: 3, lockMs: 0 },
		},
		options: { firstFetch: 5 },
		wrong: wholeStretch,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 12; index += 1) raise(300 * index, index);
			await poll(360);
		},
	},
	{
		name: 'a backlog of 7,000, 429s and no totals',
		limits: { rate: { perMinute: 60, lockMs: 60_000 }, totals: 'missing' },
		wrong: wholeStretch,
		work: async ({ raise, poll, wait }) => {
			await poll(2);
			for (let index = 0; index < 7000; index += 1) raise(200 + index * 2, index);
			wait(14_200);
			await poll(12);
		},
	},
	{
		name: 'a cursor that is the same on each page, and moves on whenever it is sent',
		limits: { constantCursor: true, pageSize: 10 },
		wrong: newCursorsOnly,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 26; index += 1) raise(30, index);
			await poll(3);
		},
	},
	{
		name: 'equal times in another order at each request',
		limits: { unstableTies: true },
		wrong: wholeStretch,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 3601; index += 1) raise(Math.floor(index / 12), index);
			await poll(8);
		},
	},
	{
		name: 'equal times in another order at each request, on three pages of one second',
		limits: { unstableTies: true, pageSize: 10 },
		wrong: wholeStretch,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 28; index += 1) raise(30, index);
			await poll(6);
		},
	},
	{
		name: 'a live view, newest first, with a status filter, that changes between pages',
		limits: { order: 'newestFirst', unstableTies: true },
		filters: { status: ['open'] },
		wrong: wholeStretch,
		work: async ({ raise, poll, polls, service }) => {
			const indices = Array.from({ length: 1200 }, (_none, index) =>
				raise(Math.floor(index / 12) * 10, index),
			);
			// What was emitted is closed; what was not must be found all the same.
			service.limits.onPage = () => {
				if (polls.flatMap(({ items }) => items).length < 100) return;
				for (const index of indices.splice(0, 3)) service.setStatus(index, 'closed');
			};
			await poll(30);
		},
	},
	...([['missing'], ['constant'], [{ aheadMs: 420_000 }]] as const).map(([date]): Row => ({
		name: `a Date that is ${JSON.stringify(date)}, and a service 7 minutes behind`,
		limits: { date },
		wrong: watermark,
		work: everyHalfMinute,
		within: TWENTY_MINUTES,
	})),
	...[60, 3600].map((every): Row => ({
		name: `alerts an hour apart in the repeated hour, polled every ${every} s`,
		limits: { clocksBackAt: START + 3 * 3600 },
		wrong: hashSet,
		work: async ({ raise, poll }) => {
			const content = { userName: 'the same' };
			for (const at of [7207, 9000, 10_799]) {
				raise(at, 1, 0, content);
				raise(at + 3600, 1, 0, content);
			}
			await poll((5 * 3600) / every, every);
		},
	})),
	{
		name: 'the same severities in another order, after two hours off',
		filters: { severity: ['critical', 'trouble', 'attention'] },
		wrong: hashSet,
		work: twoHoursOff({ severity: ['attention', 'critical', 'trouble'] }),
	},
	{
		name: 'other filters, after two hours off',
		filters: { severity: ['critical'] },
		wrong: hashSet,
		work: twoHoursOff({}),
	},
	{
		name: 'no Date, a service 25 minutes behind, and a poll every 15 minutes',
		limits: { date: 'missing' },
		options: { firstFetch: 60 },
		wrong: watermark,
		work: async ({ raise, poll, wait }) => {
			wait(0, 1500);
			for (let index = 0; index < 24; index += 1) raise(index * 600, index);
			await poll(40, 900);
		},
	},
	{
		name: 'no Date, a service 25 minutes behind, and three hours without an answer',
		limits: { date: 'missing' },
		options: { firstFetch: 60 },
		wrong: watermark,
		work: async ({ raise, poll, wait, service }) => {
			wait(0, 1500);
			for (let index = 0; index < 40; index += 1) raise(index * 60, index);
			await poll(10);
			service.limits.refusal = 'general';
			await poll(180);
			service.limits.refusal = 'none';
			await poll(60);
		},
	},
	{
		name: 'a Date that stands still, and n8n is restarted',
		limits: { date: 'constant' },
		wrong: watermark,
		work: async ({ raise, poll, restart }) => {
			for (let index = 0; index < 20; index += 1) raise(index * 60, index, 90);
			for (let starts = 0; starts < 4; starts += 1) {
				await poll(6);
				restart();
			}
			await poll(4);
		},
	},
	{
		name: 'totals that are capped far below what is in the look-back, and late alerts',
		limits: { totals: { cap: 50 }, pageSize: 10 },
		options: { lookBack: 30 },
		wrong: watermark,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 300; index += 1) {
				raise(index, index, index % 30 === 0 ? 700 : 0);
			}
			await poll(45);
		},
	},
	{
		name: 'totals that are capped at 10,000, and a late alert among a few more',
		limits: { totals: { cap: 10_000 }, pageSize: 1000 },
		options: { lookBack: 60 },
		wrong: watermark,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 10_500; index += 1) raise(Math.floor(index / 170), index);
			raise(20, 20_000, 1500);
			await poll(35);
		},
	},
	{
		name: 'one request a minute for half an hour, and a late alert',
		limits: { rate: { perMinute: 1, lockMs: 1000 } },
		wrong: watermark,
		work: async ({ raise, poll, service }) => {
			for (let index = 0; index < 60; index += 1) raise(index * 20, index, index === 30 ? 250 : 0);
			await poll(30);
			delete service.limits.rate;
			await poll(10);
		},
	},
	{
		name: 'every other request is refused with a word to wait, and a cursor comes with each page',
		limits: { turns: { answered: 1, refused: 1, isThrottled: true }, cursorAlways: true },
		wrong: hashSet,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 200; index += 1) raise(30 + (index >> 1) * 60, index >> 1);
			await poll(130);
		},
	},
	...[
		{ answered: 5, refused: 5 },
		{ answered: 1, refused: 2, isRandom: true },
	].map((turns): Row => ({
		name: `refusals that come and go: ${JSON.stringify(turns)}`,
		limits: { turns, cursorAlways: true },
		within: SOME_MINUTES,
		wrong: wholeStretch,
		work: async ({ raise, poll }) => {
			for (let index = 0; index < 3000; index += 1) {
				raise(index, index, index % 100 === 0 ? 200 : 0);
			}
			await poll(80);
		},
	})),
];

const AT_START = ['page404', 'general', 'general200', 'emptyObject', 'throttled'] as const;

/** What the first poll throws after n8n has started while the service refuses. */
async function started(it: LongRun, refusal: (typeof AT_START)[number]): Promise<unknown> {
	await it.poll(2);
	it.restart();
	it.service.limits.refusal = refusal;
	it.raise(130, 1);
	await it.poll(1);
	return it.polls.at(-1)?.thrown;
}

describe.each(WAYS)(
	'under limits that last, the state stored with %s, none is lost or twice',
	(storedWith) => {
		test.each(ROWS)('$name', async ({ name: _name, work, wrong: _wrong, within, ...setting }) => {
			const it = longRun({ storedWith, ...setting });
			await work(it);
			expect(it.verdict()).toMatchObject(CLEAN);
			expect(it.verdict().worstDelay).toBeLessThanOrEqual(within ?? Infinity);
		});

		test.each(AT_START)(
			'at a start of n8n, %s is tried again with the next poll',
			async (refusal) => {
				const it = longRun({ storedWith });
				const thrown = await started(it, refusal);
				if (storedWith === 'an execution') expect(thrown).toBeUndefined();
				it.service.limits.refusal = 'none';
				await it.poll(2);
				expect(it.verdict()).toMatchObject(CLEAN);
			},
		);
	},
);

describe('a wrong trigger', () => {
	// n8n stops a trigger that throws at its start.
	test.each(AT_START)('throws where %s answers at a start of n8n', async (refusal) => {
		const it = longRun({ poller: watermark });
		expect(await started(it, refusal)).toBeDefined();
	});

	test.each(ROWS)(
		'is seen: $name',
		async ({ name: _name, work, wrong, within: _within, ...setting }) => {
			const it = longRun({ ...setting, poller: wrong });
			await work(it);
			const { lost, twice, sharedKeys } = it.verdict();
			expect(lost + twice + sharedKeys).toBeGreaterThan(0);
		},
	);
});

test('a clock of the service that is behind is told of once', async () => {
	const it = longRun({ limits: { date: 'missing' } });
	await everyHalfMinute(it);
	const said = it.polls.flatMap(({ logs }) =>
		logs.filter((line) => line.includes('later than Look Back')),
	);
	expect(said).toHaveLength(1);
});

test.each([
	['where more follow', {}, 10],
	['on every page', { cursorAlways: true }, 60],
])(
	'20 alerts a second at 60 requests a minute, with a cursor %s, are emitted within ten minutes',
	async (_where, cursors, minutes) => {
		const it = longRun({ limits: { rate, ...cursors } });
		await sustained(it, 20, minutes);
		expect(it.verdict()).toMatchObject(CLEAN);
		expect(it.verdict().worstDelay).toBeLessThan(600);
	},
);

test('late alerts among 20 a second at 60 requests a minute are emitted within twenty minutes', async () => {
	const it = longRun({ limits: { rate } });
	for (let index = 0; index < 14_400; index += 1) {
		it.raise(Math.floor(index / 20), index, index % 200 === 7 ? 200 : 0);
	}
	await it.poll(24);
	expect(it.verdict()).toMatchObject(CLEAN);
	expect(it.verdict().worstDelay).toBeLessThan(1200);
});

test('without counts, what is late is found when it leaves the look-back', async () => {
	const it = longRun({ limits: { totals: 'missing', pageSize: 10 } });
	for (let index = 0; index < 400; index += 1) it.raise(index, index, index % 50 === 0 ? 200 : 0);
	await it.poll(20);
	expect(it.verdict()).toMatchObject(CLEAN);
	expect(it.verdict().worstDelay).toBeLessThan(300);
});

test.each([
	['several pages', 25],
	['one page', 7],
])('a second that is counted but not served whole, on %s, is read again', async (_name, served) => {
	const it = longRun({ limits: { pageSize: 10, served } });
	for (let index = 0; index < 30; index += 1) it.raise(30, index);
	for (let index = 0; index < 60; index += 1) it.raise(40 + index, 100 + index);
	await it.poll(3);
	expect(it.verdict()).not.toMatchObject(CLEAN);
	for (const { logs } of it.polls.slice(1)) {
		const said = logs.filter((line) => line.includes('are read again with the next polls'));
		expect(said).toHaveLength(1);
	}
	delete it.service.limits.served;
	await it.poll(1);
	expect(it.verdict()).toMatchObject(CLEAN);
	await it.poll(1);
	expect(it.polls.at(-1)?.logs.join()).not.toContain('are read again');
});

test.each(['true', 'missing'] as const)(
	'a poll ends before n8n abandons it, however many pages a second holds (totals %s)',
	async (totals) => {
		const limits = { pageSize: 10, cursorAlways: true, totals };
		const credential = { requestsPerMinute: 60 };
		const it = longRun({ limits, credential, storedWith: 'each poll' });
		for (let index = 0; index < 360; index += 1) it.raise(Math.floor(index / 120), index);
		await it.poll(20);
		expect(it.verdict()).toMatchObject({ ...CLEAN, thrown: 0 });
		const logs = it.polls.flatMap((one) => one.logs).join();
		expect(logs).not.toContain('The next request waits');
	},
);

test('an alert that comes as another one leaves the filters is not missed', async () => {
	const limits = { pageSize: 10 };
	const it = longRun({ limits, filters: { status: ['open'] } });
	for (let index = 0; index < 250; index += 1) it.raise(Math.floor(index / 5), index);
	await it.poll(4);
	it.service.setStatus(100, 'closed');
	it.raise(20, 1000, 250);
	await it.poll(10);
	expect(it.verdict()).toMatchObject(CLEAN);
});

test('twenty quiet pages in the look-back take at most 3 requests a poll', async () => {
	const options = { lookBack: 1440, firstFetch: 600 };
	const it = longRun({ options });
	for (let index = 0; index < 2000; index += 1) it.raise(-30_000 + Math.floor(index * 14.4), index);
	await it.poll(45);
	const quiet = it.polls.slice(9).map(({ requests }) => requests);
	expect(Math.max(...quiet)).toBeLessThanOrEqual(3);
	for (let late = 18_000; late < 24_000; late += 600) {
		it.raise(it.polls.length * 60 - late, late, late);
		await it.poll(1);
	}
	await it.poll(1);
	expect(it.verdict()).toMatchObject(CLEAN);
});

describe('a second of more pages than a poll can read', () => {
	const limits = { pageSize: 10 };
	const LEFT = /more than a poll can read: \d+ are read and (\d+) more are left behind/;
	const leftBehind = ({ polls }: LongRun) =>
		polls.flatMap(({ logs }) => logs.flatMap((line) => LEFT.exec(line)?.[1] ?? []).map(Number));

	test.each<[string, LongRunSetting]>([
		['the credential allows', { limits, credential: { requestsPerMinute: 60 } }],
		['the service answers', { limits: { ...limits, rate } }],
		['there is time for', { limits, latency: 5, storedWith: 'an execution' }],
	])('stops no poll, and one warning counts what is left (%s)', async (_what, setting) => {
		const it = longRun({ storedWith: 'each poll', options: { redeliver: true }, ...setting });
		for (let index = 0; index < 20; index += 1) it.raise(index * 60 + 10, index);
		for (let index = 0; index < 700; index += 1) it.raise(130, 100 + index);
		await it.poll(40);
		const emitted = it.polls.flatMap(({ items }) => items);
		const others = emitted.filter(({ Message }) => Number(asText(Message).split(' ')[1]) < 100);
		expect(others).toHaveLength(20);
		expect(it.verdict()).toMatchObject({ twice: 0, sharedKeys: 0, thrown: 0 });
		const [left = 0, ...more] = leftBehind(it);
		expect(more).toEqual([]);
		expect(left).toBeGreaterThan(0);
		expect(it.verdict().lost).toBeLessThanOrEqual(left);
	});
});

test('a lock that is shorter than a request may wait is waited for', async () => {
	const limits = { rate: { perMinute: 3, lockMs: 5000, retryAfter: 5 } };
	const it = longRun({ limits, storedWith: 'each poll' });
	for (let index = 0; index < 30; index += 1) it.raise(index * 2, index);
	await it.poll(60, 2);
	await it.poll(3);
	expect(it.verdict()).toMatchObject(CLEAN);
});

test('twenty pages of bursts in a look-back of a day take at most 3 requests a quiet poll', async () => {
	const it = longRun({ options: { lookBack: 1440, firstFetch: 1440 } });
	for (let index = 0; index < 2000; index += 1) {
		const burst = Math.floor(index / 200);
		it.raise(-80_000 + burst * 7777 + (index % 60), index);
	}
	await it.poll(60);
	expect(it.verdict()).toMatchObject(CLEAN);
	const quiet = it.polls.slice(30).map(({ requests }) => requests);
	expect(Math.max(...quiet)).toBeLessThanOrEqual(3);
});

test('with three requests a minute, the look-back comes to its end once it is quiet', async () => {
	const it = longRun({ credential: { requestsPerMinute: 3 } });
	for (let index = 0; index < 3600; index += 1) {
		it.raise(index, index, index % 5 === 0 ? (index * 7919) % 300 : 0);
	}
	await it.poll(365);
	expect(it.verdict()).toMatchObject(CLEAN);
});

test('an alert that short searches do not see yet, as longer ones do, is not missed', async () => {
	const it = longRun({ limits: { pageSize: 10 }, options: { lookBack: 60 } });
	for (let index = 0; index < 1000; index += 1) it.raise(index * 3, index);
	await it.poll(60);
	it.raise(1500, 1000, 2100);
	it.service.limits.behind = { seconds: 100, ms: 120_000 };
	await it.poll(1);
	delete it.service.limits.behind;
	await it.poll(90);
	expect(it.verdict()).toMatchObject(CLEAN);
});
