import { describe, expect, test } from '@jest/globals';

import {
	lengthen,
	NO_CEILING,
	noteAnswer,
	noteFailure,
	shorten,
	type Sizing,
} from '../../../../nodes/AlertTrigger/windows/sizing';

const LONGEST = 1024;

const begin = (): Sizing => ({ step: LONGEST, failures: 0, resends: 1, ceiling: NO_CEILING });

/** Sends so many windows, and tells how long those were that were answered. */
function answered(
	sizing: Sizing,
	count: number,
	isRefused: (index: number, length: number) => boolean,
): number[] {
	const lengths: number[] = [];
	for (let index = 0; index < count; index += 1) {
		const length = sizing.step;
		if (isRefused(index, length)) noteFailure(sizing, length);
		else {
			noteAnswer(sizing);
			lengths.push(length);
			lengthen(sizing, length, LONGEST);
		}
	}
	return lengths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

test('a refused window is sent again, and then a quarter of it, down to a second, sixteen times in a row', () => {
	const sizing = { ...begin(), step: 9 };
	const sent = Array.from({ length: 18 }, () => [noteFailure(sizing, sizing.step), sizing.step]);
	expect(sent).toEqual([
		['resend', 9],
		['cut', 2],
		['resend', 2],
		['cut', 1],
		...Array.from({ length: 11 }, () => ['resend', 1]),
		...Array.from({ length: 3 }, () => ['end', 1]),
	]);
});

test.each([
	[8.9, 8],
	[0.2, 1],
	[20, 9],
])('a window of 9 that is to be no longer than %d becomes %i', (step, expected) => {
	const sizing = { ...begin(), step: 9 };
	shorten(sizing, step);
	expect(sizing.step).toBe(expected);
});

describe.each([1, 2, 3, 5, 7, 10])(
	'where one request is answered and %i are refused',
	(refused) => {
		test.each([1, LONGEST])('windows of %i come to the longest that fits', (step) => {
			const sizing = { ...begin(), step };
			const lengths = answered(sizing, 40 * (refused + 1), (index) => index % (refused + 1) > 0);
			expect(lengths.at(-1)).toBe(LONGEST);
		});
	},
);

test.each([
	[1 / 2, 600],
	[1 / 3, 400],
	[1 / 9, 80],
])('where %d of the requests are answered at random, each reads %i seconds', (share, expected) => {
	let seed = 1;
	const random = () => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return seed / 2 ** 31;
	};
	const lengths = answered(begin(), 5000, () => random() > share);
	expect(sum(lengths) / 5000).toBeGreaterThan((expected * LONGEST) / 1499);
});

test.each([30, 1000])(
	'where windows over %i are refused, a third of the requests read on',
	(most) => {
		const lengths = answered(begin(), 300, (_index, length) => length > most);
		expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
		expect(lengths.length).toBeGreaterThan(115);
		expect(sum(lengths) / lengths.length).toBeGreaterThan(most / 4);
	},
);

test('a service that refused at random is soon known to refuse what is long', () => {
	const sizing = begin();
	answered(sizing, 300, (index) => index % 6 > 0);
	expect(sizing.resends).toBe(5);
	answered(sizing, 60, (_index, length) => length > 30);
	expect(sizing.resends).toBeLessThan(3);
});
