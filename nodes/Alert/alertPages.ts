import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow, unexpectedAnswer } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { asText, isObject, toCount } from '../shared/json';
import { issuesOfCount } from '../shared/pagination/list';
import { areSameRows, extractRows, type Service } from '../shared/pagination/paginate';

type Sender = Pick<Service, 'send'>;

/** A page of alerts as the service sent it. */
export interface AlertPage {
	records: IDataObject[];
	/** The service's count of all alerts of the search, if it gives one. */
	total: number | undefined;
	/** The request of the next page; undefined on the last one. */
	next: ApiRequest | undefined;
}

/** Pages of one search at most. */
const MOST_PAGES = 100_000;

/**
 * Reads the pages of an alert search (POST /api/v2/alerts), following the newest `meta.cursor` until
 * none comes back or a page is empty. The cursor may be the same text on every page. A page that equals
 * the one before is right while `total_items` says more, and the end once that many were read.
 *
 * @throws ApiError if the service refuses, a page is lost, a page equals the one before and no count is
 * given, or the pages do not end
 */
export async function* alertPages(
	service: Sender,
	search: ApiRequest,
): AsyncGenerator<AlertPage, void, undefined> {
	let request: ApiRequest | undefined = search;
	let before: readonly IDataObject[] = [];
	let total: number | undefined;
	let read = 0;
	for (let pages = 0; request !== undefined; pages++) {
		if (pages === MOST_PAGES) throw unexpectedAnswer(request, 'its pages do not end');
		const page: AlertPage = await readAlertPage(service, request);
		// A service that lost its snapshot counts fewer.
		if (page.total !== undefined) total = Math.max(total ?? 0, page.total);
		if (areSameRows(page.records, before) && read >= (total ?? 0)) {
			if (total !== undefined) return;
			throw unexpectedAnswer(request, 'a page repeats the page before it');
		}
		before = page.records;
		read += page.records.length;
		yield { ...page, total };
		request = page.next;
	}
}

/** Shows a note if a search served fewer or more alerts than the service counts. */
export function noteCount(
	service: Pick<Service, 'note'>,
	counted: number | undefined,
	served: number,
): void {
	for (const issue of issuesOfCount(service, counted, served, 'alerts')) service.note(issue);
}

/**
 * Reads one page of an alert search.
 * @throws ApiError
 */
async function readAlertPage(service: Sender, request: ApiRequest): Promise<AlertPage> {
	const isFirst = request.body?.cursor === undefined;
	const { body } = await service.send(request).catch((error: unknown) => {
		const apiError = asApiErrorOrThrow(error);
		throw isFirst ? apiError : withoutPage(apiError);
	});
	const records = extractRows(body, ({ data }) => data, request);
	if (records.length > 0 && !isObject(body.meta)) {
		throw unexpectedAnswer(request, 'without meta, whether more alerts follow is not known');
	}
	const { cursor, total_items } = isObject(body.meta) ? body.meta : {};
	const text = asText(cursor);
	if (text === '' && Boolean(cursor)) throw unexpectedAnswer(request, 'its cursor is no text');
	const isLast = records.length === 0 || text === '';
	return { records, total: toCount(total_items), next: isLast ? undefined : nextPage(text) };
}

/** A cursor may move on even if the answer is lost, so the request is not idempotent. */
const nextPage = (cursor: string): ApiRequest => ({
	method: 'POST',
	path: '/alerts',
	body: { cursor },
});

const NOT_ASKED_TWICE =
	'A page is not asked for twice, since the service may skip it then: run the search again, or search shorter times.';

const CURSOR_EXPIRED = 'The service no longer knows the cursor of this search';

/** Why a next page could not be read. */
function withoutPage(error: ApiError): ApiError {
	if (error.kind === 'refused') {
		const description = `The service keeps a cursor for a few minutes only. Run the search again from its start. ${error.message}.`;
		return new ApiError('refused', error.facts, { message: CURSOR_EXPIRED, description });
	}
	return error.retry === 'idempotent' ? error.withAdvice(NOT_ASKED_TWICE) : error;
}
