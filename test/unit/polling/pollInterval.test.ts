import { expect, test } from '@jest/globals';

import { maxPollIntervalSeconds } from '../../../nodes/polling/pollInterval';

test.each([
	[undefined, 60],
	[{ item: [{ mode: 'everyX', value: 2, unit: 'hours' }] }, 7200],
	[{ item: [{ mode: 'everyX', value: 5, unit: 'minutes' }, { mode: 'everyDay' }] }, 86_400],
	[{ item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] }, 300],
	[{ item: [{ mode: 'everyWeek', value: 900, unit: 'hours' }] }, 604_800],
	[{ item: [{ mode: 'everyMonth' }, { mode: 'everyHour' }] }, 2_678_400],
	[{ item: [{ mode: 'everyHour' }, 5] }, 3600],
	[{ item: [{ mode: 'everyX', unit: 'hours' }] }, 0],
	[{ item: [{ mode: 'custom', cronExpression: '*/5 * * * * *' }] }, 0],
])('the longest interval of %j is %i seconds', (pollTimes, seconds) => {
	expect(maxPollIntervalSeconds(pollTimes)).toBe(seconds);
});
