import type { IDataObject } from 'n8n-workflow';

import { ApiError, unexpectedResponse } from '../http/apiError';
import type { ApiRequest, Query, Scope } from '../http/request';
import { pick, toCount, type JsonObject } from '../json';
import { mapInSlices } from './inSlices';
import {
	areSameRows,
	collectRows,
	COMPLETE,
	resultWith,
	extractRows,
	withMemoryLimit,
	withoutCount,
	metaOf,
	type Paginator,
	type RowsOf,
	type ServiceAccess,
} from './pages';

/** A list that the service offers: its request, and the fields of its rows. */
export interface ServiceList {
	/** The word for a row, and its plural: "log source", "log sources". */
	readonly noun: string;
	readonly plural: string;
	readonly request: ApiRequest & { readonly scope: Scope };
	readonly rows: RowsOf;
	/** The endpoint takes `page`, `limit`, and filters by ID and name. Otherwise one response has all rows. */
	readonly isPaged: boolean;
	/** The fields with the ID and the name of a row, and the field that a picker shows beside the name. */
	readonly idField: string;
	readonly nameField: string;
	readonly detailField?: string;
	/** The example of a name that a picker shows. */
	readonly placeholder?: string;
	/** The field with a second name that users know. */
	readonly aliasField?: string;
	/** The field that a picker sorts by, if the endpoint sorts. */
	readonly sortField?: string;
	/** The fields that Selected Fields offers, and the fields of Simplified, in order. */
	readonly selectableFields?: readonly string[];
	readonly simplifiedFields?: readonly string[];
}

/** The largest page, and the last one that the service serves (interface specification, Limits). */
export const MAX_PAGE_SIZE = 1000;
export const MAX_PAGE = 1000;

/**
 * Reads the pages of a list by `page` and `limit` (interface specification, Common pagination parameters).
 * The list goes on as {@link mayHaveNextPage} says. A request that selects a page by `page` or `from` is sent
 * once, and so is the request of a list without pages. The result has an issue if rows are missing, or if
 * the last page that the service serves does not end the list.
 * @throws ApiError if the service refuses, or a page repeats the page before it
 */
export const listPaginator = (list: ServiceList): Paginator =>
	async function* (service, request, maxRows) {
		const { isPaged, rows: rowsOf } = list;
		const limit = Math.min(maxRows, MAX_PAGE_SIZE);
		const isSinglePage = selectsPage(request);
		let rowCount = 0;
		let maxTotal: number | undefined;
		let previousRows: readonly IDataObject[] = [];
		for (let page = 1; page <= MAX_PAGE; page++) {
			const paging = isSinglePage ? { limit } : { page, limit };
			const query = { ...request.query, ...(isPaged && paging) };
			const { body } = await service.send({ ...request, query });
			const rows = extractRows(body, rowsOf, request);
			if (areSameRows(rows, previousRows)) {
				throw unexpectedResponse(request, `page ${page} repeats the page before it`);
			}
			const meta = metaOf(body);
			rowCount += rows.length;
			if (!isPaged) {
				service.onCount?.(rowCount, 0);
				yield await namesFirst(list, rows);
				return resultWith(...checkCount(service, meta.count, rowCount));
			}
			// Rows deleted while the list is read make later pages skip rows, so the largest total counts.
			const pageTotal = toCount(meta.total);
			if (pageTotal !== undefined) maxTotal = Math.max(maxTotal ?? 0, pageTotal);
			const left = Math.min(maxTotal ?? 0, maxRows) - rowCount;
			if (!isSinglePage) service.onCount?.(maxTotal, Math.max(0, Math.ceil(left / limit)));
			if (rows.length > 0) yield await namesFirst(list, rows);
			if (isSinglePage && maxRows === Infinity) service.addNote(ONE_PAGE);
			if (isSinglePage || rowCount >= maxRows) return COMPLETE;
			const position = { page, limit, pageRows: rows.length, readCount: rowCount };
			if (!mayHaveNextPage({ ...meta, total: maxTotal }, position)) {
				return resultWith(...checkCount(service, maxTotal, rowCount));
			}
			previousRows = rows;
		}
		return resultWith(
			`Only ${rowCount} records were read: the service serves no page beyond ${MAX_PAGE}. Narrow the filters to reach the others`,
		);
	};

const ONE_PAGE = 'Return All reads only the page that Page or From selects, at most 1000 records';

/**
 * Returns whether a list may go on after a page with rows: the service counts more rows, or the page is full.
 * The service's own page size may be smaller than `limit`: it is `meta.limit`, and without a count at most the mean
 * of the pages so far, so that such a list ends with a smaller or an empty page.
 * @param position the number and the limit of the page, its rows, and all rows up to its end
 */
export function mayHaveNextPage(
	meta: JsonObject,
	{ page, limit, pageRows, readCount }: Record<'page' | 'limit' | 'pageRows' | 'readCount', number>,
): boolean {
	const total = toCount(meta.total);
	const meanSize = total === undefined ? readCount / page : Infinity;
	const ownSize = Math.min(toCount(meta.limit) ?? limit, meanSize);
	return pageRows > 0 && (readCount < (total ?? 0) || pageRows >= Math.min(limit, ownSize));
}

export const selectsPage = ({ query: { page, from } = {} }: ApiRequest): boolean =>
	page !== undefined || from !== undefined;

/** Puts the name and the detail of a row first, unless Simplified decides the order of its fields. */
const namesFirst = async (
	{ nameField, detailField = nameField, simplifiedFields }: ServiceList,
	rows: IDataObject[],
): Promise<IDataObject[]> =>
	simplifiedFields === undefined
		? await mapInSlices(rows, (slice) =>
				slice.map((row) => ({ ...pick([nameField, detailField], row), ...row })),
			)
		: rows;

/**
 * Compares the number of rows with the service's count. If there are more rows, it shows a note.
 * @returns one issue if there are fewer rows, otherwise none
 */
export function checkCount(
	service: Pick<ServiceAccess, 'addNote'>,
	counted: unknown,
	served: number,
	plural = 'records',
): string[] {
	const count = toCount(counted) ?? served;
	const text = `The service counts ${count} ${plural} and served ${served}`;
	if (served > count) service.addNote(text, 'info');
	return served < count ? [`${text}. If the list was changing, read it again`] : [];
}

/** Makes the request of a list with `query`, which replaces the query of the list. */
export const listRequest = ({ request }: ServiceList, query: Query = {}): ApiRequest => ({
	...request,
	query,
});

/** Reads a list to its end. @throws ApiError as {@link readList}, and if rows are missing */
export async function readWholeList(
	service: ServiceAccess,
	list: ServiceList,
	query?: Query,
): Promise<IDataObject[]> {
	const { rows, shortfall } = await readList(service, list, query);
	if (shortfall !== undefined) throw shortfall;
	return rows;
}

/**
 * Reads all rows of a list that the service serves.
 * @returns the rows; `shortfall` if rows are missing
 * @throws ApiError if a page cannot be read, or the pages exceed the memory limit
 */
export async function readList(
	service: ServiceAccess,
	list: ServiceList,
	query?: Query,
): Promise<{ rows: IDataObject[]; shortfall?: ApiError }> {
	const limited = withoutCount(withMemoryLimit(service));
	const pages = listPaginator(list)(limited, listRequest(list, query), Infinity);
	const { rows, result } = await collectRows(pages);
	const [issue] = result.issues;
	if (issue === undefined) return { rows };
	const headline = `The list of ${list.plural} could not be read completely`;
	return { rows, shortfall: ApiError.of('incomplete', { headline, advice: `${issue}.` }) };
}
