import type { Call } from './state';

const lower = (value: unknown): string => String(value).toLowerCase();

/** The rows that are, without regard to case, as each of these query parameters has the field of its name. */
export const filtered = <Row extends object>(
	{ query }: Call,
	rows: Iterable<Row>,
	names: ReadonlyArray<keyof Row & string>,
): Row[] =>
	[...rows].filter((row) =>
		names.every((name) => query[name] === undefined || lower(query[name]) === lower(row[name])),
	);

/** Rows by the field that the request names or `otherwise`, ascending unless the request asks otherwise. */
export const sorted = <Row extends object>(
	{ query }: Call,
	rows: Row[],
	otherwise: string,
): Row[] => {
	const sign = query['is_ascending'] === false ? -1 : 1;
	const keyOf = (row: Row): number | string => {
		const key: unknown = Reflect.get(row, String(query['sort'] ?? otherwise));
		return typeof key === 'number' ? key : lower(key);
	};
	return rows.toSorted((a, b) => {
		const [first, second] = [keyOf(a), keyOf(b)];
		return first < second ? -sign : first > second ? sign : 0;
	});
};

/**
 * The page of the rows that page, limit and from ask for (common pagination parameters); page holds
 * beside from. A list that is `whole` without parameters is then one page.
 * @returns the rows, the meta that all lists have, and the number of the page
 */
export const pageOf = <Row>({ query, state }: Call, rows: readonly Row[], isWhole = false) => {
	const isAll = isWhole && Object.keys(query).length === 0;
	const limit = isAll
		? rows.length
		: Math.min(Number(query['limit'] ?? 10), state.switches.largestPage);
	const isByFrom = query['from'] !== undefined && query['page'] === undefined;
	const start = isByFrom ? Number(query['from']) - 1 : (Number(query['page'] ?? 1) - 1) * limit;
	return {
		rows: rows.slice(start, start + limit),
		meta: { total: rows.length, limit, from: start + 1 },
		page: Math.floor(start / limit) + 1,
	};
};
