import { afterEach, describe, expect, test } from '@jest/globals';

import type { Fault } from '../support/service/faults';
import type { Switches } from '../support/service/switches';
import {
	alertStage,
	START,
	type AlertSetting,
	type AlertStage,
} from '../support/trigger/alertStage';
import { GATEWAY_TIMEOUT, GENERAL_REFUSAL } from '../support/trigger/lasting';
import { hashSet, newCursorsOnly, watermark, wholeStretch } from '../support/trigger/offenders';
import type { StoredWith, Poller } from '../support/trigger/simulatedHost';
import { withConstantDate } from '../support/trigger/stage';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

const WAYS: StoredWith[] = ['each poll', 'an execution'];

/** What happens under a limit that lasts, and a trigger that comes out of it wrong. */
interface Row extends AlertSetting {
	name: string;
	work: (stage: AlertStage) => Promise<void>;
	/** Seconds from an alert's arrival to its emission, at most, where the guide names a bound. */
	within?: number;
	wrong: Poller;
}

const rate = { rateLimit: 60, rateLimitLockMs: 20_000, retryAfter: 'absent' } as const;
const threeRequests = { rateLimit: 3 };
const cursorAlways = { endOfCursor: 'emptyPage' } as const;
const otherOrder = { equalTimes: 'reordered', cursorView: 'live' } as const;
const overAnHour: Fault = { ...GATEWAY_TIMEOUT, match: { longerThan: 3600 } };

// What docs/trigger.md says, in seconds; each run is longer.
const SOME_MINUTES = 240;
const TWENTY_MINUTES = 1260;

/** As many alerts, one each so many seconds, some of them late, and as many polls. */
const steady =
	(count: number, every: number, polls: number, late: (index: number) => number = () => 0) =>
	async ({ raise, run }: AlertStage) => {
		for (let index = 0; index < count; index += 1) {
			raise(Math.floor(index * every), index, late(index));
		}
		await run(polls);
	};

/** Every nth alert is late by so many seconds. */
const eachNth = (nth: number, seconds: number) => (index: number) => (index % nth ? 0 : seconds);

/** So many alerts a second for so many minutes, and polls until all should be there. */
const sustained = (perSecond: number, minutes: number) =>
	steady(perSecond * minutes * 60, 1 / perSecond, minutes + 4);

/** Alerts of one second. */
const burst = ({ raise }: AlertStage, at: number, count: number) => {
	for (let index = 0; index < count; index += 1) raise(at, 10_000 + index);
};

/** An alert an hour for a day in which n8n is off. */
const dayOff = (polls: number) => async (it: AlertStage) => {
	await it.run(2);
	for (let hour = 0; hour < 24; hour += 1) it.raise(200 + hour * 3600, hour);
	it.wait(86_400);
	await it.run(polls);
};

const sevenMinutesBehind = async (it: AlertStage) => {
	it.wait(0, 420);
	await steady(120, 30, 75)(it);
};

const twoHoursOff = (filters: NonNullable<AlertSetting['filters']>) => async (it: AlertStage) => {
	await it.run(2);
	for (let index = 0; index < 120; index += 1) it.raise(121 + index * 60, index);
	it.wait(7200);
	it.host.parameters = { ...it.host.parameters, filters };
	await it.run(10);
};

/** Seconds from the start until the clocks of Berlin go back. */
const CLOCKS_BACK = Date.UTC(2026, 9, 25, 1) / 1000 - START;

const secondsOf = (body: string): number => {
	const { start_time, end_time } = JSON.parse(body) as Record<string, string>;
	return (Date.parse(end_time ?? '') - Date.parse(start_time ?? '')) / 1000;
};

