import { expect, test } from '@jest/globals';

import { ServiceClock } from '../../../nodes/AlertTrigger/serviceClock';

test('the clock of the service is guessed by an earlier poll until an answer tells it', () => {
	let host = 100_000;
	const clock = new ServiceClock(() => host, 5900);
	expect([clock.now(), clock.ahead]).toEqual([105, 5900]);
	clock.observe(undefined);
	expect(clock.ahead).toBe(5900);
	host = 102_000;
	clock.observe(95_000);
	expect([clock.now(), clock.ahead]).toEqual([93, -7000]);
	clock.observe(200_000);
	expect(clock.ahead).toBe(-7000);
});

test('the clock of the service is that of the host where nothing else is known', () => {
	expect(new ServiceClock(() => 7999).now()).toBe(7);
});
