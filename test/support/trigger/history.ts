import fc from 'fast-check';

import type { Fault } from '../service/faults';
import { READINGS, type Switches } from '../service/switches';
import type { StoredWith } from './simulatedHost';

/** Alerts that come in together and agree in everything that lasts. */
export interface Arrival {
	/** When they reach the service, in seconds since the first poll; negative before it. */
	at: number;
	/** How many seconds before that they happened; negative where a device's clock is ahead. */
	late: number;
	content: number;
	twins: number;
	/** When the first of them is closed, in seconds after its arrival, and opened again that much later. */
	closed?: { after: number; again: number };
}

export type Step =
	| { kind: 'poll' | 'overlap' | 'filter' | 'hostClock'; after: number }
	/** As many polls, each so many seconds after the one before. */
	| { kind: 'polls'; after: number; count: number }
	/** The service refuses, or gives a broken answer, for so many requests from the n-th on. */
	| { kind: 'fault'; after: number; fault: Fault; nth: number; times: number }
	/** n8n starts again, with the state that it stored last, an earlier one, none, or a corrupted one. */
	| { kind: 'restart'; after: number; state: 'newest' | 'older' | 'none' | 'corrupted' }
	/** n8n dies while the executions run that were handed over last. */
	| { kind: 'crash'; after: number };

/** All that happens to a service and a trigger. */
export interface History {
	storedWith: StoredWith;
	switches: Partial<Switches>;
	/** What goes wrong from the first poll on, if it lasts until the history is judged. */
	lasting?: { faults: Fault[]; isDateConstant: boolean };
	firstFetch: number;
	lookBack: number;
	maxAlerts: number;
	redeliver: boolean;
	/** Whether the trigger looks for open alerts only. */
	openOnly: boolean;
	/** How far the host's clock is ahead of the service's, in seconds. */
	hostAhead: number;
	/** How long an answer takes, in ms. */
	latency: number;
	arrivals: Arrival[];
	steps: Step[];
}

const reading = <Name extends keyof typeof READINGS>(
	name: Name,
): fc.Arbitrary<(typeof READINGS)[Name][number]> => fc.constantFrom(...READINGS[name]);

const switches = fc.record({
	errorStatus: reading('errorStatus'),
	endOfCursor: reading('endOfCursor'),
	cursorReuse: reading('cursorReuse'),
	// Pages of one alert cost the most requests; fewer histories have them.
	alertPageSize: fc.constantFrom(...READINGS.alertPageSize, 100, 7, 7),
	alertOrder: reading('alertOrder'),
	startBound: reading('startBound'),
	endBound: reading('endBound'),
	recordZone: reading('recordZone'),
	alertTotals: reading('alertTotals'),
});

const after = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(2, 30, 60) },
	{ weight: 2, arbitrary: fc.integer({ min: 1, max: 400 }) },
	{ weight: 1, arbitrary: fc.integer({ min: 400, max: 5000 }) },
);

/** What one request, or some, are answered with; shaped like the true answer as little as may be. */
const fault: fc.Arbitrary<Fault> = fc.constantFrom<Fault>(
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 429, retryAfter: 'seconds' },
	{ kind: 'status', status: 502, body: 'html' },
	{ kind: 'refusal', code: '07001110', status: 400 },
	{ kind: 'refusal', code: '07001113', status: 200 },
	{ kind: 'cutJson' },
	{ kind: 'html' },
	{ kind: 'dataWrong' },
	{ kind: 'shortPage' },
);

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.record({ kind: fc.constantFrom('poll' as const, 'overlap' as const), after }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('filter' as const), after }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('hostClock' as const), after }) },
	{
		weight: 3,
		arbitrary: fc
			.record({
				kind: fc.constant('fault' as const),
				after,
				fault,
				nth: fc.integer({ min: 1, max: 4 }),
				times: fc.constantFrom(1, 1, 2, 3, 10),
			})
			// Rows that are withheld twice are found within twenty minutes, past the end of the history.
			.map((some) => (some.fault.kind === 'shortPage' ? { ...some, times: 1 } : some)),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('restart' as const),
			after,
			state: fc.constantFrom('newest', 'newest', 'older', 'none', 'corrupted'),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), after }) },
);

