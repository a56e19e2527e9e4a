import { expect, test } from '@jest/globals';

import { ServiceClock, type ClockMemory } from '../../../../nodes/shared/polling/serviceClock';

test('the clock of the service is guessed by an earlier poll until an answer tells it', () => {
	let host = 100_000;
	const memory: ClockMemory = { aheadMs: 5900 };
	const clock = new ServiceClock(() => host, memory);
	expect(clock.now()).toBe(105);
	clock.observe(undefined);
	expect(memory.aheadMs).toBe(5900);
	host = 102_000;
	clock.observe(95_000);
	expect([clock.now(), memory.aheadMs]).toEqual([93, -7000]);
	clock.observe(200_000);
	expect(memory.aheadMs).toBe(-7000);
});

test('the clock of the service is that of the host where nothing else is known', () => {
	expect(new ServiceClock(() => 7999, {}).now()).toBe(7);
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
