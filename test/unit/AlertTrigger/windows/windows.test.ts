import { expect, test } from '@jest/globals';

import { fittingStep, LONGEST_STEP, timesOf } from '../../../../nodes/AlertTrigger/windows/windows';

test('a window is searched from a second before its start, in whole seconds of UTC', () => {
	expect(timesOf({ from: 1, to: 86_400 })).toEqual({
		start_time: '1970-01-01T00:00:00Z',
		end_time: '1970-01-02T00:00:00Z',
	});
});

test.each([
	[60, 0, 100, LONGEST_STEP],
	[60, 50, 0, LONGEST_STEP],
	[58, 80, 100, 58],
	[58, 160, 100, 28],
	[1, 300, 100, 1],
])(
	'a window of %i seconds with %i alerts, on pages of %i, fits a step of %i',
	(length, count, page, step) => {
		expect(fittingStep(length, count, page)).toBe(step);
	},
);
