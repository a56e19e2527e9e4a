import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow, unexpectedResponse } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { isRow, toCount } from '../shared/json';
import { checkCount } from '../shared/pagination/list';
import {
	extractRows,
	metaOf,
	type ReadResult,
	type ServiceAccess,
} from '../shared/pagination/pages';
import { asText, valueText } from '../shared/texts';
import { COUNT_CAP, requireEnd } from './alertPages';
import { alertRowsOf } from './alertRowMaker';
import { showWhole } from './alertView';
import { bulkPageRequest, noteSearch } from './searchRequest';

/**
 * Starts an alert bulk request (POST /api/v2/alerts/bulk).
 * @returns the response's data, which holds a request_id
 * @throws ApiError
 */
export async function sendBulkRequest(
	service: Pick<ServiceAccess, 'send' | 'addNote'>,
	request: ApiRequest,
): Promise<IDataObject> {
	noteSearch(service, request);
	const { data } = (await service.send(request)).body;
	if (isRow(data) && asText(data.request_id) !== '') return data;
	throw unexpectedResponse(request, 'it holds no request_id');
}

/** The number of alerts on a page of a bulk request (interface specification, Limits). */
export const BULK_PAGE_SIZE = 5000;

export const MAX_WAIT_FIELD = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 600,
	description: 'How many seconds to wait until the service has collected the alerts',
} as const satisfies INodeProperties;

/** The page of a bulk request to read, and how long to wait for it. */
interface BulkPageParams {
	requestId: string;
	/** The number of the page, from 1. */
	pageNumber: number;
	/** In seconds. */
	maxWait: number;
}

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 10_000;

/**
 * Returns whether an error may mean that a page is not ready yet, since the specification names no such answer.
 * The code 07001110 is a general failure of alerts (Errors).
 */
const mayBecomeReady = ({ kind, facts, alsoFails, retry }: ApiError): boolean =>
	alsoFails === undefined &&
	retry !== 'always' &&
	(kind !== 'refused' || ['', '07001110'].includes(facts.serviceCode ?? ''));

/**
 * Fetches a page (GET /api/v2/alerts/bulk) once it is ready: it holds alerts, or the service counts
 * none at all. With a `maxWait` of 0, the page is requested once.
 * @returns the alerts, the service's count of all alerts, and the number of the next page, which is larger
 * @throws ApiError if the page is not ready in time or cannot become ready
 */
export async function readBulkPage(
	service: Pick<ServiceAccess, 'send' | 'pause'>,
	{ requestId, pageNumber, maxWait }: BulkPageParams,
) {
	const request = bulkPageRequest(requestId, pageNumber);
	let lastResponse = 'it held no alerts';
	let left = maxWait * 1000;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
		const started = Date.now();
		try {
			const { body } = await service.send(request);
			const { next_page, total_items } = metaOf(body);
			const rows = extractRows(body, ({ data }) => data, request);
			const [next = 0, total] = [toCount(next_page), toCount(total_items)];
			if (rows.length > 0 || total === 0) {
				const hasNext = rows.length > 0 && next > pageNumber;
				return { rows, total, next: hasNext ? next : undefined };
			}
		} catch (error) {
			const apiError = asApiErrorOrThrow(error);
			if (maxWait === 0 || !mayBecomeReady(apiError)) throw apiError;
			lastResponse = apiError.message;
		}
		left -= Date.now() - started;
		if (left <= 0) break;
		const wait = Math.min(pause, left);
		left -= wait;
		await service.pause(wait);
	}
	throw ApiError.of('notReady', {
		headline: `The bulk request was not ready within ${maxWait} seconds`,
		advice: `The service may still be collecting alerts, or it does not know this request ID or page: raise Max Wait, or check both. The last response: ${lastResponse}.`,
	});
}

/**
 * Reads the pages of an alert bulk request until `next_page` does not grow, or until all counted alerts are
 * read and the next page is not ready or refused. The result holds what is missing by `total_items`, and why
 * later pages could not be read.
 * @throws ApiError if the first page cannot be read
 */
export async function* bulkExport(
	service: ServiceAccess,
	first: BulkPageParams,
): AsyncGenerator<IDataObject[], ReadResult, undefined> {
	const { requestId } = first;
	const toRows = alertRowsOf(service, showWhole);
	let readCount = (first.pageNumber - 1) * BULK_PAGE_SIZE;
	let total: number | undefined;
	const resultOf = (next_page: number | null, error?: ApiError): ReadResult => {
		const countIssues =
			total === undefined
				? ['The service gave no count, so some alerts may be missing']
				: checkCount(service, total, readCount, 'alerts');
		return {
			details: { request_id: requestId, total_items: total ?? null, next_page },
			issues: error === undefined ? countIssues : [...countIssues, error.message],
			...(error && { error }),
		};
	};
	// Once all counted alerts are read, a next page may never come. A count at the cap is unreliable.
	const hasReadAll = (): boolean => readCount === total && total !== COUNT_CAP;
	let { pageNumber } = first;
	for (let pageCount = 0; ; pageCount++) {
		let page: Awaited<ReturnType<typeof readBulkPage>>;
		try {
			requireEnd(pageCount, readCount);
			const maxWait = hasReadAll() ? 0 : first.maxWait;
			page = await readBulkPage(service, { ...first, pageNumber, maxWait });
			// A smaller count on a later page does not undo rows already read.
			if (page.total !== undefined) total = Math.max(page.total, total ?? 0);
		} catch (error) {
			const apiError = asApiErrorOrThrow(error);
			const isEnd = apiError.kind === 'notReady' || apiError.kind === 'refused';
			if (hasReadAll() && isEnd) return resultOf(null);
			const toContinue = `To continue, run Export with ${valueText(requestId)} in Continue From Request ID and ${pageNumber} in Continue From Page.`;
			const place = `page ${pageNumber} of the export`;
			if (pageNumber === first.pageNumber) throw apiError.withAdvice(toContinue, place);
			const advice = `${toContinue} If On Error is Continue, the earlier pages are kept.`;
			return resultOf(pageNumber, apiError.withAdvice(advice, place));
		}
		readCount += page.rows.length;
		if (total !== undefined)
			service.onCount?.(total, Math.max(0, Math.ceil((total - readCount) / BULK_PAGE_SIZE)));
		yield await toRows(page.rows);
		if (page.next === undefined) return resultOf(null);
		pageNumber = page.next;
	}
}
