import fc from 'fast-check';

import type { Limits } from './limitedService';
import { longRun } from './longRun';
import type { StoredWith, Poller } from './simulatedHost';
import { endSimulatedTime } from './simulatedTime';

/** A trigger and a service whose limits last until the end. */
export interface LastingHistory {
	storedWith: StoredWith;
	limits: Limits;
	/** Minutes. */
	lookBack: number;
	/** Seconds between polls. */
	every: number;
	/** Whether n8n is off for two hours in the middle. */
	isOff: boolean;
	/** Seconds that the host's clock is ahead. */
	hostAhead: number;
	/** Seconds from one alert to the next. */
	gap: number;
	/** Alerts of one second. */
	bursts: ReadonlyArray<{ at: number; count: number }>;
	/** Every nth alert is late, by this part of Look Back. */
	late: { nth: number; part: number };
	/** This many alerts in a row look alike. */
	alike: number;
}

/** Alerts come for so many seconds. */
const ALERTS_UNTIL = 2400;

/** How long the trigger is polled after that, in seconds, before it is judged. */
const UNTIL_JUDGED = 4 * 3600;

const some = <Value>(...values: Value[]) => fc.constantFrom<Value>(...values);

const limits: fc.Arbitrary<Limits> = fc
	.record({
		pageSize: some(10, 100, 1000),
		order: some('oldestFirst' as const, 'newestFirst' as const),
		unstableTies: fc.boolean(),
		cursorAlways: fc.boolean(),
		constantCursor: fc.boolean(),
		totals: some<NonNullable<Limits['totals']>>(
			'true',
			'true',
			'missing',
			{ cap: 50 },
			{ lateMs: 30_000 },
		),
		longestWindow: some<Limits['longestWindow']>(
			undefined,
			{ seconds: 60, refusal: 'gateway' },
			{ seconds: 3600, refusal: 'general' },
			{ seconds: 21_600, refusal: 'gateway' },
		),
		rate: some<Limits['rate']>(
			undefined,
			undefined,
			{ perMinute: 60, lockMs: 0 },
			{ perMinute: 60, lockMs: 60_000 },
			{ perMinute: 20, lockMs: 20_000, retryAfter: 10 },
		),
		turns: some<Limits['turns']>(
			undefined,
			undefined,
			{ answered: 5, refused: 5 },
			{ answered: 2, refused: 1, isRandom: true },
			{ answered: 1, refused: 2, isRandom: true },
		),
		date: some<Limits['date']>(undefined, undefined, 'missing', 'constant', { aheadMs: 60_000 }),
	})
	// A Date of two days ago is two days to be read, by the minute.
	.filter(({ longestWindow, date }) => date !== 'constant' || longestWindow?.seconds !== 60)
	// Twenty requests a minute of which most are refused are too few to find what is late.
	.filter(({ rate, turns }) => rate?.perMinute !== 20 || turns === undefined)
	.map(({ longestWindow, rate, turns, date, ...rest }) => ({
		...rest,
		...(longestWindow && { longestWindow }),
		...(rate && { rate }),
		...(turns && { turns }),
		...(date && { date }),
	}));

/**
 * So many alerts of one second are found: where equal times come in another order each time, what one
 * page holds; where requests are refused again and again, what few pages hold (docs/trigger.md).
 */
const mostAtOnce = ({ pageSize = 100, unstableTies, turns }: Limits): number =>
	unstableTies === true || turns !== undefined ? pageSize - 2 : Infinity;

/** Any history under limits that last. */
export const lasting: fc.Arbitrary<LastingHistory> = fc
	.record({
		storedWith: some<StoredWith>('each poll', 'an execution'),
		limits,
		lookBack: some(1, 5, 60),
		every: some(60, 60, 300),
		isOff: fc.boolean(),
		hostAhead: some(0, 0, 300, -300),
		gap: some(2, 10, 60),
		bursts: fc.array(
			fc.record({ at: fc.integer({ min: 0, max: ALERTS_UNTIL }), count: some(3, 8, 40) }),
			{ maxLength: 3 },
		),
		late: fc.record({ nth: some(3, 10, 1000), part: some(0.5, 1) }),
		alike: some(1, 1, 3),
	})
	.map(({ limits, every, bursts, ...rest }) => ({
		...rest,
		limits,
		// A poll that may send twenty requests comes every minute, so as to keep up.
		every: limits.rate === undefined ? every : 60,
		bursts: bursts.filter(({ count }) => count < mostAtOnce(limits)),
	}));

/** What came out wrong in a history, in the words of the verdict; empty where nothing did. */
export async function faultsUnderLimits(
	{ storedWith, limits, lookBack, every, isOff, hostAhead, ...alerts }: LastingHistory,
	poller?: Poller,
): Promise<string[]> {
	try {
		const it = longRun({
			storedWith,
			limits,
			options: { lookBack, firstFetch: 60 },
			...(poller && { poller }),
		});
		it.wait(0, hostAhead);
		raise(it.raise, alerts, lookBack * 60 - 5);
		if (isOff) {
			await it.poll(600 / every, every);
			it.wait(7200);
			it.restart();
		}
		await it.poll((ALERTS_UNTIL + UNTIL_JUDGED) / every, every);
		const { lost, twice, sharedKeys } = it.verdict();
		return Object.entries({ lost, twice, sharedKeys }).flatMap(([fault, count]) =>
			count === 0 ? [] : [`${fault}: ${count}`],
		);
	} finally {
		endSimulatedTime();
	}
}

function raise(
	add: ReturnType<typeof longRun>['raise'],
	{ gap, bursts, late, alike }: Pick<LastingHistory, 'gap' | 'bursts' | 'late' | 'alike'>,
	mostLate: number,
): void {
	for (let index = 0; index * gap < ALERTS_UNTIL; index += 1) {
		const isLate = index % late.nth === late.nth - 1;
		add(index * gap, Math.floor(index / alike), isLate ? Math.floor(mostLate * late.part) : 0);
	}
	for (const { at, count } of bursts) {
		for (let index = 0; index < count; index += 1) add(at, 10_000 + Math.floor(index / alike));
	}
}
