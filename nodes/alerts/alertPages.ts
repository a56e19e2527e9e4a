import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow, unexpectedResponse } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { isObject, toCount } from '../shared/json';
import { areSameRows, extractRows, metaOf, type ServiceAccess } from '../shared/pagination/pages';
import { asText } from '../shared/texts';

/** A page of alerts as the service sent it. */
export interface AlertPage {
	records: IDataObject[];
	/** The service's count of all alerts of the search, if it gives one. */
	total: number | undefined;
	/** The request of the next page; undefined on the last one. */
	nextRequest: ApiRequest | undefined;
}

/** The number at which a search may stop counting, as Elasticsearch does. */
export const COUNT_CAP = 10_000;

/** A search that exceeds either bound is taken to be endless. */
const MAX_PAGES = 10_000;
const MAX_EQUAL_PAGES = 100;

/**
 * Reads the pages of an alert search (POST /api/v2/alerts). It follows the newest `meta.cursor` until a page is empty
 * or has none. The cursor need not change from page to page, and pages may be equal, since alerts may be identical.
 * @throws ApiError if the service refuses, a page is lost, or the pages do not end
 */
export async function* alertPages(
	service: Pick<ServiceAccess, 'send'>,
	search: ApiRequest,
): AsyncGenerator<AlertPage, void, undefined> {
	let request: ApiRequest | undefined = search;
	let previous: readonly IDataObject[] = [];
	let total: number | undefined;
	let equalPages = 0;
	for (let pageCount = 0; request !== undefined; pageCount++) {
		const repeats = equalPages === MAX_EQUAL_PAGES ? ', the last ones all alike' : '';
		if (pageCount === MAX_PAGES || repeats !== '') {
			throw ApiError.of('incomplete', {
				headline: `The search did not end after ${pageCount} pages${repeats}`,
				advice: 'The service names another page. Search a shorter time.',
			});
		}
		const page: AlertPage = await readAlertPage(service, request);
		// A service that has lost its snapshot counts fewer alerts than before.
		if (page.total !== undefined) total = Math.max(total ?? 0, page.total);
		equalPages = areSameRows(page.records, previous) ? equalPages + 1 : 0;
		previous = page.records;
		yield { ...page, total };
		request = page.nextRequest;
	}
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
	if (Boolean(cursor) && text === '') {
		throw unexpectedResponse(request, 'its meta.cursor is neither a text nor a number');
	}
	const isLast = records.length === 0 || text === '';
	return {
		records,
		total: toCount(total_items),
		// The request is not idempotent, since the cursor may advance without a response.
		nextRequest: isLast ? undefined : { method: 'POST', path: '/alerts', body: { cursor: text } },
	};
}

/** Explains the error of a next page: an expired cursor, or why the request is not repeated. */
function nextPageError(error: ApiError): ApiError {
	if (error.kind === 'refused') {
		return ApiError.of('refused', {
			...error.facts,
			headline: 'The service refused the next page of this search',
			advice: `It may no longer know the cursor, which it keeps for a few minutes. Run the search again from its start. ${error.message}.`,
		});
	}
	if (error.rule.retry !== 'idempotent') return error;
	return error.withAdvice(
		'The node does not request a page twice, since the service may then skip it. Run the search again, or search a shorter time.',
	);
}
