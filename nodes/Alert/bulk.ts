import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow, unexpectedAnswer } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { asText, isObject, isRow, toCount } from '../shared/json';
import { extractRows } from '../shared/pagination/paginate';
import type { Service } from '../shared/pagination/service';
import { bulkPageRequest } from './searchRequest';

/**
 * Sends an alert bulk request (POST /api/v2/alerts/bulk).
 * @returns its request_id, and whatever else the service says, for instance its message
 * @throws ApiError
 */
export async function requestBulk(
	service: Pick<Service, 'send'>,
	request: ApiRequest,
): Promise<IDataObject & { request_id: string }> {
	const { data } = (await service.send(request)).body;
	const stated: IDataObject = isRow(data) ? data : {};
	const request_id = asText(stated.request_id).trim();
	if (request_id === '') throw unexpectedAnswer(request, 'it holds no request_id');
	return { ...stated, request_id };
}

/** A page of a bulk request as the service sent it. */
export interface BulkPage {
	rows: IDataObject[];
	/** The service's count of all alerts of the request, if it gives one. */
	total: number | undefined;
	/** The number of the page that follows; undefined if `next_page` is no larger number. */
	next: number | undefined;
}

/**
 * Fetches one page (GET /api/v2/alerts/bulk).
 * @throws ApiError
 */
export async function readBulkPage(
	service: Pick<Service, 'send'>,
	requestId: string,
	number: number,
): Promise<BulkPage> {
	const request = bulkPageRequest(requestId, number);
	const { body } = await service.send(request);
	const { next_page, total_items } = isObject(body.meta) ? body.meta : {};
	const next = toCount(next_page) ?? 0;
	return {
		rows: extractRows(body, ({ data }) => data, request),
		total: toCount(total_items),
		next: next > number ? next : undefined,
	};
}

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 10_000;

/**
 * Fetches one page as soon as it is ready: it has alerts, or the service counts none at all. What a
 * fetch answers before is not documented, so any other answer means "not yet".
 * @throws ApiError if it is not ready in time, or no other request can be answered either
 */
export async function waitForBulkPage(
	service: Pick<Service, 'send' | 'pause'>,
	requestId: string,
	{ number, maxWait }: { number: number; maxWait: number },
): Promise<BulkPage> {
	let last = 'It answers with no alerts';
	let left = maxWait * 1000;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
		try {
			const page = await readBulkPage(service, requestId, number);
			if (page.rows.length > 0 || page.total === 0) return page;
		} catch (error) {
			const apiError = asApiErrorOrThrow(error);
			if (apiError.stopsAll || saysWait(apiError)) throw apiError;
			last = apiError.message;
		}
		if (left <= 0) throw notReady(maxWait, last);
		const wait = Math.min(pause, left);
		left -= wait;
		await service.pause(wait);
	}
}

/** A service that says "not now" was asked as often as it may be. */
const saysWait = ({ retry }: ApiError): boolean => retry === 'always';

const notReady = (maxWait: number, last: string): ApiError =>
	new ApiError('incomplete', {
		what: `The bulk request was not ready within ${maxWait} seconds`,
		said: `The last answer: ${last}. Raise Max Wait, or read the request again later.`,
	});

/** How long an operation waits for a bulk request to be ready. */
export const MAX_WAIT = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 600,
	description: 'How many seconds to wait until the service has collected the alerts',
} as const satisfies INodeProperties;
