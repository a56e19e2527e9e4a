import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../shared/json';
import { repeatsPage } from '../shared/pagination/rowPage';
import { extractRows } from '../shared/pagination/paginate';
import { ApiError, asApiErrorOrThrow, unexpectedAnswer } from '../shared/http/apiError';
import type { ApiResponse, ApiRequest, Service } from '../shared/http/request';
import { UNAUTHORIZED } from '../shared/http/parseResponse';

/** A page of alerts as the service sent it. */
export interface AlertPage {
	records: IDataObject[];
	/** The cursor of the next page; undefined on the last one. */
	cursor: string | undefined;
	/** The service's count of all alerts of the search, where it gives one. */
	total: number | undefined;
	/** The service's clock when it answered, in ms since 1970. */
	date: number | undefined;
}

/**
 * Reads the pages of an alert search (POST /api/v2/alerts), following `meta.cursor` until none
 * comes back. The query is left out once there is a cursor; the other fields are repeated, and
 * left out too where the service refuses them.
 *
 * @throws Refusal when the service refuses, a cursor has expired, a cursor or a page repeats, or
 * an answer does not say whether more alerts follow
 */
export async function* alertPages(
	service: Pick<Service, 'send'>,
	first: ApiRequest,
): AsyncGenerator<AlertPage, void, undefined> {
	const seen = new Set<string>();
	let request = first;
	let read = 0;
	let before: readonly IDataObject[] = [];
	for (;;) {
		const { answer, used } = await sendPage(service, request);
		const meta = isObject(answer.body.meta) ? answer.body.meta : {};
		const records = extractRows(answer.body, (body) => body.data, request);
		const cursor = typeof meta.cursor === 'string' && meta.cursor !== '' ? meta.cursor : undefined;
		const total = typeof meta.total_items === 'number' ? meta.total_items : undefined;
		if (repeatsPage(records, before)) {
			throw unexpectedAnswer(request, 'a page repeats the page before it');
		}
		before = records;
		read += records.length;
		yield { records, cursor, total, date: answer.date };
		if (records.length > 0 && !isObject(answer.body.meta)) {
			throw unexpectedAnswer(request, 'without meta, whether more alerts follow is not known');
		}
		if (cursor === undefined || records.length === 0) return;
		if (seen.has(cursor)) {
			if (read === total) return;
			throw unexpectedAnswer(request, 'its cursor repeats, so the pages would never end');
		}
		seen.add(cursor);
		request = withCursor(used, cursor);
	}
}

/** The same search, going on at a cursor: query and cursor must not be sent together. */
export function withCursor(request: ApiRequest, cursor: string): ApiRequest {
	return { ...request, body: { ...request.body, query: undefined, cursor }, fallbackBody: {} };
}

interface Page {
	answer: ApiResponse;
	/** The request that was answered. */
	used: ApiRequest;
}

/** Sends a page's request; with a cursor that is refused beside other fields, the cursor alone. */
async function sendPage(service: Pick<Service, 'send'>, request: ApiRequest): Promise<Page> {
	const { cursor } = request.body ?? {};
	if (cursor === undefined) return { answer: await service.send(request), used: request };
	if (!isCursorOnly(request)) {
		const answer = await answerUnlessRefused(service, request);
		if (answer !== undefined) return { answer, used: request };
	}
	const alone = { ...request, body: { cursor } };
	try {
		return { answer: await service.send(alone), used: alone };
	} catch (fault) {
		const refusal = asApiErrorOrThrow(fault);
		throw isRefusalOfRequest(refusal) ? expired(refusal) : refusal;
	}
}

/** The answer; undefined where the service itself refuses, which under 5xx would be asked again. */
async function answerUnlessRefused(
	service: Pick<Service, 'send'>,
	request: ApiRequest,
	idempotent = false,
): Promise<ApiResponse | undefined> {
	try {
		return await service.send({ ...request, idempotent });
	} catch (fault) {
		const refusal = asApiErrorOrThrow(fault);
		if (isRefusalOfRequest(refusal)) return undefined;
		if (idempotent || refusal.details.retry !== 'idempotent') throw refusal;
		return await answerUnlessRefused(service, request, true);
	}
}

const isCursorOnly = ({ body = {} }: ApiRequest): boolean =>
	Object.entries(body).every(([name, value]) => name === 'cursor' || value === undefined);

const isRefusalOfRequest = ({ details: { code } }: ApiError): boolean =>
	code !== undefined && code !== UNAUTHORIZED;

const expired = ({ details }: ApiError): ApiError =>
	new ApiError({
		...details,
		message: 'The service no longer knows the cursor of this search',
		description: `A cursor lives five minutes after its page was read. Run the search again from its start. ${details.description}`,
		retry: 'never',
	});
