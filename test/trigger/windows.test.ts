import { describe, expect, test } from '@jest/globals';

import {
	fittingStep,
	LONGEST_STEP,
	LONGEST_WITH_ALERTS,
	stepAfterCut,
	stepAfterReading,
	stepAfterRefusal,
	timesOf,
} from '../../nodes/AlertTrigger/windows/windows';

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

const LONGEST = 1024;

/** Sends so many windows, and tells how long those were that were answered. */
function answered(
	count: number,
	isRefused: (index: number, length: number) => boolean,
	first = LONGEST,
): number[] {
	const lengths: number[] = [];
	let step = first;
	for (let index = 0; index < count; index += 1) {
		const length = step;
		if (isRefused(index, length)) step = stepAfterRefusal(length);
		else {
			lengths.push(length);
			step = Math.min(LONGEST, stepAfterReading(step, { length, total: 1, page: 0 }));
		}
	}
	return lengths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

test.each([
	[9, 3],
	[4, 2],
	[2, 1],
	[1, 1],
])('after a refused window of %i the next one is %i', (length, expected) => {
	expect(stepAfterRefusal(length)).toBe(expected);
});

test.each([
	[{ length: 100, total: 1000, page: 100 }, 6],
	[{ length: 100, total: undefined, page: 100 }, 25],
	[{ length: 7200, total: 5, page: 0 }, LONGEST_WITH_ALERTS],
	[{ length: 2, total: 1000, page: 10 }, 1],
])('after %j is cut the next window is %i', (searched, expected) => {
	expect(stepAfterCut(searched)).toBe(expected);
});

test.each([
	[10, { length: 10, total: 0, page: 100 }, 40],
	[10, { length: 10, total: 100, page: 100 }, 10],
	[10, { length: 10, total: 30, page: 100 }, 30],
	[1000, { length: 60, total: 40, page: 100 }, 122],
	[1000, { length: 1000, total: 1, page: 100 }, LONGEST_WITH_ALERTS],
	[LONGEST_STEP, { length: 60, total: 0, page: 100 }, LONGEST_STEP],
])('after a step of %i and %j the next one is %i', (step, searched, expected) => {
	expect(stepAfterReading(step, searched)).toBe(expected);
});

describe.each([1, 2, 5])('where %i are answered and as many refused in turns', (turn) => {
	test.each([1, LONGEST])('windows of %i come near to the longest that fits', (first) => {
		const isRefused = (index: number) => index % (2 * turn) >= turn;
		expect(Math.max(...answered(100 * turn, isRefused, first).slice(-4 * turn))).toBeGreaterThan(
			LONGEST / 4,
		);
	});
});

test.each([
	[2 / 3, 200],
	[1 / 2, 30],
	[1 / 3, 2],
])('where %d of the requests are answered at random, time is gained', (share, expected) => {
	let seed = 1;
	const random = () => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return seed / 2 ** 31;
	};
	const lengths = answered(5000, () => random() > share);
	expect(sum(lengths) / 5000).toBeGreaterThan(expected);
});

test.each([30, 60, 1000])(
	'where windows over %i are refused, nearly half of the requests read on',
	(most) => {
		const lengths = answered(300, (_index, length) => length > most);
		expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
		expect(lengths.length).toBeGreaterThan(125);
		expect(sum(lengths) / lengths.length).toBeGreaterThan(most / 4);
	},
);
