import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { RateLimiter, rateLimiterOf } from '../../../../nodes/shared/http/rateLimiter';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const WINDOW = 61_000;

interface Request {
	/** When it first asks. */
	at: number;
	limit: number;
	/** How late its timers are, in ms. */
	late?: number;
}

/** When each request leaves that asks again after each wait. */
function departures(limiter: RateLimiter, requests: readonly Request[]): number[] {
	const left = new Map<Request, number>();
	const asking = requests.map((request) => ({ request, ticket: {}, at: request.at }));
	while (left.size < requests.length) {
		asking.sort((one, other) => one.at - other.at);
		const [next] = asking;
		if (next === undefined) break;
		const { request, ticket, at } = next;
		const wait = limiter.ask(ticket, request.limit, at);
		if (wait > 0) next.at = at + wait + (request.late ?? 0);
		else left.set(asking.shift()?.request ?? request, at);
	}
	return requests.map((request) => left.get(request) ?? NaN);
}

const under = (limit: number, times: readonly number[]): Request[] =>
	times.map((at) => ({ at, limit }));

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

let limiter: RateLimiter;

beforeEach(() => {
	limiter = new RateLimiter();
});

it('expectedWait is the wait of the last request that leaves', () => {
	fc.assert(
		fc.property(fc.nat(8), gaps, fc.integer({ min: 1, max: 40 }), (limit, steps, count) => {
			const limiter = new RateLimiter();
			const times = timesOf(steps);
			const now = Math.max(NOW, ...departures(limiter, under(limit, times)));
			const expected = limiter.expectedWait(count, limit, now);
			const left = departures(limiter, under(limit, Array<number>(count).fill(now)));
			expect(now + expected).toBe(left.at(-1));
		}),
		{ numRuns: 300, seed: 12 },
	);
});

it('expectedWait counts the lock of the service', () => {
	limiter.lock(5000, NOW);
	expect(limiter.expectedWait(1, 0, NOW)).toBe(5000);
});

describe('ask', () => {
	it('holds no request back for those of a credential without a limit', () => {
		for (let second = 0; second < 60; second += 1) {
			limiter.ask({}, 0, NOW + second * 1000);
			limiter.ask({}, 0, NOW + second * 1000);
		}
		expect(limiter.available(60, NOW + 60_000)).toBe(60);
		expect(limiter.ask({}, 60, NOW + 60_000)).toBe(0);
	});

	it('never lets a minute hold more than the limit, and waits only where it would', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 8 }), gaps, (limit, steps) => {
				const times = timesOf(steps);
				const left = departures(new RateLimiter(), under(limit, times));
				expect(mostInAMinute(left)).toBeLessThanOrEqual(limit);
				left.forEach((departure, index) => {
					if (departure === times[index]) return;
					expect(departure).toBe((left[index - limit] ?? NaN) + WINDOW);
				});
			}),
			{ numRuns: 300, seed: 11 },
		);
	});

	it('keeps the lower limit of two credentials of one server, also where timers are late', () => {
		const request = fc.tuple(
			fc.boolean(),
			fc.integer({ min: 0, max: 20_000 }),
			fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2000 })),
		);
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 3 }),
				fc.constantFrom(0, 20),
				fc.array(request, { maxLength: 40 }),
				(low, high, requests) => {
					const times = timesOf(requests.map(([, step]) => step));
					const all = requests.map(([isSlow, , late], index) => ({
						at: times[index] ?? NOW,
						limit: isSlow ? low : high,
						late,
					}));
					const left = departures(new RateLimiter(), all);
					const slow = left.filter((_, index) => all[index]?.limit === low);
					expect(mostInAMinute(slow)).toBeLessThanOrEqual(low);
				},
			),
			{ numRuns: 400, seed: 12 },
		);
	});

	it('never waits without a limit', () => {
		const times = Array.from({ length: 200 }, () => NOW);
		expect(departures(new RateLimiter(), under(0, times))).toEqual(times);
	});

	it('waits for no more than a minute where the clock is set back', () => {
		const clock = fc.array(fc.integer({ min: -10_000_000, max: 20_000 }), { maxLength: 40 });
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 5 }), clock, (limit, steps) => {
				const limiter = new RateLimiter();
				for (const time of timesOf(steps)) {
					const ticket = {};
					expect(limiter.ask(ticket, limit, time)).toBeLessThanOrEqual(WINDOW);
					limiter.leave(ticket);
				}
			}),
			{ numRuns: 300, seed: 13 },
		);
	});

	it('keeps the minute where the clock is set back by an hour', () => {
		limiter.ask({}, 1, NOW);
		expect(limiter.ask({}, 1, NOW - 3_600_000)).toBe(WINDOW);
	});

	it('lets a request leave before those that ask later', () => {
		const [first, second] = [{}, {}];
		limiter.ask({}, 1, NOW);
		limiter.ask(first, 1, NOW + 1);
		expect(limiter.ask(second, 1, NOW + WINDOW)).toBe(WINDOW);
		expect(limiter.ask(first, 1, NOW + WINDOW)).toBe(0);
	});

	it('keeps no place for a request that waits no longer', () => {
		const given = {};
		limiter.ask({}, 1, NOW);
		limiter.ask(given, 1, NOW);
		limiter.leave(given);
		expect(limiter.ask({}, 1, NOW + WINDOW)).toBe(0);
	});
});

