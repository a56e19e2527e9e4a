import type { Call } from './state';

const numberOf = (value: unknown, otherwise: number) =>
	typeof value === 'number' ? value : otherwise;

/**
 * The page of the rows that page, limit and from ask for (common pagination parameters); page holds
 * beside from. A list that is `whole` without parameters is then one page.
 * @returns the rows, the meta that all lists have, and the number of the page
 */
export const pageOf = <Row>(call: Call, rows: readonly Row[], isWhole = false) => {
	const { query, state } = call;
	const isAll = isWhole && Object.keys(query).length === 0;
	const limit = isAll
		? rows.length
		: Math.min(numberOf(query['limit'], 10), state.switches.largestPage);
	const page = numberOf(query['page'], 1);
	const isByFrom = query['from'] !== undefined && query['page'] === undefined;
	const start = isByFrom ? numberOf(query['from'], 1) - 1 : (page - 1) * limit;
	return {
		rows: rows.slice(start, start + limit),
		meta: { total: rows.length, limit, from: start + 1 },
		page: isByFrom ? Math.floor(start / limit) + 1 : page,
	};
};

/** Rows by a field that is a number or a text, ascending unless the request asks otherwise. */
export const sortedBy = <Row>(
	{ query }: Call,
	rows: readonly Row[],
	key: (row: Row) => number | string,
): Row[] => {
	const sign = query['is_ascending'] === false ? -1 : 1;
	return rows.toSorted((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : 0));
};
