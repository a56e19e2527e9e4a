import fc from 'fast-check';

import type { Fault } from '../service/faults';
import type { Switches } from '../service/switches';
import type { History } from './history';
import type { StoredWith } from './simulatedHost';

/** A history under limits that last, in short. */
export interface LastingHistory extends Pick<History, 'storedWith' | 'lookBack' | 'hostAhead'> {
	switches: Partial<Switches>;
	faults: Fault[];
	/** Whether the Date of each answer is the same, of two days ago. */
	isDateConstant: boolean;
	/** Seconds between polls. */
	every: number;
	/** Whether n8n is off for two hours in the middle. */
	isOff: boolean;
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

export const GATEWAY_TIMEOUT: Fault = { kind: 'status', status: 504, body: 'html' };
export const GENERAL_REFUSAL: Fault & { kind: 'refusal' } = {
	kind: 'refusal',
	code: '07001110',
	status: 400,
};

const some = <Value>(...values: Value[]) => fc.constantFrom<Value>(...values);

const limits = fc
	.record({
		alertPageSize: some(10, 100, 1000),
		alertOrder: some('oldestFirst' as const, 'newestFirst' as const),
		endOfCursor: some('absent' as const, 'emptyPage' as const),
		cursorText: some('new' as const, 'constant' as const),
		alertTotals: some<Switches['alertTotals']>('true', 'true', 'absent', 50),
		rate: some<Partial<Switches>>(
			{},
			{},
			{ rateLimit: 60 },
			{ rateLimit: 60, rateLimitLockMs: 60_000, retryAfter: 'absent' },
			{ rateLimit: 20, rateLimitLockMs: 20_000 },
		),
		longest: some<Fault[]>(
			[],
			[{ ...GATEWAY_TIMEOUT, match: { longerThan: 60 } }],
			[{ ...GENERAL_REFUSAL, match: { longerThan: 3600 } }],
			[{ ...GATEWAY_TIMEOUT, match: { longerThan: 21_600 } }],
		),
		turns: some<Fault[]>(
			[],
			[],
			[{ ...GENERAL_REFUSAL, match: { turns: { pass: 5, meet: 5 } } }],
			[{ ...GENERAL_REFUSAL, match: { turns: { pass: 2, meet: 1, isRandom: true } } }],
			[{ ...GENERAL_REFUSAL, match: { turns: { pass: 1, meet: 2, isRandom: true } } }],
		),
		date: some<Switches['dateHeader'] | 'constant'>('true', 'true', 'absent', 'constant'),
	})
	// A Date of two days ago is two days to be read, by the minute.
	.filter(({ longest, date }) => date !== 'constant' || longest[0]?.match?.longerThan !== 60)
	// Twenty requests a minute of which most are refused are too few to find what is late.
	.filter(({ rate, turns }) => rate.rateLimit !== 20 || turns.length === 0)
	.map(({ rate, longest, turns, date, ...switches }) => ({
		faults: [...turns, ...longest],
		isDateConstant: date === 'constant',
		switches: {
			...switches,
			...rate,
			...(date !== 'constant' && { dateHeader: date }),
		},
	}));

/**
 * So many alerts of one second are found: where equal times come in another order each time, what one
 * page holds; where requests are refused again and again, what few pages hold (docs/trigger.md).
 */
const mostAtOnce = ({ switches, faults }: Pick<LastingHistory, 'switches' | 'faults'>): number => {
	const isHard = faults.some(({ match }) => match?.turns);
	return isHard ? (switches.alertPageSize ?? 100) - 2 : Infinity;
};

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
		...limits,
		// A poll that may send twenty requests comes every minute, so as to keep up.
		every: limits.switches.rateLimit === undefined ? every : 60,
		bursts: bursts.filter(({ count }) => count < mostAtOnce(limits)),
	}));

/** The history in full. */
export function lastingHistory(short: LastingHistory): History {
	const { storedWith, switches, faults, isDateConstant, lookBack, hostAhead } = short;
	const { every, isOff, gap, bursts, late, alike } = short;
	const mostLate = Math.floor((lookBack * 60 - 5) * late.part);
	const single = Array.from({ length: Math.ceil(ALERTS_UNTIL / gap) }, (_none, index) => {
		const lateBy = index % late.nth === late.nth - 1 ? mostLate : 0;
		const content = Math.floor(index / alike);
		return { at: index * gap + lateBy, late: lateBy, content, twins: 1 };
	});
	const together = bursts.flatMap(({ at, count }) =>
		Array.from({ length: count }, (_none, index) => {
			return { at, late: 0, content: 10_000 + Math.floor(index / alike), twins: 1 };
		}),
	);
	return {
		...{ storedWith, switches, lasting: { faults, isDateConstant }, lookBack, hostAhead },
		firstFetch: 60,
		maxAlerts: 5000,
		redeliver: false,
		openOnly: false,
		latency: 40,
		arrivals: [...single, ...together],
		steps: [
			...(isOff
				? ([
						{ kind: 'polls', after: every, count: 600 / every },
						{ kind: 'restart', after: 7200, state: 'newest' },
					] as const)
				: []),
			{ kind: 'polls', after: every, count: (ALERTS_UNTIL + UNTIL_JUDGED) / every },
		],
	};
}
