import fc from 'fast-check';

import type { Fault } from '../service/faults';
import type { Switches } from '../service/switches';
import { refusal } from './alertStage';
import type { StoredWith } from './simulatedHost';

/** What happens before a poll, or to it. */
export type Happening =
	/** The service refuses, or gives a broken answer, so many times from the nth request on. */
	| { kind: 'fault'; fault: Fault; nth: number; times: number }
	/** n8n is stopped and started, so many seconds later. */
	| { kind: 'restart'; after: number }
	/** n8n is killed in the middle of the poll. */
	| { kind: 'kill' }
	/** n8n polls while a poll is under way. */
	| { kind: 'overlap' }
	/** The host's clock is set, so many seconds ahead. */
	| { kind: 'hostClock'; ahead: number }
	/** The next answer's Date is so many hours ahead. */
	| { kind: 'wrongDate'; hours: number };

/** All that happens to a service and a trigger. */
export interface History {
	storedWith: StoredWith;
	switches: Partial<Switches>;
	/** What goes wrong all the time. */
	faults: Fault[];
	/** The pace of the credential; 0 is none. */
	requestsPerMinute: number;
	lookBack: number;
	maxAlerts: number;
	/** Seconds between polls. */
	every: number;
	/** How far the host's clock is ahead of the service's, in seconds. */
	hostAhead: number;
	/** How long an answer takes, in seconds. */
	latency: number;
	/** Seconds from one alert to the next. */
	gap: number;
	/** Alerts of one second, so many in a row of which are identical. */
	bursts: ReadonlyArray<{ at: number; count: number; alike: number }>;
	/** Every nth alert is late, by this part of Look Back. */
	late: { nth: number; part: number };
	happenings: ReadonlyArray<{ poll: number; what: Happening }>;
}

/** Alerts come for so many seconds. */
export const ALERTS_UNTIL = 1500;

const some = <Value>(...values: Value[]) => fc.constantFrom<Value>(...values);

const LONG: Fault = { kind: 'status', status: 504, body: 'html' };

/** Limits of the service that last. */
const limits = fc
	.record({
		rate: some<Partial<Switches>>(
			{},
			{},
			{ rateLimit: 60 },
			{ rateLimit: 60, rateLimitLockMs: 60_000, retryAfter: 'absent' },
			{ rateLimit: 20, rateLimitLockMs: 20_000 },
		),
		requestsPerMinute: some(0, 60),
		longest: some<Fault[]>(
			[],
			[{ ...LONG, match: { longerThan: 60 } }],
			[{ ...refusal, match: { longerThan: 3600 } }],
			[{ ...LONG, match: { longerThan: 21_600 } }],
		),
		turns: some<Fault[]>(
			[],
			[],
			[{ ...refusal, match: { turns: { pass: 5, meet: 5 } } }],
			[{ ...refusal, match: { turns: { pass: 2, meet: 1, isRandom: true } } }],
			[{ ...refusal, match: { turns: { pass: 1, meet: 2, isRandom: true } } }],
		),
	})
	// Few requests of which most are refused are too few.
	.map((one) => (one.turns.length === 0 ? one : { ...one, rate: {}, requestsPerMinute: 0 }));

const switches = fc.record({
	alertPageSize: some(7, 100, 100, 1000, 1000),
	alertOrder: some('oldestFirst' as const, 'newestFirst' as const, 'shuffled' as const),
	startBound: some('inclusive' as const, 'exclusive' as const),
	endBound: some('inclusive' as const, 'exclusive' as const),
	endOfCursor: some('absent' as const, 'emptyPage' as const),
	cursorText: some('new' as const, 'constant' as const),
	cursorReuse: some('allowed' as const, 'movesOn' as const),
	alertTotals: some<Switches['alertTotals']>('true', 'true', 'absent'),
	dateHeader: some('true' as const, 'true' as const, 'absent' as const),
	recordZone: some<Switches['recordZone']>(0, -330),
});

/** What one request, or some, are answered with. */
const fault = some<Fault>(
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 429, retryAfter: 'seconds' },
	{ kind: 'status', status: 502, body: 'html' },
	refusal,
	{ kind: 'cutJson' },
	{ kind: 'html' },
	{ kind: 'raw', text: '{}' },
	{ kind: 'dataWrong' },
);

const happening: fc.Arbitrary<Happening> = fc.oneof(
	fc.record({
		kind: fc.constant('fault' as const),
		fault,
		nth: fc.integer({ min: 1, max: 4 }),
		times: some(1, 1, 2, 3, 10),
	}),
	fc.record({ kind: fc.constant('restart' as const), after: some(0, 30, 600, 7200) }),
	some<Happening>(
		{ kind: 'kill' },
		{ kind: 'kill' },
		{ kind: 'overlap' },
		{ kind: 'hostClock', ahead: 600 },
		{ kind: 'hostClock', ahead: -600 },
		{ kind: 'wrongDate', hours: 24 },
		{ kind: 'wrongDate', hours: -9 },
	),
);

const drawn = fc.record({
	limits,
	switches,
	storedWith: some<StoredWith>('each poll', 'an execution'),
	lookBack: some(0, 1, 5, 15),
	maxAlerts: some(3, 200, 5000, 5000),
	every: some(60, 60, 300),
	hostAhead: some(0, 0, 300, -300),
	latency: some(0, 0.04, 0.9),
	gap: some(5, 20, 60),
	bursts: fc.array(
		fc.record({
			at: fc.integer({ min: 0, max: ALERTS_UNTIL }),
			count: some(3, 8, 40),
			alike: some(1, 3),
		}),
		{ maxLength: 3 },
	),
	late: fc.record({ nth: some(3, 10, 1000), part: some(0.5, 1) }),
	happenings: fc.array(fc.record({ poll: fc.integer({ min: 0, max: 24 }), what: happening }), {
		maxLength: 8,
	}),
});

/** Any history in which the trigger keeps its promises: none lost, none twice. */
export const history: fc.Arbitrary<History> = drawn.map(
	({ limits: { rate, requestsPerMinute, longest, turns }, ...one }): History => {
		const isSlow = rate.rateLimit !== undefined || one.maxAlerts < 5000;
		const hasDate = one.switches.dateHeader === 'true';
		// A second of several pages is left behind if its pages are refused again and again.
		const most = turns.length === 0 ? Infinity : one.switches.alertPageSize;
		return {
			...one,
			requestsPerMinute,
			// If most requests are refused, only the count tells that a page was the last one.
			switches: { ...one.switches, ...rate, ...(turns.length > 0 && { alertTotals: 'true' }) },
			faults: [...turns, ...longest],
			latency: turns.length === 0 ? one.latency : 0,
			// Polls that read little at once come every minute, so as to keep up.
			every: isSlow ? 60 : one.every,
			gap: one.maxAlerts < 100 ? 60 : one.gap,
			// Without a Date the host's clock is the service's.
			hostAhead: hasDate ? one.hostAhead : 0,
			happenings: one.happenings.filter(({ what }) => hasDate || what.kind !== 'hostClock'),
			// Identical alerts are counted as far as one page shows them.
			bursts: one.bursts
				.filter(({ count }) => count < most)
				.map((burst) => ({ ...burst, alike: one.switches.alertPageSize < 1000 ? 1 : burst.alike })),
		};
	},
);
