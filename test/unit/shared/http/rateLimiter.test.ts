import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { limiterOf, RateLimiter } from '../../../../nodes/shared/http/rateLimiter';
import { errorOf } from '../../../support/unit/errorOf';

const NOW = 5000;
const WINDOW = 61_000;

let limiter: RateLimiter;
beforeEach(() => {
	limiter = new RateLimiter();
});

const departures = (limit: number, times: readonly number[]): number[] =>
	times.map((at) => at + limiter.reserveSlot(limit, at));

const maxInAMinute = (times: readonly number[]): number =>
	Math.max(
		0,
		...times.map((end) => times.filter((time) => time > end - WINDOW && time <= end).length),
	);

const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 });
const timesOf = (gaps: readonly number[]): number[] => {
	let time = NOW;
	return gaps.map((gap) => (time += gap));
};

describe('the pace', () => {
	it('never lets more requests than the limit leave in a minute, and waits only for that', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 8 }), steps, (limit, gaps) => {
				limiter = new RateLimiter();
				const times = timesOf(gaps);
				const left = departures(limit, times);
				expect(maxInAMinute(left)).toBeLessThanOrEqual(limit);
				left.forEach((departure, index) => {
					if (departure === times[index]) return;
					expect(departure).toBe((left[index - limit] ?? NaN) + WINDOW);
				});
			}),
			{ numRuns: 300, seed: 11 },
		);
	});

	it('announces the wait of the last request that leaves', () => {
		const count = fc.integer({ min: 1, max: 40 });
		fc.assert(
			fc.property(fc.nat(8), steps, count, (limit, gaps, requests) => {
				limiter = new RateLimiter();
				const times = timesOf(gaps);
				departures(limit, times);
				const now = times.at(-1) ?? NOW;
				const expected = limiter.expectedWait(requests, limit, now);
				const left = departures(limit, Array<number>(requests).fill(now));
				expect(now + expected).toBe(left.at(-1));
			}),
			{ numRuns: 300, seed: 12 },
		);
	});

	it('has no waits without a limit', () => {
		const times = Array<number>(200).fill(NOW);
		expect(departures(0, times)).toEqual(times);
	});
});

describe('after "too many requests"', () => {
	it('nothing leaves for the time that the service names', () => {
		limiter.recordHold(errorOf('throttled', { retryAfterMs: 7000 }), NOW);
		expect(limiter.expectedWait(1, 0, NOW)).toBe(7000);
		expect([0, 2000, 7000].map((ms) => limiter.holdLeft(NOW + ms))).toEqual([7000, 5000, 0]);
	});

	it('the response that holds requests the longest is remembered', () => {
		limiter.recordHold(errorOf('gateway', { retryAfterMs: 7000 }), NOW);
		expect(limiter.heldBy).toBe('unavailable');
		limiter.recordHold(errorOf('throttled', { retryAfterMs: 5000 }), NOW);
		expect(limiter.heldBy).toBe('unavailable');
		limiter.recordHold(errorOf('throttled', { retryAfterMs: 9000 }), NOW);
		expect(limiter.heldBy).toBe('throttled');
	});

	it('the waits grow with each response that names no time, up to five minutes', () => {
		let now = NOW;
		const waits = Array.from({ length: 7 }, () => {
			limiter.recordHold(errorOf('throttled'), now);
			const wait = limiter.holdLeft(now);
			now += wait;
			return wait;
		});
		expect(waits).toEqual([10_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000]);
	});

	it('requests that left together count once, and the longest time counts', () => {
		limiter.recordHold(errorOf('throttled'), NOW);
		limiter.recordHold(errorOf('throttled'), NOW + 1);
		expect(limiter.holdLeft(NOW + 1)).toBe(9999);
		limiter.recordHold(errorOf('throttled', { retryAfterMs: 20_000 }), NOW + 2);
		limiter.recordHold(errorOf('throttled', { retryAfterMs: 15_000 }), NOW + 3);
		expect(limiter.holdLeft(NOW + 3)).toBe(19_999);
	});

	it('the shortest wait comes again after any other response, if its request left after the wait', () => {
		limiter.recordHold(errorOf('throttled'), NOW);
		limiter.recordResponse(NOW + 1);
		limiter.recordHold(errorOf('throttled'), NOW + 10_000);
		expect(limiter.holdLeft(NOW + 10_000)).toBe(30_000);
		limiter.recordResponse(NOW + 40_000);
		limiter.recordHold(errorOf('throttled'), NOW + 40_000);
		expect(limiter.holdLeft(NOW + 40_000)).toBe(10_000);
	});
});

it('an access token at a server has one limiter', () => {
	const one = limiterOf('token', 'http://one.test/api/v2');
	expect(limiterOf('token', 'http://one.test/api/v2')).toBe(one);
	expect(limiterOf('other', 'http://one.test/api/v2')).not.toBe(one);
	expect(limiterOf('token', 'http://other.test/api/v2')).not.toBe(one);
});
