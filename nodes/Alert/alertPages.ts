import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow, unexpectedResponse } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { isObject, toCount } from '../shared/json';
import { checkCount } from '../shared/pagination/list';
import { areSameRows, extractRows, metaOf, type ServiceAccess } from '../shared/pagination/pages';
import { asText } from '../shared/texts';

/** A page of alerts as the service sent it. */
export interface AlertPage {
	records: IDataObject[];
	/** The service's count of all alerts of the search, if it gives one. */
	total: number | undefined;
	/** The request of the next page; undefined on the last one. */
	next: ApiRequest | undefined;
}

/** The number at which a search may stop counting, as Elasticsearch does. */
export const COUNT_CAP = 10_000;

/**
 * Reads the pages of an alert search (POST /api/v2/alerts). It follows the newest `meta.cursor` until a
 * page is empty or has none; the cursor need not change from page to page. Neighboring pages of identical
 * alerts are equal.
 * @throws ApiError if the service refuses, a page is lost, or the pages do not end
 */
export async function* alertPages(
	service: Pick<ServiceAccess, 'send'>,
	search: ApiRequest,
): AsyncGenerator<AlertPage, void, undefined> {
	let request: ApiRequest | undefined = search;
	let previous: readonly IDataObject[] = [];
	let total: number | undefined;
	let [readCount, equalCount] = [0, 0];
	for (let pageCount = 0; request !== undefined; pageCount++) {
		requireEnd(pageCount, readCount);
		const page: AlertPage = await readAlertPage(service, request);
		// A service that has lost its snapshot counts fewer alerts than before.
		if (page.total !== undefined) total = Math.max(total ?? 0, page.total);
		equalCount = areSameRows(page.records, previous) ? equalCount + 1 : 0;
		if (equalCount === MAX_EQUAL_PAGES) {
			throw unexpectedResponse(request, `${MAX_EQUAL_PAGES} pages repeat the page before them`);
		}
		previous = page.records;
		readCount += page.records.length;
		yield { ...page, total };
		request = page.next;
	}
}

/** The pages in a row that may equal the page before them, and all pages of a search or an export. */
const MAX_EQUAL_PAGES = 100;
const MAX_PAGES = 10_000;

/** Ends a search or an export whose pages go in a circle. @throws ApiError */
export function requireEnd(pageCount: number, readCount: number): void {
	if (pageCount < MAX_PAGES) return;
	throw ApiError.of('incomplete', {
		headline: `Reading stopped after ${pageCount} pages: the service served ${readCount} alerts and names another page`,
		advice: 'Search a shorter time.',
	});
}

/** Shows a note if the service served fewer or more alerts than it counts. */
export function noteCountMismatch(
	service: Pick<ServiceAccess, 'addNote'>,
	counted: number | undefined,
	served: number,
): void {
	for (const issue of checkCount(service, counted, served, 'alerts')) service.addNote(issue);
}

async function readAlertPage(
	service: Pick<ServiceAccess, 'send'>,
	request: ApiRequest,
): Promise<AlertPage> {
	const isFirst = request.body?.cursor === undefined;
	const { body } = await service.send(request).catch((error: unknown) => {
		throw isFirst ? error : nextPageError(asApiErrorOrThrow(error));
	});
	const records = extractRows(body, ({ data }) => data, request);
	if (records.length > 0 && !isObject(body.meta)) {
		throw unexpectedResponse(request, 'it has no meta to show whether more alerts follow');
	}
	const { cursor, total_items } = metaOf(body);
	const text = asText(cursor);
	const isLast = records.length === 0 || text === '';
	return {
		records,
		total: toCount(total_items),
		// The request is not idempotent, since the cursor may advance without a response.
		next: isLast ? undefined : { method: 'POST', path: '/alerts', body: { cursor: text } },
	};
}

/** Explains the error of a next page: an expired cursor, or why the request is not repeated. */
function nextPageError(error: ApiError): ApiError {
	if (error.kind === 'refused') {
		return ApiError.of('expiredCursor', {
			...error.facts,
			headline: 'The service refused the next page of this search',
			advice: `It may no longer know the cursor, which it keeps for a few minutes. Run the search again from its start. ${error.message}.`,
		});
	}
	if (error.retry !== 'idempotent') return error;
	return error.withAdvice(
		'The node does not request a page twice, since the service may then skip it. Run the search again, or search a shorter time.',
	);
}
