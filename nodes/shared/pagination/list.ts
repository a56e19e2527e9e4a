import type { IDataObject } from 'n8n-workflow';

import { ApiError, unexpectedResponse } from '../http/apiError';
import type { ApiRequest, Query, Scope } from '../http/request';
import { pick, toCount, toId, type Id, type JsonObject } from '../json';
import {
	areSameRows,
	collectRows,
	extractRows,
	makeMemoryLimit,
	metaOf,
	type RowPage,
	type RowPages,
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
	/** The filter without which the service lists nothing. */
	readonly requiredFilter?: string;
	/** The field with the ID of a row. */
	readonly idField: string;
	/** The field with the name of a row. */
	readonly nameField: string;
	/** The field that is shown beside the name. */
	readonly detailField: string;
	/** The field with the time of the last event or sync. */
	readonly timeField?: string;
	/** Returns a second name of a row that users know. */
	readonly aliasOf?: (row: IDataObject) => unknown;
	/** The field that distinguishes rows of one name, and its label in the nodes. */
	readonly namespace?: { readonly field: string; readonly label: string };
	/** The most useful fields, in order; without them, all fields are shown. */
	readonly usefulFields?: readonly string[];
}

/** The largest page, and the last one that the service serves (interface specification, Limits). */
export const MAX_PAGE_SIZE = 1000;
export const MAX_PAGE = 1000;

/**
 * Reads the pages of a list by `page` and `limit` (interface specification, Common pagination parameters).
 * The list continues while {@link mayHaveNextPage} is true. A request that selects a page by `page` or `from` is sent
 * once, and so is the request of a list without pages. The last page says what is missing.
 * @param maxRows the number of rows after which the consumer stops
 * @throws ApiError if the service refuses, or a page repeats the page before it
 */
export async function* listPages(
	service: ServiceAccess,
	list: ServiceList,
	query: Query = {},
	maxRows = Infinity,
): RowPages {
	const request = { ...list.request, query };
	if (!list.isPaged || selectsPage(query)) {
		return yield await readSinglePage(service, list, request, maxRows);
	}
	const limit = Math.min(maxRows, MAX_PAGE_SIZE);
	let readCount = 0;
	let total: number | undefined;
	let previousRows: readonly IDataObject[] = [];
	for (let page = 1; ; page++) {
		const { body } = await service.send({ ...request, query: { ...query, page, limit } });
		const rows = extractRows(body, list.rows, request);
		if (areSameRows(rows, previousRows)) {
			throw unexpectedResponse(request, `page ${page} repeats the page before it`);
		}
		previousRows = rows;
		readCount += rows.length;
		const meta = metaOf(body);
		// Rows deleted while the list is read make later pages skip rows, so the largest total counts.
		const pageTotal = toCount(meta.total);
		if (pageTotal !== undefined) total = Math.max(total ?? 0, pageTotal);
		const position = { page, limit, pageRows: rows.length, readCount };
		const isCut = readCount >= maxRows;
		const isEnd = !mayHaveNextPage({ ...meta, total }, position);
		const isLast = isCut || isEnd || page === MAX_PAGE;
		const missingAtEnd = (): string[] =>
			isEnd ? missingByCount(service, total, readCount) : [lastPageText(readCount)];
		const missing = isLast && !isCut ? missingAtEnd() : [];
		yield { rows, total, missing };
		if (isLast) return;
	}
}

const ONE_PAGE = 'Page or From selects one page of at most 1,000 records: no other page was read';

/** Reads a list without pages, or the one page that the query selects. */
async function readSinglePage(
	service: ServiceAccess,
	list: ServiceList,
	request: ApiRequest & { query: Query },
	maxRows: number,
): Promise<RowPage> {
	const limit = Math.min(maxRows, MAX_PAGE_SIZE);
	const query = list.isPaged ? { ...request.query, limit } : request.query;
	const { body } = await service.send({ ...request, query });
	const rows = extractRows(body, list.rows, request);
	if (list.isPaged && maxRows > MAX_PAGE_SIZE) service.addNote(ONE_PAGE);
	return list.isPaged
		? { rows }
		: {
				rows,
				total: rows.length,
				missing: missingByCount(service, metaOf(body).count, rows.length),
			};
}

const lastPageText = (readCount: number): string =>
	`Only ${readCount} records were read: the service serves no page beyond ${MAX_PAGE}. Narrow the filters to reach the others`;

/**
 * Returns whether a list may go on after a page with rows: the service counts more rows, or the page is full.
 * The service's own page size may be smaller than `limit`: it is `meta.limit`, or else the mean size of the pages
 * so far. Without a count, `meta.limit` may only repeat the limit of the request, so the smaller size is used.
 * @param position the number and the limit of the page, its rows, and all rows up to its end
 */
export function mayHaveNextPage(
	meta: JsonObject,
	{ page, limit, pageRows, readCount }: Record<'page' | 'limit' | 'pageRows' | 'readCount', number>,
): boolean {
	const [total, named = Infinity] = [toCount(meta.total), toCount(meta.limit)];
	const ownSize =
		total !== undefined && named < Infinity ? named : Math.min(named, readCount / page);
	return pageRows > 0 && (readCount < (total ?? 0) || pageRows >= Math.min(limit, ownSize));
}

export const selectsPage = ({ page, from }: Query): boolean =>
	page !== undefined || from !== undefined;

/** Returns the ID of a row. @throws ApiError if it has none */
export function requireId({ plural, idField, request }: ServiceList, row: IDataObject): Id {
	const id = toId(row[idField]);
	if (id === undefined) throw unexpectedResponse(request, `it lists ${plural} without an ID`);
	return id;
}

/** Returns how a row is shown: its most useful fields, or all; a list without such fields shows the name first. */
export function rowViewOf(
	{ nameField, detailField, usefulFields }: ServiceList,
	showsAll: boolean,
): (row: IDataObject) => IDataObject {
	if (usefulFields === undefined) {
		return (row) => ({ ...pick([nameField, detailField], row), ...row });
	}
	return (row) => (showsAll ? row : pick(usefulFields, row));
}

/** States that the service's count differs from what it served. */
export const countsText = (count: number, served: number, plural: string): string =>
	`The service counts ${count} ${plural} and served ${served}`;

/** Returns a text if fewer rows were served than counted; more rows only cause a note. */
export function missingByCount(
	service: Pick<ServiceAccess, 'addNote'>,
	counted: unknown,
	served: number,
	plural = 'records',
): string[] {
	const count = toCount(counted) ?? served;
	const text = countsText(count, served, plural);
	if (served > count) service.addNote(text, 'info');
	return served < count ? [`${text}. If the list was changing, read it again`] : [];
}

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

/** Reads all rows that the service serves; `shortfall` if some are missing. @throws ApiError if a page is unreadable */
export async function readList(
	service: ServiceAccess,
	list: ServiceList,
	query?: Query,
): Promise<{ rows: IDataObject[]; shortfall?: ApiError }> {
	const { rows, missing } = await collectRows(listPages(makeMemoryLimit()(service), list, query));
	const [text] = missing;
	if (text === undefined) return { rows };
	const headline = `The list of ${list.plural} could not be read completely`;
	return { rows, shortfall: ApiError.of('incomplete', { headline, advice: `${text}.` }) };
}