describe('lock', () => {
	it('lets nothing leave for the time that the service names', () => {
		limiter.lock(7000, NOW);
		expect(limiter.lockedFor(NOW + 2000)).toBe(5000);
		expect(limiter.ask({}, 0, NOW + 2000)).toBe(5000);
		expect(limiter.lockedFor(NOW + 7000)).toBe(0);
		expect(limiter.ask({}, 0, NOW + 20_000)).toBe(0);
	});

	it('grows with each throttled answer that names no time, up to five minutes', () => {
		let now = NOW;
		const waits = Array.from({ length: 7 }, () => {
			limiter.lock(undefined, now);
			const wait = limiter.lockedFor(now);
			now += wait;
			return wait;
		});
		expect(waits).toEqual([10_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000]);
	});

	it('begins with its shortest step after an answer that was not throttled', () => {
		limiter.lock(undefined, NOW);
		limiter.unlock(NOW + 10_000);
		limiter.lock(undefined, NOW + 20_000);
		expect(limiter.lockedFor(NOW + 20_000)).toBe(10_000);
	});

	it('is not ended by the answer to a request that left before it', () => {
		limiter.lock(undefined, NOW);
		limiter.unlock(NOW + 1);
		limiter.lock(undefined, NOW + 10_000);
		expect(limiter.lockedFor(NOW + 10_000)).toBe(30_000);
	});

	it('takes the next step where the service asks to wait for no time at all', () => {
		limiter.lock(0, NOW);
		expect(limiter.lockedFor(NOW)).toBe(10_000);
	});

	it('is tried by one request at a time when it ends, until one is answered', () => {
		const [first, second, third] = [{}, {}, {}];
		limiter.lock(undefined, NOW);
		const end = NOW + 10_000;
		expect([first, second, third].map((each) => limiter.ask(each, 60, NOW))).toEqual([
			10_000, 20_000, 20_000,
		]);
		expect([first, second, third].map((each) => limiter.ask(each, 60, end))).toEqual([
			0, 10_000, 20_000,
		]);
		limiter.unlock(end + 1);
		expect([second, third].map((each) => limiter.ask(each, 60, end + 1))).toEqual([0, 0]);
	});

	it('counts requests that are refused together as one', () => {
		[0, 1, 2].forEach((ms) => limiter.lock(undefined, NOW + ms));
		expect(limiter.lockedFor(NOW + 2)).toBe(9998);
		limiter.lock(undefined, NOW + 10_000);
		expect(limiter.lockedFor(NOW + 10_000)).toBe(30_000);
	});

	it('takes the longest of the times that requests refused together are named', () => {
		limiter.lock(9000, NOW);
		limiter.lock(4000, NOW + 1000);
		expect(limiter.lockedFor(NOW + 1000)).toBe(8000);
	});

	it('is as long as before where the clock is set back', () => {
		limiter.lock(7000, NOW);
		expect(limiter.lockedFor(NOW - 3_600_000)).toBe(7000);
	});
});

describe('available', () => {
	it('is what the limit leaves of the last minute', () => {
		expect(limiter.available(3, NOW)).toBe(3);
		limiter.ask({}, 3, NOW);
		limiter.ask({}, 3, NOW + 10_000);
		expect(limiter.available(3, NOW + 10_000)).toBe(1);
		expect(limiter.available(1, NOW + 10_000)).toBe(0);
		expect(limiter.available(3, NOW + WINDOW - 1)).toBe(1);
		expect(limiter.available(3, NOW + WINDOW)).toBe(2);
	});

	it('is endless without a limit', () => {
		limiter.ask({}, 0, NOW);
		expect(limiter.available(0, NOW)).toBe(Infinity);
	});

	it('is nothing while the service is locked', () => {
		limiter.lock(5000, NOW);
		expect([NOW, NOW + 4999, NOW + 5000].map((now) => limiter.available(0, now))).toEqual([
			0,
			0,
			Infinity,
		]);
	});
});

it('rateLimiterOf is one limiter for each base URL', () => {
	const limiter = rateLimiterOf('http://one.test/api/v2');
	expect(rateLimiterOf('http://one.test/api/v2')).toBe(limiter);
	expect(rateLimiterOf('http://two.test/api/v2')).not.toBe(limiter);
});
