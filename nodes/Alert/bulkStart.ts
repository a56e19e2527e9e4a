import type { Gathered, Gather } from '../shared/files/rowBatch';
import { dataOf, isObject } from '../shared/json';
import type { PollingService } from '../shared/operation/operation';
import { extractRows } from '../shared/pagination/paginate';
import { ApiError, asApiErrorOrThrow, unexpectedAnswer } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { bulkPageIn, gatherAlerts, type BulkPage } from './bulkAnswer';
import { bulkPageRequest } from './searchRequest';

/** Alerts on a page of a bulk request (interface specification, Limits). */
export const BULK_PAGE_SIZE = 5000;

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;

/** Where an export begins. */
export interface BulkStart<G extends Gathered> {
	page: BulkPage<G>;
	/** Alerts on the pages before it. */
	skipped: number;
}

/** Sends an alert bulk request (POST /api/v2/alerts/bulk). @returns its request_id */
export async function requestBulk(service: PollingService, request: ApiRequest): Promise<string> {
	const { body } = await service.send(request);
	const { request_id } = dataOf(body);
	if (typeof request_id === 'string' && request_id !== '') return request_id;
	if (typeof request_id === 'number') return String(request_id);
	throw unexpectedAnswer(request, 'it holds no request_id');
}

/** A bulk request that the service has accepted. */
export class BulkJob<G extends Gathered> {
	private readonly gather: Gather<G>;

	constructor(
		readonly service: PollingService,
		readonly requestId: string,
		gather: Gather<G>,
	) {
		this.gather = gatherAlerts(gather);
	}

	/**
	 * Fetches one page.
	 * @param expected whether it must be there: then what may be a passing fault is sent again
	 * @throws ApiError
	 */
	async fetch(number: number, expected: boolean): Promise<BulkPage<G>> {
		const request = bulkPageRequest(this.requestId, number);
		const answer = await this.service.send(
			expected ? request : { ...request, idempotent: false },
			this.gather,
		);
		return bulkPageIn(answer, number, request, this.gather);
	}
}

/**
 * Waits until a bulk request is ready, and finds its first page.
 *
 * The specification says neither what a page is answered before it is ready nor whether pages
 * count from 1 or 0. So whatever is no alert counts as not ready, and pages 1 and 0 are both tried;
 * where page 1 has alerts but not all of them, page 0 is looked at too. A search tells whether an
 * empty answer means that there are none.
 *
 * @param number the page to begin with, where the user names one
 * @param search the same search, directly; undefined where it is not known
 * @throws ApiError when it is not ready in time
 */
export async function openFirstPage<G extends Gathered>(
	bulk: BulkJob<G>,
	number: number | undefined,
	search: ApiRequest | undefined,
	waitMs: number,
): Promise<BulkStart<G>> {
	const page = await pollUntilReady(bulk, number, search, waitMs);
	if (page.number === 0 || (number === undefined && isWhole(page))) return { page, skipped: 0 };
	const zero = await pageZero(bulk);
	const fromZero = zero !== undefined && !zero.rows.repeats(page.rows);
	if (number === undefined) return { page: fromZero ? zero : page, skipped: 0 };
	return { page, skipped: (page.number - (fromZero ? 0 : 1)) * BULK_PAGE_SIZE };
}

const isWhole = ({ rows, total }: BulkPage<Gathered>): boolean =>
	total !== undefined && rows.length >= total;

async function pollUntilReady<G extends Gathered>(
	bulk: BulkJob<G>,
	number: number | undefined,
	search: ApiRequest | undefined,
	waitMs: number,
): Promise<BulkPage<G>> {
	const { service, requestId } = bulk;
	const numbers = number === undefined ? [1, 0] : [number];
	let last = '';
	let unsearched = search;
	let left = waitMs;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
		let empty: BulkPage<G> | undefined;
		for (const each of numbers) {
			const page = await tryPage(bulk, each);
			if (page instanceof ApiError) last = page.message;
			else if (page.rows.length > 0) return page;
			else {
				empty = page;
				last = 'It answers with no alerts';
			}
		}
		if (empty !== undefined && unsearched !== undefined) {
			if (await findsNothing(service, unsearched)) return { ...empty, total: 0, number: 0 };
			unsearched = undefined;
		}
		if (left <= 0) throw notReady(requestId, waitMs, last);
		const wait = Math.min(pause, left);
		left -= wait;
		await service.pause(wait);
	}
}

/** A page, or why there is none yet. @throws ApiError where no other request would fare better */
async function tryPage<G extends Gathered>(
	bulk: BulkJob<G>,
	number: number,
): Promise<BulkPage<G> | ApiError> {
	try {
		return await bulk.fetch(number, false);
	} catch (fault) {
		const refusal = asApiErrorOrThrow(fault);
		const { stopsAll, retry } = refusal.details;
		// Of a service that is overloaded, the wire has asked as often as it may already.
		if (stopsAll === true || retry === 'always') throw refusal;
		return refusal;
	}
}

/** Page 0 of a request that is ready; undefined where pages count from 1. */
async function pageZero<G extends Gathered>(bulk: BulkJob<G>): Promise<BulkPage<G> | undefined> {
	const page = await tryPage(bulk, 0);
	if (!(page instanceof ApiError)) return page.rows.length > 0 ? page : undefined;
	if (isAnswer(page)) return undefined;
	return await bulk.fetch(0, true);
}

/** Whether the service itself refused, so that asking again would change nothing. */
export const isAnswer = ({ details: { code, retry } }: ApiError): boolean =>
	code !== undefined || retry === 'never';

async function findsNothing(service: PollingService, search: ApiRequest): Promise<boolean> {
	try {
		const { body } = await service.send(search);
		const total = isObject(body.meta) ? body.meta.total_items : undefined;
		return extractRows(body, (answer) => answer.data, search).length === 0 && (total ?? 0) === 0;
	} catch (fault) {
		const refusal = asApiErrorOrThrow(fault);
		if (refusal.details.stopsAll === true) throw refusal;
		return false;
	}
}

const notReady = (requestId: string, waitMs: number, last: string): ApiError =>
	new ApiError({
		message: `The bulk request was not ready within ${waitMs / 1000} seconds`,
		description: `Its ID is ${requestId}. Run Export Alerts again later with this ID in Continue From Request ID, or raise Max Wait. The last answer: ${last}`,
		applied: 'no',
		retry: 'never',
		failure: { cause: 'temporarily-unavailable' },
	});