const ROWS: Row[] = [
	{
		name: '100 pairs X, Y in one second, on two equal pages',
		wrong: hashSet,
		work: async ({ raise, run }) => {
			for (let index = 0; index < 202; index += 1) raise(30, index % 2);
			await run(3);
		},
	},
	...[0, 60].map((retryAfter): Row => ({
		name: `20 alerts a second, 60 requests a minute, Retry-After ${retryAfter || 'absent'}`,
		switches: rate,
		wrong: wholeStretch,
		work: async (it) => {
			it.hooks.rewrite = ({ headers, ...answer }) => ({
				...answer,
				headers: {
					...headers,
					...(answer.status === 429 && retryAfter > 0 && { 'retry-after': String(retryAfter) }),
				},
			});
			await sustained(20, 6)(it);
		},
		within: SOME_MINUTES,
	})),
	...[GATEWAY_TIMEOUT, GENERAL_REFUSAL].map((refused): Row => ({
		name: `searches over six hours are refused (${refused.kind}), after a day off`,
		faults: [{ ...refused, match: { longerThan: 6 * 3600 } }],
		wrong: wholeStretch,
		work: dayOff(10),
	})),
	{
		name: 'searches over an hour are refused after more time than a poll has',
		faults: [overAnHour],
		latency: 30,
		wrong: wholeStretch,
		work: dayOff(400),
	},
	{
		name: 'searches over an hour are refused after more time than n8n waits for a poll',
		faults: [overAnHour],
		latency: (body) => (secondsOf(body) > 3600 ? 59 : 0.2),
		wrong: wholeStretch,
		work: dayOff(210),
	},
	{
		name: 'answers that take 24 seconds each',
		latency: 24,
		wrong: hashSet,
		work: async ({ raise, run }) => {
			for (let index = 0; index < 1800; index += 1) raise((index >> 1) * 4, index >> 1);
			await run(80);
		},
	},
	{
		name: 'answers that take five seconds each, and a burst among quiet hours',
		latency: 5,
		wrong: newCursorsOnly,
		work: async (it) => {
			for (let index = 0; index < 3600; index += 1) {
				it.raise(3600 + Math.floor(index / 60), 1000 + index);
			}
			await steady(120, 60, 140, eachNth(7, 120))(it);
		},
	},
	{
		name: 'searches of what is older than forty minutes are refused, and alerts that come late',
		faults: [{ ...GENERAL_REFUSAL, match: { olderThan: 2400 } }],
		wrong: watermark,
		work: steady(200, 60, 210, eachNth(5, 150)),
	},
	{
		name: 'three requests a minute, no totals, and some alerts that come late in a day',
		switches: { ...threeRequests, ...cursorAlways, alertTotals: 'absent' },
		options: { lookBack: 1440 },
		wrong: watermark,
		work: async ({ raise, run }) => {
			for (let index = 0; index < 18; index += 1) {
				const late = index % 2 === 0 ? 0 : (index * 55_433) % 72_000;
				raise((index * 733) % 2200, index, late);
			}
			await run(1500);
		},
	},
	{
		name: 'three requests a minute, and searches over a minute are refused',
		switches: threeRequests,
		faults: [{ ...GENERAL_REFUSAL, match: { longerThan: 60 } }],
		options: { firstFetch: 5 },
		wrong: wholeStretch,
		work: steady(12, 300, 360),
	},
	{
		name: 'a backlog of 7,000, 429s and no totals',
		switches: { ...rate, rateLimitLockMs: 60_000, alertTotals: 'absent' },
		wrong: wholeStretch,
		work: async ({ raise, run, wait }) => {
			await run(2);
			for (let index = 0; index < 7000; index += 1) raise(200 + index * 2, index);
			wait(14_200);
			await run(12);
		},
	},
	{
		name: 'a cursor that is the same on each page, and moves on whenever it is sent',
		switches: { ...cursorAlways, cursorText: 'constant', alertPageSize: 10 },
		wrong: newCursorsOnly,
		work: async (it) => {
			burst(it, 30, 26);
			await it.run(3);
		},
	},
	{
		name: 'equal times in another order at each request',
		switches: otherOrder,
		wrong: wholeStretch,
		work: steady(3601, 1 / 12, 8),
	},
	{
		name: 'equal times in another order at each request, on three pages of one second',
		switches: { ...otherOrder, alertPageSize: 10 },
		wrong: wholeStretch,
		work: async (it) => {
			burst(it, 30, 28);
			await it.run(6);
		},
	},
	{
		name: 'a live view, newest first, with a status filter, that changes between pages',
		switches: { ...otherOrder, alertOrder: 'newestFirst' },
		filters: { status: ['open'] },
		wrong: wholeStretch,
		work: async ({ raise, run, polls, service, hooks }) => {
			const indices = Array.from({ length: 1200 }, (_none, index) =>
				raise(Math.floor(index / 12) * 10, index),
			);
			// What was emitted is closed; what was not must be found all the same.
			hooks.onRequest = ({ body }) => {
				if (!body.includes('"cursor"') || polls.flatMap(({ items }) => items).length < 100) return;
				for (const index of indices.splice(0, 3)) service.world.alerts.setStatus(index, 'closed');
			};
			await run(30);
		},
	},
	...(['absent', 'constant', 'ahead'] as const).map((date): Row => ({
		name: `a Date that is ${date}, and a service 7 minutes behind`,
		switches: date === 'constant' ? {} : { dateHeader: date },
		wrong: watermark,
		work: async (it) => {
			if (date === 'constant') it.hooks.rewrite = withConstantDate;
			await sevenMinutesBehind(it);
		},
		within: TWENTY_MINUTES,
	})),
	...[60, 3600].map((every): Row => ({
		name: `alerts an hour apart in the repeated hour, polled every ${every} s`,
		switches: { recordZone: 'Europe/Berlin' },
		wrong: hashSet,
		work: async ({ raise, run, wait }) => {
			wait(CLOCKS_BACK - 3 * 3600);
			for (const at of [-3593, -1800, -1]) {
				raise(CLOCKS_BACK + at, 1);
				raise(CLOCKS_BACK + at + 3600, 1);
			}
			await run((5 * 3600) / every, every);
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
		switches: { dateHeader: 'absent' },
		options: { firstFetch: 60 },
		wrong: watermark,
		work: async (it) => {
			it.wait(0, 1500);
			await steady(24, 600, 0)(it);
			await it.run(40, 900);
		},
	},
	{
		name: 'no Date, a service 25 minutes behind, and three hours without an answer',
		switches: { dateHeader: 'absent' },
		options: { firstFetch: 60 },
		wrong: watermark,
		work: async (it) => {
			it.wait(0, 1500);
			await steady(40, 60, 10)(it);
			it.service.faults.push(GENERAL_REFUSAL);
			await it.run(180);
			it.service.clearFaults();
			await it.run(60);
		},
	},
	{
		name: 'a Date that stands still, and n8n is restarted',
		wrong: watermark,
		work: async (it) => {
			it.hooks.rewrite = withConstantDate;
			await steady(20, 60, 0, () => 90)(it);
			for (let starts = 0; starts < 4; starts += 1) {
				await it.run(6);
				it.restart();
			}
			await it.run(4);
		},
	},
	{
		name: 'totals that are capped far below what is in the look-back, and late alerts',
		switches: { alertTotals: 50, alertPageSize: 10 },
		options: { lookBack: 30 },
		wrong: watermark,
		work: steady(300, 1, 45, eachNth(30, 700)),
	},
	{
		name: 'one request a minute for half an hour, and a late alert',
		switches: { rateLimit: 1, rateLimitLockMs: 1000, retryAfter: 'absent' },
		wrong: watermark,
		work: async (it) => {
			await steady(60, 20, 30, (index) => (index === 30 ? 250 : 0))(it);
			it.service.set({ rateLimit: 0 });
			await it.run(10);
		},
	},
	{
		name: 'every other request is refused with a word to wait, and a cursor comes with each page',
		switches: cursorAlways,
		faults: [{ kind: 'status', status: 429, match: { turns: { pass: 1, meet: 1 } } }],
		wrong: hashSet,
		work: async ({ raise, run }) => {
			for (let index = 0; index < 200; index += 1) raise(30 + (index >> 1) * 60, index >> 1);
			await run(130);
		},
	},
	...[
		{ pass: 5, meet: 5 },
		{ pass: 1, meet: 2, isRandom: true },
	].map((turns): Row => ({
		name: `refusals that come and go: ${JSON.stringify(turns)}`,
		switches: cursorAlways,
		faults: [{ ...GENERAL_REFUSAL, match: { turns } }],
		within: SOME_MINUTES,
		wrong: wholeStretch,
		work: steady(3000, 1, 80, eachNth(100, 200)),
	})),
];

const AT_START: Array<[name: string, Fault]> = [
	['a web page under 404', { kind: 'html', status: 404 }],
	['a refusal', GENERAL_REFUSAL],
	['a refusal under 200', { ...GENERAL_REFUSAL, status: 200 }],
	['an empty object', { kind: 'raw', text: '{}' }],
	['429', { kind: 'status', status: 429 }],
];

/** What the first poll throws after n8n has started while the service refuses. */
async function started(it: AlertStage, fault: Fault): Promise<unknown> {
	await it.run(2);
	it.restart();
	it.service.faults.push(fault);
	it.raise(130, 1);
	await it.run(1);
	return it.polls.at(-1)?.thrown;
}

describe.each(WAYS)(
	'under limits that last, the state stored with %s, none is lost or twice',
	(storedWith) => {
		test.each(ROWS)('$name', async ({ name: _name, work, wrong: _wrong, within, ...setting }) => {
			const it = alertStage({ storedWith, ...setting });
			await work(it);
			const { faults, worstDelay } = it.verdict();
			expect(faults).toEqual([]);
			expect(worstDelay).toBeLessThanOrEqual(within ?? Infinity);
		});

		test.each(AT_START)('at a start of n8n, %s is tried again', async (_what, fault) => {
			const it = alertStage({ storedWith });
			const thrown = await started(it, fault);
			if (storedWith === 'an execution') expect(thrown).toBeUndefined();
			it.service.clearFaults();
			await it.run(2);
			expect(it.verdict().faults).toEqual([]);
		});
	},
);

describe('a wrong trigger', () => {
	// n8n stops a trigger that throws at its start.
	test.each(AT_START)('throws where %s answers at a start of n8n', async (_what, fault) => {
		expect(await started(alertStage({ poller: watermark }), fault)).toBeDefined();
	});

	test.each(ROWS)(
		'is seen: $name',
		async ({ name: _name, work, wrong, within: _within, ...setting }) => {
			const it = alertStage({ ...setting, poller: wrong });
			await work(it);
			expect(it.verdict().faults).not.toEqual([]);
		},
	);
});

test('a clock of the service that is behind is told of once', async () => {
	const it = alertStage({ switches: { dateHeader: 'absent' } });
	await sevenMinutesBehind(it);
	const said = it.polls.flatMap(({ log }) =>
		log.filter((line) => line.includes('later than Look')),
	);
	expect(said).toHaveLength(1);
});

test.each<[what: string, Partial<Switches>, within: number, Row['work'], lookBack?: number]>([
	[
		'20 alerts a second, at 60 requests a minute and with a cursor on every page',
		{ ...rate, ...cursorAlways },
		SOME_MINUTES,
		sustained(20, 15),
	],
	[
		'late alerts among 20 a second, at 60 requests a minute',
		rate,
		TWENTY_MINUTES,
		steady(14_400, 1 / 20, 24, (index) => (index % 200 === 7 ? 200 : 0)),
	],
	[
		'what is late and not counted, when it leaves the look-back',
		{ alertTotals: 'absent', alertPageSize: 10 },
		300,
		steady(400, 1, 20, eachNth(50, 200)),
	],
	[
		'a late alert among more than 10,000, where totals are capped there',
		{ alertTotals: 10_000, alertPageSize: 1000 },
		TWENTY_MINUTES,
		async (it) => {
			it.raise(20, 20_000, 480);
			await steady(10_500, 1 / 170, 14)(it);
		},
		60,
	],
])('in time comes %s', async (_what, switches, within, work, lookBack = 5) => {
	const it = alertStage({ switches, options: { lookBack } });
	await work(it);
	const { faults, worstDelay } = it.verdict();
	expect(faults).toEqual([]);
	expect(worstDelay).toBeLessThan(within);
});

test.each<[string, Partial<Switches>, Fault[]]>([
	['several pages', { alertPageSize: 10 }, [{ kind: 'shortPage' }]],
	['one page', { alertPageSize: 10, equalTimes: 'lostAtPageEdge' }, []],
])(
	'a second that is counted but not served whole, on %s, is read again',
	async (_what, switches, faults) => {
		const it = alertStage({ switches, faults });
		burst(it, 30, 30);
		for (let index = 0; index < 60; index += 1) it.raise(40 + index, 100 + index);
		await it.run(3);
		expect(it.verdict().faults).not.toEqual([]);
		for (const { log } of it.polls.slice(1)) {
			expect(
				log.filter((line) => line.includes('are read again with the next polls')),
			).toHaveLength(1);
		}
		it.service.clearFaults();
		it.service.set({ equalTimes: 'stable' });
		await it.run(1);
		expect(it.verdict().faults).toEqual([]);
		await it.run(1);
		expect(it.polls.at(-1)?.log.join()).not.toContain('are read again');
	},
);

test.each(['true', 'absent'] as const)(
	'a poll ends before n8n abandons it, however many pages a second holds (totals %s)',
	async (alertTotals) => {
		const switches = { ...cursorAlways, alertPageSize: 10, alertTotals };
		const credential = { requestsPerMinute: 60 };
		const it = alertStage({ switches, credential, storedWith: 'each poll' });
		await steady(360, 1 / 120, 20)(it);
		expect(it.verdict().faults).toEqual([]);
		expect(it.polls.flatMap(({ thrown }) => thrown ?? [])).toEqual([]);
		expect(it.polls.flatMap(({ log }) => log).join()).not.toContain('The next request waits');
	},
);

test('an alert that comes as another one leaves the filters is not missed', async () => {
	const it = alertStage({ switches: { alertPageSize: 10 }, filters: { status: ['open'] } });
	await steady(250, 1 / 5, 4)(it);
	it.service.world.alerts.setStatus(100, 'closed');
	it.raise(20, 1000, 250);
	await it.run(10);
	expect(it.verdict().faults).toEqual([]);
});

/** The most requests of a poll from one on. */
const mostRequests = ({ polls }: AlertStage, from: number): number =>
	Math.max(...polls.slice(from).map(({ requests }) => requests));

test('twenty quiet pages in the look-back take at most 3 requests a poll', async () => {
	const it = alertStage({ options: { lookBack: 1440, firstFetch: 600 } });
	for (let index = 0; index < 2000; index += 1) it.raise(-30_000 + Math.floor(index * 14.4), index);
	await it.run(45);
	expect(mostRequests(it, 9)).toBeLessThanOrEqual(3);
	for (let late = 18_000; late < 24_000; late += 600) {
		it.raise(it.polls.length * 60 - late, late, late);
		await it.run(1);
	}
	await it.run(1);
	expect(it.verdict().faults).toEqual([]);
});

test('twenty pages of bursts in a look-back of a day take at most 3 requests a quiet poll', async () => {
	const it = alertStage({ options: { lookBack: 1440, firstFetch: 1440 } });
	for (let index = 0; index < 2000; index += 1) {
		it.raise(-80_000 + Math.floor(index / 200) * 7777 + (index % 60), index);
	}
	await it.run(60);
	expect(it.verdict().faults).toEqual([]);
	expect(mostRequests(it, 30)).toBeLessThanOrEqual(3);
});

describe('a second of more pages than a poll can read', () => {
	const switches = { alertPageSize: 10 };
	const LEFT = /more than a poll can read: \d+ are read and (\d+) more are left behind/;
	const leftBehind = ({ polls }: AlertStage) =>
		polls.flatMap(({ log }) => log.flatMap((line) => LEFT.exec(line)?.[1] ?? []).map(Number));

	test.each<[string, AlertSetting]>([
		['the credential allows', { switches, credential: { requestsPerMinute: 60 } }],
		['the service answers', { switches: { ...switches, ...rate } }],
		['there is time for', { switches, latency: 5, storedWith: 'an execution' }],
	])('stops no poll, and one warning counts what is left (%s)', async (_what, setting) => {
		const it = alertStage({ storedWith: 'each poll', options: { redeliver: true }, ...setting });
		burst(it, 130, 700);
		await steady(20, 60, 40)(it);
		const others = it.polls.flatMap(({ contents }) => contents.filter((one) => one < 100));
		expect(others).toHaveLength(20);
		const { faults, lost } = it.verdict();
		expect(faults.filter((fault) => !fault.startsWith('lost'))).toEqual([]);
		expect(it.polls.flatMap(({ thrown }) => thrown ?? [])).toEqual([]);
		const [left = 0, ...more] = leftBehind(it);
		expect(more).toEqual([]);
		expect(left).toBeGreaterThan(0);
		expect(lost).toBeLessThanOrEqual(left);
	});
});

test('a lock that is shorter than a request may wait is waited for', async () => {
	const switches = { ...threeRequests, rateLimitLockMs: 5000 };
	const it = alertStage({ switches, storedWith: 'each poll' });
	await steady(30, 2, 0)(it);
	await it.run(60, 2);
	await it.run(3);
	expect(it.verdict().faults).toEqual([]);
});

test('with three requests a minute, the look-back comes to its end once it is quiet', async () => {
	const it = alertStage({ credential: { requestsPerMinute: 3 } });
	await steady(3600, 1, 365, (index) => (index % 5 === 0 ? (index * 7919) % 300 : 0))(it);
	expect(it.verdict().faults).toEqual([]);
});

test('an alert that short searches do not see yet, as longer ones do, is not missed', async () => {
	const it = alertStage({ switches: { alertPageSize: 10 }, options: { lookBack: 60 } });
	await steady(1000, 3, 60)(it);
	const late = it.service.world.alerts.at(it.raise(1500, 1000, 2100));
	const { arrivedAt } = late;
	it.hooks.onRequest = ({ body }) => {
		late.arrivedAt = secondsOf(body) <= 100 ? arrivedAt + 120_000 : arrivedAt;
	};
	await it.run(1);
	it.hooks.onRequest = () => undefined;
	late.arrivedAt = arrivedAt;
	await it.run(90);
	expect(it.verdict().faults).toEqual([]);
});
