import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { ServiceClock } from '../../../nodes/polling/serviceClock';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => {
	jest.useFakeTimers({ now: 10 * DAY });
});
afterEach(() => {
	jest.useRealTimers();
});

const clockWith = (memory: { aheadMs?: number }) => {
	const warn = jest.fn();
	return { clock: new ServiceClock(memory, warn), warn, memory };
};

test('each response sets the time at which the poll began, and the next poll begins with it', () => {
	const { clock, memory, warn } = clockWith({ aheadMs: 5900 });
	expect([clock.isSynced, clock.startSecond()]).toEqual([true, 864_005]);
	jest.setSystemTime(10 * DAY + 2000);
	clock.observe(10 * DAY - 7000);
	expect([clock.startSecond(), memory.aheadMs]).toEqual([863_991, -9000]);
	clock.observe(10 * DAY + 1000);
	expect([clock.startSecond(), memory.aheadMs]).toEqual([863_999, -1000]);
	expect(warn).not.toHaveBeenCalled();
});

test('a response without a Date leaves the clock of the host', () => {
	const { clock } = clockWith({});
	expect([clock.isSynced, clock.startSecond()]).toEqual([false, 864_000]);
	clock.observe(undefined);
	expect([clock.isSynced, clock.startSecond()]).toEqual([true, 864_000]);
});

test.each([
	[DAY, true],
	[-DAY, true],
	[DAY + 1000, false],
	[-DAY - 1000, false],
])('a Date that is %i ms ahead of the host is used: %s', (aheadMs, isUsed) => {
	const { clock, warn } = clockWith({});
	clock.observe(10 * DAY + aheadMs);
	expect(clock.startSecond()).toBe(864_000 + (isUsed ? aheadMs / 1000 : 0));
	expect(warn.mock.calls).toEqual(isUsed ? [] : [[expect.stringContaining('a day off')]]);
});
