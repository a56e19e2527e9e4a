import { expect, it } from '@jest/globals';

import { utcSecond } from '../../../../nodes/shared/times/moment';

it.each([
	[0, '1970-01-01T00:00:00Z'],
	[1_769_903_999_999, '2026-01-31T23:59:59Z'],
	[253_402_300_800_000, '+010000-01-01T00:00:00Z'],
])('utcSecond of %d is %s', (ms, text) => {
	expect(utcSecond(ms)).toBe(text);
});
