import { describe, expect, test } from '@jest/globals';

import {
	alignedStart,
	fittingStep,
	isPart,
	LONGEST_STEP,
	partsOf,
	splitByStep,
	timesOf,
} from '../../../../nodes/AlertTrigger/windows/windows';

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

describe('a cut', () => {
	test.each([
		[100, 300, 96],
		[100, 5, 100],
		[31, 128, 16],
	])('before second %i begins a look-back of %i seconds at %i', (second, lookBack, start) => {
		expect(alignedStart(second, lookBack)).toBe(start);
	});

	test.each([
		[8, 12, 16],
		[15, 32, 33],
		[5, 16, 30],
		[16, 17, 18],
	])('parts a window from %i at %i where it ends at %i', (from, cut, to) => {
		expect(partsOf({ from, to })).toEqual([
			{ from, to: cut },
			{ from: cut, to },
		]);
	});

	test.each([
		[10, 3, 13],
		[10, 30, 15],
		[10, 10, 15],
	])('splits ten seconds from second %i by a step of %i at %i', (from, step, cut) => {
		expect(splitByStep({ from, to: from + 10 }, step)).toEqual([
			{ from, to: cut },
			{ from: cut, to: from + 10 },
		]);
	});

	test.each([
		[16, 32, true],
		[16, 33, false],
		[16, 21, true],
		[17, 18, true],
		[17, 19, false],
		[0, 100, true],
	])('makes a window from %i to %i a part of any longer one: %s', (from, to, is) => {
		expect(isPart({ from, to })).toBe(is);
	});
});
