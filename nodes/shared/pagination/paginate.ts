import type { IDataObject } from 'n8n-workflow';

import { PageHistory, areSameRows, ReadAhead } from './pages';
import { isObject, isRow, toCount, type JsonObject } from '../json';
import { unexpectedAnswer, type ApiError } from '../http/apiError';
import type { ApiRequest, ApiResponse } from '../http/request';
import type { Service } from './service';

/** What is known of a list once its pages have ended. */
export interface Ending {
	/** What the item of a file says of the whole list. */
	facts: IDataObject;
	/** What is missing, or may be; empty if the list is whole. */
	issues: readonly string[];
	/** Why the rest could not be read, and how to go on. */
	stopped?: ApiError;
}

/**
 * Yields the rows of a list, a page at a time, until they end or the consumer stops. Returns what is
 * missing at the end, if the list compares what it served with what it promised.
 * @param wanted how many rows the consumer takes at most
 * @throws ApiError when the service refuses, or when its pages cannot be trusted to be complete
 */
export type Paginator = (
	service: Service,
	request: ApiRequest,
	wanted: number,
) =>
	AsyncGenerator<IDataObject[], Ending, undefined> | AsyncGenerator<IDataObject[], void, undefined>;

/** Picks the rows out of an answer; undefined if they are not where they belong. */
export interface RowsOf {
	(body: JsonObject): unknown;
	/** The member of `meta` that counts the rows, if a listing has one of its own. */
	readonly countedBy?: string;
}

/** Rows at most in a page, and the last page and record to begin at (interface specification, Limits). */
export const LARGEST_PAGE = 1000;
export const LAST_PAGE = 1000;
const LAST_RECORD = 1000;

/** Rows of an answer as they are; refuses an answer whose rows are missing or no objects. */
export function extractRows(body: JsonObject, rowsOf: RowsOf, request: ApiRequest): IDataObject[] {
	const rows = rowsOf(body);
	if (Array.isArray(rows) && rows.every(isRow)) return rows;
	if ((rows === undefined || rows === null) && recordCounts(body, rowsOf).includes(0)) return [];
	throw unexpectedAnswer(request, 'it holds no list of records');
}

/** One answer holds all rows, some with their count. */
export const singlePage = (rowsOf: RowsOf): Paginator =>
	async function* (service, request) {
		const { body } = await service.send(request);
		const rows = extractRows(body, rowsOf, request);
		const meta = isObject(body.data) && isObject(body.data.meta) ? body.data.meta : {};
		if (typeof meta.count === 'number' && meta.count !== rows.length) {
			service.note(countsAndServed(meta.count, rows.length));
			service.counted?.(meta.count, 0);
		}
		yield rows;
	};

/** Where to begin, as the query says it: at a page of the wanted size, or at the 1-based index of a record. */
export interface Start {
	page?: number;
	from?: number;
}

/** How a list is read. */
export interface ReadingOfPages extends Start {
	/** Pages on their way at the same time; one if it is not set. */
	pagesAtOnce?: number;
}

/**
 * Follows `page` and `limit` (interface specification, Common pagination parameters). If the user
 * begins at a record, `from` is followed instead, and pages beyond its bound; only one of the two is
 * sent. Pages that the first one promises are on their way several at once. Full pages are followed
 * whatever `meta` says; a short page is the last one, unless `meta` promises more or the service serves
 * smaller pages than asked.
 */
