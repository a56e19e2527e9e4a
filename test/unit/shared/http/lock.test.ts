import { beforeEach, describe, expect, it } from '@jest/globals';

import { Lock } from '../../../../nodes/shared/http/rateLimiter';

const NOW = Date.parse('2026-01-01T00:00:00Z');

let lock: Lock;

beforeEach(() => {
	lock = new Lock();
});

describe('a lock', () => {
	it('lets nothing leave for the time that the service names', () => {
		lock.refused(7000, NOW);
		expect(lock.lockedFor(NOW + 2000)).toBe(5000);
		expect(lock.ask({}, NOW + 2000)).toBe(5000);
		expect(lock.lockedFor(NOW + 7000)).toBe(0);
		expect(lock.ask({}, NOW + 20_000)).toBe(0);
	});

	it('grows with each refusal that names no time, up to five minutes', () => {
		let now = NOW;
		const waits = Array.from({ length: 7 }, () => {
			lock.refused(undefined, now);
			const wait = lock.lockedFor(now);
			now += wait;
			return wait;
		});
		expect(waits).toEqual([10_000, 30_000, 60_000, 120_000, 300_000, 300_000, 300_000]);
	});

	it('begins with its shortest step after an answer that was no refusal', () => {
		lock.refused(undefined, NOW);
		lock.passed(NOW + 10_000);
		lock.refused(undefined, NOW + 20_000);
		expect(lock.lockedFor(NOW + 20_000)).toBe(10_000);
	});

	it('is not ended by the answer to a request that left before it', () => {
		lock.refused(undefined, NOW);
		lock.passed(NOW + 1);
		lock.refused(undefined, NOW + 10_000);
		expect(lock.lockedFor(NOW + 10_000)).toBe(30_000);
	});

	it('takes the next step if the service asks to wait for no time at all', () => {
		lock.refused(0, NOW);
		expect(lock.lockedFor(NOW)).toBe(10_000);
	});

	it('is tried by one request when it ends; the others wait for its answer', () => {
		const [first, second, third] = [{}, {}, {}];
		lock.refused(undefined, NOW);
		const end = NOW + 10_000;
		expect([first, second, third].map((each) => lock.ask(each, end))).toEqual([0, 1000, 1000]);
		expect(lock.available(end)).toBe(0);
		expect([first, second].map((each) => lock.ask(each, end + 90_000))).toEqual([0, 1000]);
		lock.passed(end + 90_001);
		lock.release(first);
		expect([second, third].map((each) => lock.ask(each, end + 90_001))).toEqual([0, 0]);
	});

	it('is tried by the next request if the first one gets no answer', () => {
		const [first, second] = [{}, {}];
		lock.refused(undefined, NOW);
		expect(lock.ask(first, NOW + 10_000)).toBe(0);
		lock.release(second);
		expect(lock.ask(second, NOW + 10_001)).toBe(1000);
		lock.release(first);
		expect(lock.available(NOW + 10_001)).toBe(1);
		expect(lock.ask(second, NOW + 10_001)).toBe(0);
	});

	it('counts requests that are refused together as one', () => {
		[0, 1, 2].forEach((ms) => lock.refused(undefined, NOW + ms));
		expect(lock.lockedFor(NOW + 2)).toBe(9998);
		lock.refused(undefined, NOW + 10_000);
		expect(lock.lockedFor(NOW + 10_000)).toBe(30_000);
	});

	it('takes the longest of the times that requests refused together are named', () => {
		lock.refused(9000, NOW);
		lock.refused(4000, NOW + 1000);
		expect(lock.lockedFor(NOW + 1000)).toBe(8000);
	});

	it('is as long as before if the clock is set back', () => {
		lock.refused(7000, NOW);
		expect(lock.lockedFor(NOW - 3_600_000)).toBe(7000);
	});

	it('lets any number leave without a refusal, none while it lasts', () => {
		expect(lock.available(NOW)).toBe(Infinity);
		lock.refused(5000, NOW);
		expect([NOW, NOW + 4999, NOW + 5000].map((now) => lock.available(now))).toEqual([0, 0, 1]);
	});

	it('is idle if nothing was refused, and half an hour after its end', () => {
		expect(lock.isIdle(NOW)).toBe(true);
		lock.refused(5000, NOW);
		const idle = [0, 5000, 1_805_000, 1_805_001].map((ms) => lock.isIdle(NOW + ms));
		expect(idle).toEqual([false, false, false, true]);
	});
});
