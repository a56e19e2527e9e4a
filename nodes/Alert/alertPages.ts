import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow, unexpectedResponse } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { isObject, toCount } from '../shared/json';
import { checkCount } from '../shared/pagination/list';
import { areSameRows, extractRows, type ServiceAccess } from '../shared/pagination/pages';
import { asText } from '../shared/texts';
import { fingerprintOf } from './alertIdentity';

type Sender = Pick<ServiceAccess, 'send'>;

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
 * page is empty or has none; the cursor need not change from page to page. A page that equals the one
 * before it is accepted while fewer alerts than `total_items` were read; after that, it ends the search.
 * @throws ApiError if the service refuses, a page is lost, a page repeats without a count, or the pages
 * go in a circle
 */
export async function* alertPages(
	service: Sender,
	search: ApiRequest,
): AsyncGenerator<AlertPage, void, undefined> {
	let request: ApiRequest | undefined = search;
	let previous: readonly IDataObject[] = [];
	let total: number | undefined;
	let readCount = 0;
	const refuseCircle = circleGuard();
	while (request !== undefined) {
		const page: AlertPage = await readAlertPage(service, request);
		// A service that has lost its snapshot counts fewer alerts than before.
		if (page.total !== undefined) total = Math.max(total ?? 0, page.total);
		if (areSameRows(page.records, previous) && readCount >= (total ?? 0)) {
			if (total !== undefined) return;
			throw unexpectedResponse(request, 'a page repeats the page before it');
		}
		if (page.next !== undefined) refuseCircle(request, page.records, total);
		previous = page.records;
		readCount += page.records.length;
		yield { ...page, total };
		request = page.next;
	}
}

/**
 * Makes a guard that takes the pages of a search or an export. Beyond the service's count, it remembers as
 * many alerts as are counted; after twice the count, a page must hold an alert that is not among them.
 * The guard throws an ApiError for any other page.
 */
export function circleGuard() {
	const seen = new Set<string>();
	let readCount = 0;
	return (request: ApiRequest, records: readonly IDataObject[], total = COUNT_CAP): void => {
		const countBefore = readCount;
		readCount += records.length;
		// At the cap, the count may be too low.
		if (total === COUNT_CAP || countBefore < total) return;
		const fingerprints = records.map(fingerprintOf);
		if (countBefore >= 2 * total && fingerprints.every((fingerprint) => seen.has(fingerprint))) {
			const counts = `the service counts ${total} alerts and served ${readCount}`;
			throw unexpectedResponse(request, `${counts}, the last of them again and again`);
		}
		if (seen.size < total) for (const fingerprint of fingerprints) seen.add(fingerprint);
	};
}

/** Shows a note if the service served fewer or more alerts than it counts. */
export function noteCountMismatch(
	service: Pick<ServiceAccess, 'addNote'>,
	counted: number | undefined,
	served: number,
): void {
	for (const issue of checkCount(service, counted, served, 'alerts')) service.addNote(issue);
}

async function readAlertPage(service: Sender, request: ApiRequest): Promise<AlertPage> {
	const isFirst = request.body?.cursor === undefined;
	const { body } = await service.send(request).catch((error: unknown) => {
		const apiError = asApiErrorOrThrow(error);
		throw isFirst ? apiError : nextPageError(apiError);
	});
	const records = extractRows(body, ({ data }) => data, request);
	if (records.length > 0 && !isObject(body.meta)) {
		throw unexpectedResponse(
			request,
			'it has no meta, so it does not show whether more alerts follow',
		);
	}
	const { cursor, total_items } = isObject(body.meta) ? body.meta : {};
	const text = asText(cursor);
	if (text === '' && Boolean(cursor)) throw unexpectedResponse(request, 'its cursor is not a text');
	const isLast = records.length === 0 || text === '';
	return { records, total: toCount(total_items), next: isLast ? undefined : nextPageRequest(text) };
}

/** Makes the request of a next page. It is not idempotent, since the cursor may advance without a response. */
const nextPageRequest = (cursor: string): ApiRequest => ({
	method: 'POST',
	path: '/alerts',
	body: { cursor },
});

const NO_SECOND_TRY =
	'The node does not request a page twice, since the service may then skip it. Run the search again, or search a shorter time.';

const CURSOR_EXPIRED = 'The service no longer knows the cursor of this search';

/** Explains the error of a next page: an expired cursor, or why the request is not repeated. */
function nextPageError(error: ApiError): ApiError {
	if (error.kind === 'refused') {
		const advice = `The service keeps a cursor for a few minutes only. Run the search again from its start. ${error.message}.`;
		return new ApiError('refused', { ...error.facts, headline: CURSOR_EXPIRED, advice });
	}
	return error.retry === 'idempotent' ? error.withAdvice(NO_SECOND_TRY) : error;
}