export const pageIncrement = (
	rowsOf: RowsOf,
	{ page = 1, from, pagesAtOnce = 1 }: ReadingOfPages = {},
): Paginator =>
	async function* (service, request, wanted) {
		const limit = Math.min(wanted, LARGEST_PAGE);
		const earlier = from === undefined ? (page - 1) * limit : from - 1;
		const atOnce = Math.min(pagesAtOnce, service.pagesAtOnce ?? Infinity);
		const ask = pageSender(service, request, { limit, atOnce });
		let at: Position = { start: from === undefined ? { page } : { from }, limit, skip: 0 };
		let size = limit;
		let read = 0;
		let before: readonly IDataObject[] = [];
		const history = new PageHistory();
		let lastPage = 0;
		for (let turn = 1; (at.start.page ?? 1) <= LAST_PAGE; turn++) {
			const { body } = await ask(at, lastPage);
			const served = extractRows(body, rowsOf, request);
			const rows = served.slice(at.skip);
			const counts = recordCounts(body, rowsOf);
			const promised = promisedBy(counts, earlier);
			const certain = Math.min(promised.certain, wanted);
			tellCount(service, counts, pagesFor(certain - read - rows.length, served.length));
			if (served.length === 0) {
				if (promised.certain > read) service.note(countsAndServed(promised.certain, read));
				return;
			}
			if (areSameRows(served, before)) {
				if (served.length < at.limit && promised.certain <= read) return;
				throw unexpectedAnswer(request, `page ${turn} repeats the page before it`);
			}
			const wrong = history.wrongWith(
				served,
				counts.length === 0 ? undefined : Math.max(...counts),
			);
			if (wrong !== undefined) throw unexpectedAnswer(request, wrong);
			before = served;
			read += rows.length;
			if (rows.length > 0) yield rows;
			if (read >= wanted || isLastPage(promised, read, served.length, size)) return;
			if (served.length >= size) lastPage = Math.ceil((earlier + certain) / limit);
			if (turn === 1) size = Math.min(served.length, limit);
			at = following(at, earlier + read, size);
		}
		service.note(
			`Only ${read} records were read: the service serves no page beyond ${LAST_PAGE}. Narrow the filters to reach the others`,
		);
	};

function tellCount({ counted }: Service, counts: readonly number[], pages: number): void {
	if (counts.length > 0) counted?.(Math.min(...counts), pages);
}

const countsAndServed = (counted: number, served: number): string =>
	`The service counts ${counted} records and served ${served}. If the list was changing, read it again`;

/** How many rows there are from where the reading began. */
interface Promised {
	/** What every count says: with filters, one of them may count all records there are. */
	certain: number;
	/** What any of the counts says. */
	possible: number;
}

const promisedBy = (counts: readonly number[], earlier: number): Promised =>
	counts.length === 0
		? { certain: 0, possible: Infinity }
		: { certain: Math.min(...counts) - earlier, possible: Math.max(...counts) - earlier };

/**
 * Whether no page follows one that has rows.
 * @param read the rows read so far, those of the page included
 * @param served the rows of the page, of which a full one has `size`
 */
const isLastPage = (
	{ possible }: Promised,
	read: number,
	served: number,
	size: number,
): boolean => {
	const mayBeSmallPages = read === served && served % ROUND === 0;
	return served < size && possible <= read && !mayBeSmallPages;
};

/** A service that serves smaller pages than asked does so in round numbers; its count may be the page's. */
export const ROUND = 10;

/** Sends the requests of one list: those of its pages up to the last one promised several at once. */
function pageSender(
	service: Service,
	request: ApiRequest,
	{ limit, atOnce }: { limit: number; atOnce: number },
) {
	const send = async (start: Start, rows: number): Promise<ApiResponse> =>
		await service.send({ ...request, query: { ...request.query, ...start, limit: rows } });
	const ahead = new ReadAhead(async (page) => await send({ page }, limit), atOnce);
	return async (at: Position, lastPage: number): Promise<ApiResponse> =>
		at.start.page !== undefined && at.limit === limit
			? await ahead.answer(at.start.page, lastPage)
			: await send(at.start, at.limit);
}

/** Pages of that size that so many rows take. */
export const pagesFor = (rows: number, size: number): number =>
	size > 0 ? Math.max(0, Math.ceil(rows / size)) : 0;

/** What a request asks for. */
interface Position {
	start: Start;
	limit: number;
	/** How many of the rows were read before. */
	skip: number;
}

/**
 * The position after the first `index` records of the list. Beyond the bound of `from` it is a page of
 * the size that the service serves, of which the first rows were read before.
 */
function following({ start, limit }: Position, index: number, size: number): Position {
	// The service counts pages in the size that it serves.
	if (start.page !== undefined) return { start: { page: start.page + 1 }, limit, skip: 0 };
	if (index < LAST_RECORD) return { start: { from: index + 1 }, limit, skip: 0 };
	return { start: { page: Math.floor(index / size) + 1 }, limit: size, skip: index % size };
}

/** The counts of records, from `data.meta`, or from `meta` beside `data`; none if there are none. */
function recordCounts(body: JsonObject, { countedBy = 'total' }: RowsOf): number[] {
	const inner = isObject(body.data) && isObject(body.data.meta) ? body.data.meta : undefined;
	const meta = inner ?? (isObject(body.meta) ? body.meta : {});
	return [meta[countedBy], meta.total, meta.total_items]
		.map(toCount)
		.filter((count) => count !== undefined);
}
