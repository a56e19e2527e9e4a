import { describe, expect, test } from '@jest/globals';

import {
	alignedStart,
	cellStartIn,
	fittingStep,
	halvesOf,
	isCell,
	LONGEST_STEP,
	timesOf,
} from '../../../../nodes/AlertTrigger/reading/windows';

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

describe('a cell', () => {
	test.each([
		[0, 1, true],
		[8, 16, true],
		[4, 12, false],
		[16, 28, false],
		[3, 4, true],
		[1_777_614_848, 1_777_631_232, true],
	])('from %i to %i: %p', (from, to, is) => {
		expect(isCell({ from, to })).toBe(is);
	});

	test.each([
		[100, 300, 96],
		[100, 5, 100],
		[31, 128, 16],
	])('that holds second %i begins a look-back of %i seconds at %i', (second, lookBack, start) => {
		expect(alignedStart(second, lookBack)).toBe(start);
	});

	test.each([
		[8, 16, 16],
		[5, 30, 16],
		[16, 18, 18],
		[15, 33, 32],
		[16, 17, 17],
	])('begins in a window from %i to %i at %i', (from, to, start) => {
		expect(cellStartIn({ from, to })).toBe(start);
	});

	test('has two cells for halves', () => {
		expect(halvesOf({ from: 8, to: 16 })).toEqual([
			{ from: 8, to: 12 },
			{ from: 12, to: 16 },
		]);
	});
});
