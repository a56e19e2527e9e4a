import { hash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

/** The longest period in which pages are seen to come again. */
const LONGEST_PERIOD = 10;

/** Equal pages in a row, beyond the first, up to which they are not taken for a circle. */
const MOST_EQUAL = 4;

/** The same for pages whose rows are all alike: identical alerts of one second can fill many. */
const MOST_ALIKE = 100;

/** Pages that are read of a list at most. */
const MOST_PAGES = 100_000;

/** How many times its own count a list may serve, and in how many pages it may do so anyway. */
const MOST_TIMES = 10;
const FEW_PAGES = 5;

/** The same for a count that is that of each page, maybe of it alone, and rows that it may serve anyway. */
const MOST_PAGES_ALIKE = 700;
const MOST_ALIKE_ROWS = 25_000;

/** What was read of a list: whether its pages go in circles, or have no end. */
export class PageHistory {
	/** The last pages, by what tells them apart. */
	private readonly pages: string[] = [];
	/** For each period, how many pages in a row were equal to the one a period before. */
	private readonly repeats: number[] = [];
	private count = 0;
	private read = 0;

	/**
	 * Adds a page, which has rows.
	 * @param total the service's count of all rows: up to it, equal pages may be right
	 * @returns what is wrong with the paging, in words
	 */
	wrongWith(rows: readonly IDataObject[], total: number | undefined): string | undefined {
		const isPromised = total !== undefined && this.read < total;
		const period = this.add(rows);
		if (period === undefined || (period === 1 && isPromised)) return this.endless(rows, total);
		return period === 1
			? 'a page repeats the page before it'
			: `its pages go in a circle of ${period}`;
	}

	/** Why the pages seem to have no end, in words; a count may be old, or that of a page alone. */
	endless({ length }: readonly IDataObject[], total = 0): string | undefined {
		const { count, read } = this;
		if (count > MOST_PAGES) return 'its pages do not end';
		const isCount = total > 0 && total < COUNT_CAP;
		const most =
			total === length ? Math.max(MOST_ALIKE_ROWS, total * MOST_PAGES_ALIKE) : total * MOST_TIMES;
		const isBeyond = isCount && count >= FEW_PAGES && read > most;
		return isBeyond ? `it counts ${total} records and has served ${read}` : undefined;
	}

	/**
	 * Adds a page.
	 * @returns how many pages the circle has that ends with it: all of them came twice in the same
	 * order; 1 after more than four equal pages in a row; undefined if there is none
	 */
	add(rows: readonly IDataObject[]): number | undefined {
		this.count += 1;
		this.read += rows.length;
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

/** A page in short: its length, and its first, middle and last rows, which may be of any size. */
const textOf = (rows: readonly IDataObject[]): string => {
	const some = new Set([rows[0], rows[rows.length >> 1], rows.at(-1)]);
	return `${rows.length} ${hash('sha256', JSON.stringify([...some]))}`;
};

/** Whether two lists hold the same rows, at least one. Most differ in the first one. */
export function areSameRows(rows: readonly IDataObject[], others: readonly IDataObject[]): boolean {
	const isSame = (row: IDataObject, index: number): boolean =>
		JSON.stringify(row) === JSON.stringify(others[index]);
	return rows.length > 0 && rows.length === others.length && rows.every(isSame);
}

/** Whether a page repeats the one before it; pages whose rows are all alike are not told apart. */
export const repeatsPage = (
	rows: readonly IDataObject[],
	before: readonly IDataObject[],
): boolean => areSameRows(rows, before) && !areAlike(rows);

/** Whether all rows are the same. */
export function areAlike([row, ...others]: readonly IDataObject[]): boolean {
	if (others.length === 0) return true;
	const first = JSON.stringify(row);
	return others.every((other) => JSON.stringify(other) === first);
}

/** The count at which a plain search of Elasticsearch stops counting: there may be more. */
export const COUNT_CAP = 10_000;

/** Pages of one list: several may be on their way while one is used; each is asked for once. */
export class ReadAhead<T> {
	private readonly sent = new Map<number, Promise<T>>();

	/**
	 * @param send sends the request of a page
	 * @param atOnce pages on their way at most
	 */
	constructor(
		private readonly send: (page: number) => Promise<T>,
		private readonly atOnce: number,
	) {}

	/**
	 * The answer of a page. The pages after it are sent too, up to the last one that is wanted for
	 * certain.
	 * @throws ApiError
	 */
	async answer(page: number, last: number): Promise<T> {
		const until = Math.min(last, page + this.atOnce - 1);
		const answer = this.start(page);
		for (let next = page + 1; next <= until; next++) void this.start(next);
		this.sent.delete(page);
		return await answer;
	}

	private start(page: number): Promise<T> {
		const started = this.sent.get(page);
		if (started !== undefined) return started;
		const answer = this.send(page);
		// A refusal counts once its page is used.
		answer.catch(() => undefined);
		this.sent.set(page, answer);
		return answer;
	}
}
