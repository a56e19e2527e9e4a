import { expect, test } from '@jest/globals';

import { ServiceClock, type ClockMemory } from '../../../../nodes/shared/polling/serviceClock';

const HOUR = 3_600_000;

test('the first answer of a poll tells the time, and the next poll begins with it', () => {
	let host = 100_000;
	const memory: ClockMemory = { aheadMs: 5900 };
	const clock = new ServiceClock(() => host, memory);
	expect(clock.now()).toBe(105);
	clock.observe(undefined);
	expect(memory.aheadMs).toBe(5900);
	host = 102_000;
	expect(clock.observe(95_000)).toBe(true);
	expect([clock.now(), memory.aheadMs]).toEqual([93, -7000]);
	clock.observe(200_000);
	expect(memory.aheadMs).toBe(-7000);
});

test('without a Date the time is that of the host', () => {
	const clock = new ServiceClock(() => 7999, {});
	expect([clock.isKnown, clock.now()]).toEqual([false, 7]);
	expect(clock.observe(undefined)).toBe(true);
	expect([clock.isKnown, clock.now()]).toEqual([true, 7]);
});

test.each([
	[30_000, -100_000],
	[30_001, 0],
])('a Date that does not change for %i ms puts the service %i ms ahead', (stood, aheadMs) => {
	const memory: ClockMemory = {};
	new ServiceClock(() => 170_000 - stood, memory).observe(70_000);
	new ServiceClock(() => 170_000, memory).observe(70_000);
	expect(memory.aheadMs).toBe(aheadMs);
});

test.each([
	['an hour off is believed at once', [HOUR], [true], HOUR],
	['further off is not believed', [HOUR + 1], [false], 0],
	['further off is believed if a second answer agrees', [9 * HOUR, 9.5 * HOUR], [false, true], 9.5],
	['further off is forgotten once an answer is as expected', [9 * HOUR, 1000], [false, true], 1000],
	[
		'further off is forgotten once an answer has none',
		[9 * HOUR, undefined, 9 * HOUR],
		[false, true, false],
		0,
	],
	[
		'further off is not believed for one that differs too',
		[9 * HOUR, 90 * HOUR],
		[false, false],
		0,
	],
])('a Date %s', (_what, offsets, believed, ahead) => {
	const memory: ClockMemory = {};
	const clock = new ServiceClock(() => 0, memory);
	expect(offsets.map((offset) => clock.observe(offset))).toEqual(believed);
	expect(memory.aheadMs).toBe(ahead === 9.5 ? 9.5 * HOUR : ahead);
});
