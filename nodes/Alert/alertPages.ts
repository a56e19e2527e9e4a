import type { IDataObject } from 'n8n-workflow';

import { isObject, toCount } from '../shared/json';
import { extractRows } from '../shared/pagination/paginate';
import { PageHistory, areSameRows } from '../shared/pagination/pages';
import { ApiError, asApiErrorOrThrow, unexpectedAnswer } from '../shared/http/apiError';
import type { ApiResponse, ApiRequest } from '../shared/http/request';
import type { Service } from '../shared/pagination/service';
import { fingerprintOf } from './alertRow';

type Sender = Pick<Service, 'send'>;

/** A page of alerts as the service sent it. */
export interface AlertPage {
	records: IDataObject[];
	/** The cursor of the next page; undefined on the last one. */
	cursor: string | undefined;
	/** The service's count of all alerts of the search, if it gives one. */
	total: number | undefined;
	/** The request of the next page; undefined on the last one. */
	next: ApiRequest | undefined;
}

/** Rows up to which a search restarts after its cursor was lost: they are kept until then. */
const MOST_REREAD = 10_000;

/**
 * Reads the pages of an alert search (POST /api/v2/alerts), following the newest `meta.cursor` until
 * none comes back or a page is empty. The cursor may be the same text on every page, and a page may
 * equal the one before while the service counts more alerts than it has served.
 *
 * A cursor may move on even if its answer is lost, so a page is never asked for twice: the search
 * restarts once, and yields only what it has not yielded.
 *
 * @throws ApiError when the service refuses, a cursor is lost a second time or after 10,000 rows, the
 * pages do not end, or an answer does not say whether more alerts follow
 */
export async function* alertPages(
	service: Sender,
	first: ApiRequest,
): AsyncGenerator<AlertPage, void, undefined> {
	let yielded: IDataObject[] = [];
	let canRestart = first.body?.cursor === undefined;
	let again = new Map<string, number>();
	let request: ApiRequest | undefined = first;
	let before: readonly IDataObject[] = [];
	let read = 0;
	let history = new PageHistory();
	while (request !== undefined) {
		const at: Place = { canRestart, isFirst: request === first };
		const page: AlertPage | 'lost' = await pageUnlessLost(service, request, at);
		if (page === 'lost') {
			canRestart = false;
			again = countsOf(yielded);
			before = [];
			history = new PageHistory();
			read = 0;
			request = first;
			continue;
		}
		const isBeyond = page.total !== undefined && read + page.records.length > page.total;
		if (isBeyond && repeatsEnd(page, request, before)) return;
		const wrong =
			page.records.length === 0 ? undefined : history.wrongWith(page.records, page.total);
		if (wrong !== undefined) throw unexpectedAnswer(request, wrong);
		before = page.records;
		read += page.records.length;
		const records = again.size === 0 ? page.records : page.records.filter(isNew(again));
		if (canRestart) {
			canRestart = read <= MOST_REREAD;
			yielded = canRestart ? [...yielded, ...records] : [];
		}
		yield { ...page, records };
		request = page.next;
	}
}

/** Whether the service answers with the last page and its cursor again, in place of an end. */
const repeatsEnd = (
	page: AlertPage,
	{ body }: ApiRequest,
	before: readonly IDataObject[],
): boolean =>
	page.cursor !== undefined && page.cursor === body?.cursor && areSameRows(page.records, before);

/**
 * Reads one page of an alert search.
 * @param at whether nothing was read before it: its cursor is then one of another search
 * @throws ApiError
 */
export async function readAlertPage(
	service: Sender,
	request: ApiRequest,
	at: Pick<Place, 'isFirst'> = { isFirst: false },
): Promise<AlertPage> {
	const { answer, used } = await sendPage(service, request, at);
	const meta = isObject(answer.body.meta) ? answer.body.meta : {};
	const records = extractRows(answer.body, (body) => body.data, request);
	if (records.length > 0 && !isObject(answer.body.meta)) {
		throw unexpectedAnswer(request, 'without meta, whether more alerts follow is not known');
	}
	const cursor = typeof meta.cursor === 'string' && meta.cursor !== '' ? meta.cursor : undefined;
	const goesOn = cursor !== undefined && records.length > 0;
	return {
		records,
		cursor,
		total: toCount(meta.total_items),
		next: goesOn ? withCursor(used, cursor) : undefined,
	};
}

/** The same search, going on at a cursor: query and cursor must not be sent together. */
export function withCursor(request: ApiRequest, cursor: string): ApiRequest {
	const body = { ...request.body, query: undefined, cursor };
	return { ...request, body, once: true, fallbackBody: {} };
}

/** Where a search is when it asks for a page. */
interface Place {
	canRestart: boolean;
	isFirst: boolean;
}

async function pageUnlessLost(
	service: Sender,
	request: ApiRequest,
	at: Place,
): Promise<AlertPage | 'lost'> {
	try {
		return await readAlertPage(service, request, at);
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		const isLost = apiError.retry === 'idempotent' || isRefusalOfCursor(apiError);
		if (request.body?.cursor === undefined || !isLost) throw apiError;
		if (at.canRestart) return 'lost';
		throw apiError.withAdvice(NOT_ASKED_TWICE);
	}
}

interface Page {
	answer: ApiResponse;
	/** The request that was answered. */
	used: ApiRequest;
}

/**
 * Sends a page's request. A cursor that is refused beside other fields is sent alone; one of another
 * search is sent alone at first, since the times may have moved on.
 */
async function sendPage(
	service: Sender,
	request: ApiRequest,
	{ isFirst }: Pick<Place, 'isFirst'>,
): Promise<Page> {
	const { cursor } = request.body ?? {};
	if (cursor === undefined) return { answer: await service.send(request), used: request };
	const alone = { ...request, body: { cursor } };
	const both = isFirst ? ([alone, request] as const) : ([request, alone] as const);
	const [used, other] = isCursorOnly(request) ? [alone] : both;
	try {
		return { answer: await service.send(used), used };
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (!apiError.isRefusal) throw apiError;
		if (other === undefined) throw expired(apiError);
	}
	try {
		return { answer: await service.send(other), used: other };
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		throw apiError.isRefusal ? expired(apiError) : apiError;
	}
}

const isCursorOnly = ({ body = {} }: ApiRequest): boolean =>
	Object.entries(body).every(([name, value]) => name === 'cursor' || value === undefined);

const isRefusalOfCursor = (error: ApiError): boolean =>
	error.isRefusal || error.kind === 'cursorExpired';

const expired = ({ facts }: ApiError): ApiError => new ApiError('cursorExpired', facts);

const NOT_ASKED_TWICE =
	'A page is not asked for twice, since the service may skip it then: run the search again, or search shorter spans of time.';

function countsOf(records: readonly IDataObject[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const record of records) {
		const fingerprint = fingerprintOf(record);
		counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
	}
	return counts;
}

/** Whether a record is not among the counted ones; each that is takes one off its count. */
const isNew =
	(counts: Map<string, number>) =>
	(record: IDataObject): boolean => {
		const fingerprint = fingerprintOf(record);
		const count = counts.get(fingerprint) ?? 0;
		if (count > 0) counts.set(fingerprint, count - 1);
		return count === 0;
	};
