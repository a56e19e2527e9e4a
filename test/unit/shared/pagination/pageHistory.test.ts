import { describe, expect, it } from '@jest/globals';

import { PageHistory } from '../../../../nodes/shared/pagination/pages';

/** The pages up to which no circle is seen, and the period of the circle after them. */
function seen(pages: Iterable<string>): [number, number | undefined] {
	const history = new PageHistory();
	let count = 0;
	for (const text of pages) {
		const period = history.add([{ text }, { text: `${text}2` }]);
		if (period !== undefined) return [count, period];
		count += 1;
	}
	return [count, undefined];
}

describe('pages in a circle', () => {
	it.each([2, 3, 5, 10])('of %i are seen once each of them came twice', (period) => {
		const pages = Array.from({ length: 40 }, (_none, index) => String(index % period));
		expect(seen(pages)).toEqual([2 * period - 1, period]);
		expect(seen(['x', 'y', ...pages])).toEqual([2 * period + 1, period]);
	});

	it('of more than ten are not seen', () => {
		const pages = Array.from({ length: 60 }, (_none, index) => String(index % 11));
		expect(seen(pages)).toEqual([60, undefined]);
	});
});

it('up to four equal pages in a row are no circle', () => {
	expect(seen('aabbbbcc')).toEqual([8, undefined]);
	expect(seen('abbbbb')).toEqual([5, 1]);
});

it('pages that differ in their first, middle or last row are different', () => {
	const history = new PageHistory();
	const page = (at: number, n: number) =>
		Array.from({ length: 3 }, (_none, i) => ({ n: i === at ? n : 0 }));
	const periods = [0, 1, 2, 0, 1, 2].map((at, n) => history.add(page(at, n + 1)));
	expect(periods.every((period) => period === undefined)).toBe(true);
});

it('pages of identical rows are taken for a circle only after a hundred', () => {
	const history = new PageHistory();
	const rows = [{ text: 'same' }, { text: 'same' }];
	const circles = Array.from({ length: 101 }, () => history.add(rows));
	expect(circles.indexOf(1)).toBe(100);
});
