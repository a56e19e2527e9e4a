import type { Call } from './endpoint';

type ListQuery = {
	page?: number | undefined;
	limit?: number | undefined;
	from?: number | undefined;
	sort?: string | undefined;
	is_ascending?: boolean | undefined;
};

const PAGING: ReadonlySet<string> = new Set(['page', 'limit', 'from', 'sort', 'is_ascending']);

const lower = (value: unknown): string => String(value).toLowerCase();

/**
 * Returns the requested page of a list. A row matches if its fields equal the query parameters of the same
 * names; a switch decides whether case counts. If a request has page and from, page decides.
 * @param sort the field that orders the rows if the request names none; without `sort`, rows keep their order
 * @param isWhole whether the list without parameters is one page
 */
export const listPage = <Row extends object>(
	{ query, state }: Call<ListQuery>,
	all: Iterable<Row>,
	{ sort, isWhole = false }: { sort?: keyof Row & string; isWhole?: boolean } = {},
) => {
	const everyRow = [...all];
	const [first] = everyRow;
	const unknown = Object.keys(query).find((name) => !PAGING.has(name) && first && !(name in first));
	if (unknown !== undefined)
		throw new Error(`${unknown} is no column: filter by it in the endpoint`);
	const normalize = state.switches.filterCase === 'exact' ? String : lower;
	const rows = everyRow.filter((row) =>
		Object.entries(query).every(
			([name, target]) =>
				PAGING.has(name) || normalize(target) === normalize(Reflect.get(row, name)),
		),
	);
	if (sort !== undefined) {
		const sign = query.is_ascending === false ? -1 : 1;
		const keyOf = (row: Row): number | string => {
			const key: unknown = Reflect.get(row, query.sort ?? sort);
			return typeof key === 'number' ? key : lower(key);
		};
		rows.sort((a, b) => {
			const [first, second] = [keyOf(a), keyOf(b)];
			return first < second ? -sign : first > second ? sign : 0;
		});
	}
	const isAll = isWhole && Object.keys(query).length === 0;
	const limit = isAll ? rows.length : Math.min(query.limit ?? 10, state.switches.largestPage);
	const { page, from = 1 } = query;
	const start = page === undefined ? from - 1 : (page - 1) * limit;
	return {
		rows: rows.slice(start, start + limit),
		meta: { total: rows.length, limit, from: start + 1 },
		page: Math.floor(start / limit) + 1,
	};
};
