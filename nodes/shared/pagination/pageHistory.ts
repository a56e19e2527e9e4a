import type { IDataObject } from 'n8n-workflow';

/** The longest period in which pages are seen to come again. */
const LONGEST_PERIOD = 10;

/** Equal pages in a row, beyond the first, up to which they are not taken for a circle. */
const MOST_EQUAL = 4;

/** The same for pages whose rows are all alike: identical alerts of one second can fill many. */
const MOST_ALIKE = 100;

/** The last pages of a list, by what tells them apart: whether they go in circles. */
export class PageHistory {
	private readonly pages: string[] = [];
	/** For each period, how many pages in a row were equal to the one a period before. */
	private readonly repeats: number[] = [];

	/**
	 * Adds a page, which has rows.
	 * @param isPromised whether the service says that more rows follow, so that equal pages may be right
	 * @returns what is wrong with the paging, in words
	 */
	wrongWith(rows: readonly IDataObject[], isPromised: boolean): string | undefined {
		const period = this.add(rows);
		if (period === undefined || (period === 1 && isPromised)) return undefined;
		return period === 1
			? 'a page repeats the page before it'
			: `its pages go in a circle of ${period}`;
	}

	/**
	 * Adds a page.
	 * @returns how many pages the circle has that ends with it: all of them came twice in the same
	 * order; 1 after more than four equal pages in a row; undefined if there is none
	 */
	add(rows: readonly IDataObject[]): number | undefined {
		const page = textOf(rows);
		const isAlike = areAlike(rows);
		const circles: number[] = [];
		for (let period = 1; period <= LONGEST_PERIOD; period++) {
			const repeats = page === this.pages.at(-period) ? (this.repeats[period] ?? 0) + 1 : 0;
			this.repeats[period] = repeats;
			const most = isAlike ? MOST_ALIKE : period === 1 ? MOST_EQUAL : period;
			if (repeats >= most) circles.push(period);
		}
		this.pages.push(page);
		if (this.pages.length > LONGEST_PERIOD) this.pages.shift();
		const [circle] = circles;
		// Equal pages are equal two pages apart as well.
		return (this.repeats[1] ?? 0) > 0 && circle !== 1 ? undefined : circle;
	}
}

/** A page in short: its length, and its first, middle and last rows. */
const textOf = (rows: readonly IDataObject[]): string => {
	const some = [rows[0], rows[rows.length >> 1], rows.at(-1)];
	return `${rows.length} ${JSON.stringify(some)}`;
};

function areAlike(rows: readonly IDataObject[]): boolean {
	const first = JSON.stringify(rows[0]);
	return rows.every((row) => JSON.stringify(row) === first);
}
