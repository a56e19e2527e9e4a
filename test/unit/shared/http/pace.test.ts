import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { Pace } from '../../../../nodes/shared/http/pace';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const WINDOW = 61_000;

interface Request {
	/** When it first asks. */
	at: number;
	token: string;
	/** How late its timers are, in ms. */
	late?: number;
}

/** When each request leaves that asks again after each wait. */
function departures(pace: Pace, requests: readonly Request[]): number[] {
	const left = new Map<Request, number>();
	const asking = requests.map((request) => ({ request, ticket: {}, at: request.at }));
	while (left.size < requests.length) {
		asking.sort((one, other) => one.at - other.at);
		const [next] = asking;
		if (next === undefined) break;
		const { request, ticket, at } = next;
		const wait = pace.ask(request.token, ticket, at);
		if (wait > 0) next.at = at + wait + (request.late ?? 0);
		else left.set(asking.shift()?.request ?? request, at);
	}
	return requests.map((request) => left.get(request) ?? NaN);
}

const requestsOf = (token: string, times: readonly number[]): Request[] =>
	times.map((at) => ({ at, token }));

const atOnce = (token: string, count: number, at = NOW): Request[] =>
	requestsOf(token, Array<number>(count).fill(at));

/** The most of these times that one minute holds. */
const mostInAMinute = (times: readonly number[]): number =>
	Math.max(
		0,
		...times.map((end) => times.filter((time) => time > end - WINDOW && time <= end).length),
	);

const gaps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 });
const timesOf = (steps: readonly number[]): number[] => {
	let time = NOW;
	return steps.map((step) => (time += step));
};

describe('ask', () => {
	it('never lets a minute hold more than the limit, and waits only if it would', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 8 }), gaps, (limit, steps) => {
				const times = timesOf(steps);
				const left = departures(new Pace(limit), requestsOf('a', times));
				expect(mostInAMinute(left)).toBeLessThanOrEqual(limit);
				left.forEach((departure, index) => {
					if (departure === times[index]) return;
					expect(departure).toBe((left[index - limit] ?? NaN) + WINDOW);
				});
			}),
			{ numRuns: 300, seed: 11 },
		);
	});

	it('keeps the limit for several access tokens, also if timers are late', () => {
		const request = fc.tuple(
			fc.constantFrom('a', 'b', 'c'),
			fc.integer({ min: 0, max: 20_000 }),
			fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2000 })),
		);
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 3 }),
				fc.array(request, { maxLength: 40 }),
				(limit, requests) => {
					const times = timesOf(requests.map(([, step]) => step));
					const all = requests.map(([token, , late], index) => ({
						at: times[index] ?? NOW,
						token,
						late,
					}));
					const left = departures(new Pace(limit), all);
					expect(left.every((time) => time >= NOW)).toBe(true);
					expect(mostInAMinute(left)).toBeLessThanOrEqual(limit);
				},
			),
			{ numRuns: 400, seed: 12 },
		);
	});

	it('gives access tokens turns: 300 waiting requests of one cost another one turn each', () => {
		const left = departures(new Pace(10), [...atOnce('a', 300), ...atOnce('b', 12, NOW + 1000)]);
		const minutes = left.slice(300).map((time) => Math.floor((time - NOW) / WINDOW));
		// Fair is five a minute; whoever asks first in a minute may take a turn or two more.
		expect(minutes[0]).toBe(1);
		expect(Math.max(...minutes)).toBeLessThanOrEqual(4);
		expect(Math.max(...left) - NOW).toBe(31 * WINDOW);
	});

	it('lets a request leave before those of its access token that ask later', () => {
		const pace = new Pace(1);
		const [first, second] = [{}, {}];
		pace.ask('a', {}, NOW);
		pace.ask('a', first, NOW + 1);
		expect(pace.ask('a', second, NOW + WINDOW)).toBe(WINDOW);
		expect(pace.ask('a', first, NOW + WINDOW)).toBe(0);
	});

	it('never waits without a limit', () => {
		const requests = atOnce('a', 200);
		expect(departures(new Pace(0), requests)).toEqual(requests.map(({ at }) => at));
	});

	it('waits for no more than a minute if the clock is set back', () => {
		const clock = fc.array(fc.integer({ min: -10_000_000, max: 20_000 }), { maxLength: 40 });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 5 }), clock, (limit, steps) => {
				const pace = new Pace(limit);
				for (const time of timesOf(steps)) {
					const ticket = {};
					expect(pace.ask('a', ticket, time)).toBeLessThanOrEqual(WINDOW);
					pace.leave('a', ticket);
				}
			}),
			{ numRuns: 300, seed: 13 },
		);
	});

	it('keeps the minute if the clock is set back by an hour', () => {
		const pace = new Pace(1);
		pace.ask('a', {}, NOW);
		expect(pace.ask('a', {}, NOW - 3_600_000)).toBe(WINDOW);
	});

	it('keeps no place for a request that waits no longer', () => {
		const pace = new Pace(1);
		const given = {};
		pace.ask('a', {}, NOW);
		pace.ask('b', given, NOW);
		pace.leave('b', given);
		expect(pace.ask('a', {}, NOW + WINDOW)).toBe(0);
	});

	it('looks at as much for a limit of 100,000 as for one of 60', () => {
		const reads = (limit: number): number => {
			let count = 0;
			const pace = new Pace(limit);
			for (let at = 0; at < limit; at++) pace.ask('a', {}, NOW + at / limit);
			const counting = new Proxy(Reflect.get(pace, 'departures') as number[], {
				get: (target, key, receiver): unknown => {
					count += 1;
					return Reflect.get(target, key, receiver);
				},
			});
			Reflect.set(pace, 'departures', counting);
			for (let asked = 0; asked < 10; asked++) pace.ask('a', {}, NOW + 2);
			return count;
		};
		expect(reads(100_000)).toBe(reads(60));
	});
});

