import { fail, type Call } from './state';

export type PageMeta = { total: number; limit: number; from: number; page: number };

export type Page<Row> = { rows: Row[]; meta: PageMeta };

const numberOf = (value: unknown, otherwise: number) =>
	typeof value === 'number' ? value : otherwise;

/**
 * The page of the rows that page, limit and from ask for (common pagination parameters).
 * `fullWithoutParameters`: with no parameters at all the full list is the page.
 */
export const pageOf = <Row>(
	call: Call,
	rows: readonly Row[],
	{ fullWithoutParameters = false } = {},
): Page<Row> => {
	const { query, state } = call;
	const { largestPage, pageAgainstFrom } = state.switches;
	const total = rows.length;
	if (fullWithoutParameters && Object.keys(query).length === 0) {
		return { rows: [...rows], meta: { total, limit: total, from: 1, page: 1 } };
	}
	const limit = Math.min(numberOf(query['limit'], 10), largestPage);
	const page = numberOf(query['page'], 1);
	const both = query['page'] !== undefined && query['from'] !== undefined;
	if (both && pageAgainstFrom === 'refused') fail(call, 'page and from were both sent');
	const byFrom = query['from'] !== undefined && !(both && pageAgainstFrom === 'page');
	const start = byFrom ? numberOf(query['from'], 1) - 1 : (page - 1) * limit;
	return {
		rows: rows.slice(start, start + limit),
		meta: { total, limit, from: start + 1, page: byFrom ? Math.floor(start / limit) + 1 : page },
	};
};

/** The meta of a list that does not tell its page. */
export const listMeta = ({ total, limit, from }: PageMeta): object => ({ total, limit, from });

/** Rows by a field that is a number or a text, ascending unless asked otherwise. */
export const sortedBy = <Row>(
	rows: readonly Row[],
	key: (row: Row) => number | string,
	ascending: boolean,
): Row[] => {
	const sign = ascending ? 1 : -1;
	return [...rows].sort((a, b) => {
		const [x, y] = [key(a), key(b)];
		return x < y ? -sign : x > y ? sign : 0;
	});
};
