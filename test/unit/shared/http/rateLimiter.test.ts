import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { RateLimiter, rateLimiterOf } from '../../../../nodes/shared/http/rateLimiter';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const MINUTE = 60_000;

/** The departures of requests under one limit that are asked for at these times. */
const departures = (limiter: RateLimiter, limit: number, times: readonly number[]): number[] =>
	times.map((time) => time + limiter.reserve(limit, time));

/** The most of these times, ascending, that one minute holds. */
const mostInAMinute = (times: readonly number[]): number =>
	Math.max(
		0,
		...times.map((end) => times.filter((time) => time > end - MINUTE && time <= end).length),
	);

const gaps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 });
const timesOf = (steps: readonly number[]): number[] => {
	let time = NOW;
	return steps.map((step) => (time += step));
};

describe('reserve', () => {
	it('lets as many requests as the limit leave together, and the next a minute later', () => {
		expect(departures(new RateLimiter(), 3, [NOW, NOW, NOW, NOW, NOW + 1])).toEqual([
			NOW,
			NOW,
			NOW,
			NOW + MINUTE,
			NOW + MINUTE,
		]);
	});

	it('lets each leave a minute after the one that it replaces', () => {
		const times = [NOW, NOW + 20_000, NOW + 30_000, NOW + 40_000];
		expect(departures(new RateLimiter(), 2, times)).toEqual([
			NOW,
			NOW + 20_000,
			NOW + MINUTE,
			NOW + 20_000 + MINUTE,
		]);
	});

	it('never lets a minute hold more than the limit, and waits only where it would', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 8 }), gaps, (limit, steps) => {
				const times = timesOf(steps);
				const left = departures(new RateLimiter(), limit, times);
				expect(mostInAMinute(left)).toBeLessThanOrEqual(limit);
				left.forEach((departure, index) => {
					if (departure === times[index]) return;
					expect(departure).toBe((left[index - limit] ?? NaN) + MINUTE);
				});
			}),
			{ numRuns: 300, seed: 11 },
		);
	});

	it('keeps the lower limit of two credentials of one server', () => {
		const request = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 30_000 }));
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 3 }),
				fc.constantFrom(0, 20),
				fc.array(request, { maxLength: 40 }),
				(low, high, requests) => {
					const limiter = new RateLimiter();
					const times = timesOf(requests.map(([, step]) => step));
					const slow = requests.flatMap(([isSlow], index) => {
						const time = times[index] ?? NOW;
						const departure = time + limiter.reserve(isSlow ? low : high, time);
						return isSlow ? [departure] : [];
					});
					expect(mostInAMinute(slow)).toBeLessThanOrEqual(low);
				},
			),
			{ numRuns: 300, seed: 12 },
		);
	});

	it('never waits without a limit', () => {
		const times = Array.from({ length: 200 }, () => NOW);
		expect(departures(new RateLimiter(), 0, times)).toEqual(times);
	});

	it('waits for no more than a minute beyond what is booked where the clock is set back', () => {
		const clock = fc.array(fc.integer({ min: -10_000_000, max: 20_000 }), {
			minLength: 1,
			maxLength: 40,
		});
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 5 }), clock, (limit, steps) => {
				const limiter = new RateLimiter();
				let booked = 0;
				timesOf(steps).forEach((time, index) => {
					const wait = limiter.reserve(limit, time);
					expect(wait).toBeLessThanOrEqual(Math.max(0, booked) + MINUTE);
					// What is left of it when the next request comes; nothing passes while the clock goes back.
					booked = wait - Math.max(0, steps[index + 1] ?? 0);
				});
			}),
			{ numRuns: 300, seed: 13 },
		);
	});

	it('keeps the minute where the clock is set back by an hour', () => {
		const limiter = new RateLimiter();
		limiter.reserve(1, NOW);
		expect(limiter.reserve(1, NOW - 3_600_000)).toBe(MINUTE);
	});
});

describe('lock', () => {
	it('lets nothing leave for the time that the service names', () => {
		const limiter = new RateLimiter();
		limiter.lock(7000, NOW);
		expect(limiter.lockedFor(NOW + 2000)).toBe(5000);
		expect(limiter.reserve(0, NOW + 2000)).toBe(5000);
		expect(limiter.lockedFor(NOW + 7000)).toBe(0);
		expect(limiter.reserve(0, NOW + 8000)).toBe(0);
	});

	it('grows with each throttled answer that names no time, up to five minutes', () => {
		const limiter = new RateLimiter();
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
		const limiter = new RateLimiter();
		limiter.lock(undefined, NOW);
		limiter.unlock();
		limiter.lock(undefined, NOW + 20_000);
		expect(limiter.lockedFor(NOW + 20_000)).toBe(10_000);
	});

	it('counts requests that are refused together as one', () => {
		const limiter = new RateLimiter();
		[0, 1, 2].forEach((ms) => limiter.lock(undefined, NOW + ms));
		expect(limiter.lockedFor(NOW + 2)).toBe(9998);
		limiter.lock(undefined, NOW + 10_000);
		expect(limiter.lockedFor(NOW + 10_000)).toBe(30_000);
	});

	it('takes the longest of the times that requests refused together are named', () => {
		const limiter = new RateLimiter();
		limiter.lock(9000, NOW);
		limiter.lock(4000, NOW + 1000);
		expect(limiter.lockedFor(NOW + 1000)).toBe(8000);
	});

	it('is as long as before where the clock is set back', () => {
		const limiter = new RateLimiter();
		limiter.lock(7000, NOW);
		expect(limiter.lockedFor(NOW - 3_600_000)).toBe(7000);
	});
});

describe('available', () => {
	it('is what the limit leaves of the last minute', () => {
		const limiter = new RateLimiter();
		expect(limiter.available(3, NOW)).toBe(3);
		limiter.reserve(3, NOW);
		limiter.reserve(3, NOW + 10_000);
		expect(limiter.available(3, NOW + 10_000)).toBe(1);
		expect(limiter.available(1, NOW + 10_000)).toBe(0);
		expect(limiter.available(3, NOW + MINUTE - 1)).toBe(1);
		expect(limiter.available(3, NOW + MINUTE)).toBe(2);
	});

	it('is endless without a limit', () => {
		const limiter = new RateLimiter();
		limiter.reserve(0, NOW);
		expect(limiter.available(0, NOW)).toBe(Infinity);
	});

	it('is nothing while the service is locked', () => {
		const limiter = new RateLimiter();
		limiter.lock(5000, NOW);
		expect([NOW, NOW + 4999, NOW + 5000].map((now) => limiter.available(0, now))).toEqual([
			0,
			0,
			Infinity,
		]);
	});
});

describe('rateLimiterOf', () => {
	it('is one limiter for each base URL', () => {
		const limiter = rateLimiterOf('http://one.test/api/v2');
		expect(rateLimiterOf('http://one.test/api/v2')).toBe(limiter);
		expect(rateLimiterOf('http://two.test/api/v2')).not.toBe(limiter);
	});
});
