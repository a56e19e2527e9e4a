import type { IDataObject } from 'n8n-workflow';

import { pick } from './columns';
import { ReadAhead } from './readAhead';
import { areSameRows } from './rowPage';
import { isObject, isRow, toCount, type JsonObject } from '../json';
import { unexpectedAnswer } from '../http/apiError';
import type { ApiRequest, ApiResponse, Service } from '../http/request';

/**
 * Yields the rows of a list, a page at a time, until they end or the consumer stops.
 * @param wanted how many rows the consumer takes at most
 * @throws ApiError when the service refuses, or when its pages cannot be trusted to be complete
 */
export type Paginator = (
	service: Service,
	request: ApiRequest,
	wanted: number,
) => AsyncGenerator<IDataObject[], void, undefined>;

/** Picks the rows out of an answer; undefined where they are not where they belong. */
export type RowsOf = (body: JsonObject) => unknown;

/** Rows at most in a page, and the last page and record to begin at (interface specification, Limits). */
export const LARGEST_PAGE = 1000;
export const LAST_PAGE = 1000;
const LAST_RECORD = 1000;

/** Rows of an answer as they are; refuses an answer whose rows are missing or no objects. */
export function extractRows(body: JsonObject, rowsOf: RowsOf, request: ApiRequest): IDataObject[] {
	const rows = rowsOf(body);
	if (Array.isArray(rows) && rows.every(isRow)) return rows;
	if ((rows === undefined || rows === null) && countsIn(body).includes(0)) return [];
	throw unexpectedAnswer(request, 'it holds no list of records');
}

/** One answer holds them all: domains, log types, alert profiles. Domains come with their count. */
export const singlePage = (rowsOf: RowsOf): Paginator =>
	async function* (service, request) {
		const { body } = await service.send(request);
		const rows = extractRows(body, rowsOf, request);
		const meta = isObject(body.data) && isObject(body.data.meta) ? body.data.meta : {};
		if (typeof meta.count === 'number' && meta.count !== rows.length) {
			service.note(
				`The service counts ${meta.count} records and served ${rows.length}. If the list was changing, read it again`,
			);
		}
		yield rows;
	};

/** The same pages with the named fields of each row only, in this order. */
export const simplified = (paginator: Paginator, names: readonly string[]): Paginator =>
	async function* (service, request, wanted) {
		for await (const rows of paginator(service, request, wanted)) {
			yield rows.map((row) => pick(names, row));
		}
	};

/** Where to begin: at a page of the wanted size, or at the 1-based index of a record. */
export interface Start {
	page?: number;
	from?: number;
}

/**
 * Follows `page` and `limit` (interface specification, Common pagination parameters). Where the user
 * begins at a record, `from` is followed instead, and pages beyond its bound; only one of the two is
 * sent. Pages that the first one promises are on their way several at once. Full pages are followed whatever `meta` says; a short page is the last one, unless `meta`
 * promises more or the service serves smaller pages than asked.
 */
export const pageIncrement = (rowsOf: RowsOf, { page = 1, from }: Start = {}): Paginator =>
	async function* (service, request, wanted) {
		const limit = Math.min(wanted, LARGEST_PAGE);
		const earlier = from === undefined ? (page - 1) * limit : from - 1;
		let at: Position = { start: from === undefined ? { page } : { from }, limit, skip: 0 };
		let size = limit;
		let read = 0;
		let before: readonly IDataObject[] = [];
		const send = async (at: Omit<Position, 'skip'>): Promise<ApiResponse> =>
			await service.send({
				...request,
				query: { ...request.query, ...at.start, limit: at.limit },
			});
		const ahead = new ReadAhead(
			async (number) => await send({ start: { page: number }, limit }),
			service.pagesAtOnce ?? 1,
		);
		let lastPage = 0;
		for (let turn = 0; ; turn++) {
			if ((at.start.page ?? 1) > LAST_PAGE) {
				service.note(
					`Only ${read} records were read: the service serves no page beyond ${LAST_PAGE}. Narrow the filters to reach the others`,
				);
				return;
			}
			const { page: number } = at.start;
			const { body } = await (from === undefined && number !== undefined
				? ahead.answer(number, lastPage)
				: send(at));
			const served = extractRows(body, rowsOf, request);
			const rows = served.slice(at.skip);
			// With filters one count may be that of all records there are: only what every count says is
			// promised, and what any of them says is looked for.
			const counts = countsIn(body);
			const promised = Math.min(...counts) - earlier;
			const mayBeMore = Math.max(...counts) - earlier > read + rows.length;
			if (counts.length > 0) service.counted?.(Math.min(...counts));
			if (served.length === 0) {
				if (counts.length > 0 && promised > read) {
					service.note(
						`The service counts ${promised} records and served ${read}. If the list was changing, read it again`,
					);
				}
				return;
			}
			if (areSameRows(served, before)) {
				if (served.length < at.limit && (counts.length === 0 || promised <= read)) return;
				throw unexpectedAnswer(request, `page ${turn + 1} repeats the page before it`);
			}
			before = served;
			if (rows.length > 0) yield rows;
			read += rows.length;
			if (read >= wanted) return;
			const short = served.length < size;
			if (turn === 0) size = Math.min(served.length, limit);
			if (short && counts.length > 0 && !mayBeMore && !(turn === 0 && mayBeCap(read))) return;
			if (!short && counts.length > 0)
				lastPage = Math.ceil((earlier + Math.min(promised, wanted)) / limit);
			at = following(at, earlier + read, size);
		}
	};

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
	if (start.page !== undefined) return { start: { page: start.page + 1 }, limit, skip: 0 };
	if (index < LAST_RECORD) return { start: { from: index + 1 }, limit, skip: 0 };
	return { start: { page: Math.floor(index / size) + 1 }, limit: size, skip: index % size };
}

/** A service that serves smaller pages than asked does so in round numbers; then a count may be the page's. */
const mayBeCap = (rows: number): boolean => rows % 10 === 0;

/** The counts of records, from `data.meta`, or from `meta` beside `data`; none where there are none. */
function countsIn(body: JsonObject): number[] {
	const inner = isObject(body.data) && isObject(body.data.meta) ? body.data.meta : undefined;
	const meta = inner ?? (isObject(body.meta) ? body.meta : {});
	return [meta.total_log_sources, meta.total, meta.total_items]
		.map(toCount)
		.filter((count) => count !== undefined);
}
