import type { IDataObject } from 'n8n-workflow';

import { unexpectedAnswer, type ApiError } from '../http/apiError';
import type { ApiRequest } from '../http/request';
import { dataOf, isObject, isRow, toCount, type JsonObject } from '../json';
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
 * missing at the end.
 * @param wanted how many rows the consumer takes at most
 * @throws ApiError if the service refuses, or if its pages make no progress
 */
export type Paginator = (
	service: Service,
	request: ApiRequest,
	wanted: number,
) =>
	AsyncGenerator<IDataObject[], Ending, undefined> | AsyncGenerator<IDataObject[], void, undefined>;

/** The end of a list of which nothing is missing. */
export const WHOLE: Ending = { facts: {}, issues: [] };

/** The pages of a list, each changed; what is missing at their end stays. */
export async function* mapPages(
	pages: ReturnType<Paginator>,
	change: (rows: IDataObject[]) => IDataObject[],
): AsyncGenerator<IDataObject[], Ending, undefined> {
	for (let page = await pages.next(); ; page = await pages.next()) {
		if (page.done === true) return page.value ?? WHOLE;
		yield change(page.value);
	}
}

/** Picks the rows out of an answer. */
export type RowsOf = (body: JsonObject) => unknown;

/** Rows in a page at most, and the last page (interface specification, Limits). */
export const LARGEST_PAGE = 1000;
const LAST_PAGE = 1000;

/** Rows of an answer; refuses an answer whose rows are missing or no objects. */
export function extractRows(body: JsonObject, rowsOf: RowsOf, request: ApiRequest): IDataObject[] {
	const rows = rowsOf(body);
	if (Array.isArray(rows) && rows.every(isRow)) return rows;
	throw unexpectedAnswer(request, 'it holds no list of records');
}

/** Whether two pages hold the same rows, at least one. */
export const areSameRows = (
	rows: readonly IDataObject[],
	others: readonly IDataObject[],
): boolean =>
	rows.length > 0 &&
	rows.length === others.length &&
	rows.every((row, at) => JSON.stringify(row) === JSON.stringify(others[at]));

/** One answer holds all rows. */
export const singlePage = (rowsOf: RowsOf): Paginator =>
	async function* (service, request) {
		const { body } = await service.send(request);
		const rows = extractRows(body, rowsOf, request);
		yield rows;
		return endingOf(metaOf(body).count, rows.length);
	};

/** The one page that the request names by `page` or `from`, as large as the consumer takes rows. */
export const namedPage = (rowsOf: RowsOf): Paginator =>
	async function* (service, request, wanted) {
		const query = { ...request.query, limit: Math.min(wanted, LARGEST_PAGE) };
		yield extractRows((await service.send({ ...request, query })).body, rowsOf, request);
	};

/**
 * Follows `page` and `limit` (interface specification, Common pagination parameters): it goes on while a
 * page is full or `meta.total` says more, and an empty page ends it.
 */
export const pageIncrement = (rowsOf: RowsOf): Paginator =>
	async function* (service, request, wanted) {
		const limit = Math.min(wanted, LARGEST_PAGE);
		let read = 0;
		let total: unknown;
		let before: readonly IDataObject[] = [];
		for (let page = 1; page <= LAST_PAGE; page++) {
			const { body } = await service.send({ ...request, query: { ...request.query, page, limit } });
			const rows = extractRows(body, rowsOf, request);
			if (areSameRows(rows, before)) {
				throw unexpectedAnswer(request, `page ${page} repeats the page before it`);
			}
			total = metaOf(body).total;
			read += rows.length;
			const left = Math.min(toCount(total) ?? 0, wanted) - read;
			service.counted?.(toCount(total) ?? read, Math.max(0, Math.ceil(left / limit)));
			if (rows.length > 0) yield rows;
			const isLast = rows.length === 0 || (rows.length < limit && left <= 0);
			if (read >= wanted) return WHOLE;
			if (isLast) return endingOf(total, read);
			before = rows;
		}
		const issue = `Only ${read} records were read: the service serves no page beyond ${LAST_PAGE}. Narrow the filters to reach the others`;
		return { facts: {}, issues: [issue] };
	};

/** `meta` stands beside `data` in some answers and inside it in others. */
export const metaOf = (body: JsonObject): JsonObject => {
	const { meta = dataOf(body).meta } = body;
	return isObject(meta) ? meta : {};
};

/** What is missing at the end of a list, by the service's own count. */
const endingOf = (total: unknown, served: number): Ending => {
	const count = toCount(total) ?? served;
	const issue = `The service counts ${count} records and served ${served}. If the list was changing, read it again`;
	return { facts: {}, issues: count === served ? [] : [issue] };
};
