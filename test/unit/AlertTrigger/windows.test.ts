import { describe, expect, test } from '@jest/globals';

import {
	halved,
	LONGEST_STEP,
	stepOf,
	timesOf,
	widened,
	windowAt,
} from '../../../nodes/AlertTrigger/windows';

describe('a window', () => {
	test.each([
		['as long as its step', [100, 60, 500], { from: 99, to: 160 }],
		['up to the end', [100, 60, 130], { from: 99, to: 130 }],
		['a second at least', [100, 60, 50], { from: 99, to: 101 }],
	] as const)('goes on where the one before ended, %s', (_name, [position, step, end], window) => {
		expect(windowAt(position, step, end)).toEqual(window);
	});

	test.each([
		[60, 30],
		[3, 1],
		[2, 1],
		[1, 1],
	])('of %i seconds is halved to %i', (step, half) => {
		const window = windowAt(100, step, Infinity);
		expect(stepOf(window)).toBe(step);
		expect(halved(window)).toBe(half);
	});

	test.each([
		[60, 5, 120],
		[60, 6, 60],
		[LONGEST_STEP, 0, LONGEST_STEP],
	])('after one of %i seconds with %i of 10 alerts is one of %i', (step, count, next) => {
		expect(widened(step, count, 10)).toBe(next);
	});

	test('is asked for in whole seconds of UTC', () => {
		expect(timesOf({ from: 0, to: 86_400 })).toEqual({
			start_time: '1970-01-01T00:00:00Z',
			end_time: '1970-01-02T00:00:00Z',
		});
	});
});