const arrivals = (lookBack: number): fc.Arbitrary<Arrival[]> => {
	// The clock of the service is known to the second, and polls look back five of them at least.
	const latest = Math.max(2, lookBack * 60 - 3);
	const one = fc.record({
		at: fc.oneof(
			fc.integer({ min: -900, max: 0 }),
			fc.integer({ min: 0, max: 600 }),
			fc.integer({ min: 0, max: 12_000 }),
		),
		late: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(0) },
			{ weight: 2, arbitrary: fc.integer({ min: 0, max: latest }) },
			{ weight: 1, arbitrary: fc.integer({ min: -120, max: 0 }) },
		),
		content: fc.integer({ min: 0, max: 5 }),
		twins: fc.constantFrom(1, 1, 1, 2, 3, 7),
	});
	const closing: fc.Arbitrary<Arrival> = fc.record({
		at: fc.integer({ min: 0, max: 3000 }),
		late: fc.constant(0),
		content: fc.integer({ min: 1000, max: 1_000_000 }),
		twins: fc.constant(1),
		closed: fc.record({
			after: fc.integer({ min: 1, max: 300 }),
			again: fc.integer({ min: 1, max: 300 }),
		}),
	});
	const burst = fc
		.record({ at: fc.integer({ min: 0, max: 3000 }), count: fc.integer({ min: 2, max: 25 }) })
		.map(({ at, count }): Arrival[] =>
			Array.from({ length: count }, (_none, index) => ({
				at,
				late: 0,
				content: 10 + index,
				twins: 1,
			})),
		);
	return fc
		.tuple(
			fc.array(one, { maxLength: 25 }),
			fc.array(closing, { maxLength: 3 }),
			fc.array(burst, { maxLength: 2 }),
		)
		.map(([some, closings, bursts]) => [...some, ...closings, ...bursts.flat()]);
};

/** Any history. */
const history: fc.Arbitrary<History> = fc
	.constantFrom(0, 1, 5, 10)
	.chain((lookBack) =>
		fc.record({
			storedWith: fc.constantFrom<StoredWith>('each poll', 'an execution'),
			switches,
			firstFetch: fc.constantFrom(1, 10, 30),
			lookBack: fc.constant(lookBack),
			maxAlerts: fc.constantFrom(1, 3, 10, 5000, 5000),
			redeliver: fc.boolean(),
			openOnly: fc.boolean(),
			hostAhead: fc.constantFrom(0, 0, 2, -50, 7200, -90_000),
			latency: fc.constantFrom(0, 40, 900),
			arrivals: arrivals(lookBack),
			steps: fc.array(step, { minLength: 3, maxLength: 14 }),
		}),
	)
	// That a page is short of a row only a true count can tell.
	.map((some) => ({
		...some,
		steps: some.steps.map((one): Step =>
			one.kind === 'fault' && one.fault.kind === 'shortPage' && some.switches.alertTotals !== 'true'
				? { ...one, fault: { kind: 'cutJson' } }
				: one,
		),
	}));

const withStates = (
	some: History,
	...states: Array<'newest' | 'older' | 'none' | 'corrupted'>
): History => ({
	...some,
	steps: some.steps.map((one, index): Step =>
		one.kind === 'restart' && !states.includes(one.state)
			? { ...one, state: states[index % states.length] ?? 'newest' }
			: one,
	),
});

/** Any history in which n8n keeps the state, be it an older one. */
export const keptState: fc.Arbitrary<History> = history.map((some) =>
	withStates(some, 'newest', 'older'),
);

/** Any history in which the state is lost, or comes back as no version of the node wrote it. */
export const lostState: fc.Arbitrary<History> = history.map((some) =>
	withStates(some, 'none', 'corrupted'),
);

/** A history in which a plain service and n8n do all they can for the trigger. */
export const calmHistory: fc.Arbitrary<History> = history.map((some) => ({
	...some,
	storedWith: 'an execution',
	switches: {},
	maxAlerts: 5000,
	redeliver: false,
	openOnly: false,
	hostAhead: 0,
	latency: 0,
	arrivals: some.arrivals.filter(({ closed, at }) => closed === undefined && at >= 0),
	steps: some.steps.map(({ after: pause }): Step => ({ kind: 'poll', after: pause })),
}));