describe('expectedWait', () => {
	it('is the wait of the last request that leaves', () => {
		fc.assert(
			fc.property(fc.nat(8), gaps, fc.integer({ min: 1, max: 40 }), (limit, steps, count) => {
				const pace = new Pace(limit);
				const now = Math.max(NOW, ...departures(pace, requestsOf('a', timesOf(steps))));
				const expected = pace.expectedWait('a', count, now);
				expect(now + expected).toBe(departures(pace, atOnce('a', count, now)).at(-1));
			}),
			{ numRuns: 300, seed: 12 },
		);
	});

	it('counts the turns of the other access tokens', () => {
		const pace = new Pace(2);
		for (let count = 0; count < 7; count++) pace.ask('b', {}, NOW);
		expect(pace.expectedWait('a', 2, NOW)).toBe(2 * WINDOW);
	});
});

describe('available', () => {
	it('is what the limit leaves of the last minute', () => {
		const pace = new Pace(3);
		expect(pace.available(NOW)).toBe(3);
		pace.ask('a', {}, NOW);
		pace.ask('b', {}, NOW + 10_000);
		expect(pace.available(NOW + 10_000)).toBe(1);
		expect(pace.available(NOW + WINDOW - 1)).toBe(1);
		expect(pace.available(NOW + WINDOW)).toBe(2);
	});

	it('counts requests that wait', () => {
		const pace = new Pace(1);
		pace.ask('a', {}, NOW);
		pace.ask('b', {}, NOW);
		expect(pace.available(NOW + WINDOW)).toBe(0);
	});

	it('is endless without a limit', () => {
		const pace = new Pace(0);
		pace.ask('a', {}, NOW);
		expect(pace.available(NOW)).toBe(Infinity);
	});
});

it('a pace is not idle while a request waits', () => {
	const pace = new Pace(1);
	pace.ask('a', {}, NOW);
	pace.ask('a', {}, NOW);
	expect(pace.isIdle(NOW + WINDOW)).toBe(false);
});

it('a pace is idle a minute after its last request, if none waits', () => {
	const pace = new Pace(1);
	const waiting = {};
	expect(pace.isIdle(NOW)).toBe(true);
	pace.ask('a', {}, NOW);
	pace.ask('a', waiting, NOW + 1);
	pace.leave('a', waiting);
	expect([WINDOW - 1, WINDOW].map((ms) => pace.isIdle(NOW + ms))).toEqual([false, true]);
});
