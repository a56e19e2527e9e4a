import type { INodeProperties, IDataObject } from 'n8n-workflow';

import { unexpectedAnswer } from '../../shared/http/apiError';
import type { ApiRequest, ApiResponse } from '../../shared/http/request';
import { shortText } from '../../shared/http/statedError';
import { isObject, isRow, toCount } from '../../shared/json';
import { extractRows } from '../../shared/pagination/paginate';
import type { Service } from '../../shared/pagination/service';
import { bulkPageRequest } from '../searchRequest';

/**
 * Sends an alert bulk request (POST /api/v2/alerts/bulk).
 * @returns its request_id, and whatever else the service says, for instance its message
 * @throws ApiError
 */
export async function requestBulk(
	service: Service,
	request: ApiRequest,
): Promise<IDataObject & { request_id: string }> {
	const { data } = (await service.send(request)).body;
	const { request_id, ...told }: IDataObject = isRow(data) ? data : {};
	const id = shortText(request_id);
	if (id === '') throw unexpectedAnswer(request, 'it holds no request_id');
	return { request_id: id, ...told };
}

/** A bulk request that the service has accepted. */
export class BulkJob {
	constructor(
		readonly service: Service,
		readonly requestId: string,
	) {}

	/**
	 * Fetches one page.
	 * @param sent one that must be there is asked for again after a lost answer
	 * @throws ApiError
	 */
	async fetch(number: number, sent: 'once' | 'again'): Promise<BulkPage> {
		const request = bulkPageRequest(this.requestId, number);
		const answer = await this.service.send(sent === 'again' ? request : { ...request, once: true });
		return bulkPageIn(answer, number, request);
	}
}

/** A page of a bulk request as the service sent it; counts that it does not give are undefined. */
export interface BulkPage {
	rows: readonly IDataObject[];
	/** Its number in the count of the service. */
	number: number;
	/** The service's count of all alerts of the request. */
	total: number | undefined;
	/** The number of the page that follows; undefined if none is said to follow. */
	next: number | undefined;
	/** The service's count of the alerts of this page. */
	counted: number | undefined;
}

/**
 * Reads the answer to an alert bulk fetch (GET /api/v2/alerts/bulk).
 * @param number the page that was asked for
 * @throws ApiError if it holds no list of alerts
 */
export function bulkPageIn({ body }: ApiResponse, number: number, request: ApiRequest): BulkPage {
	const meta = isObject(body.meta) ? body.meta : {};
	const next = toCount(meta.next_page) ?? 0;
	const rows = extractRows(body, ({ data }) => data, request);
	const total = toCount(meta.total_items);
	return {
		number,
		rows,
		total,
		next: next > number ? next : undefined,
		counted: toCount(meta.items_in_current_page),
	};
}

const DEFAULT_SECONDS = 600;

/** How long an operation waits for a bulk request to be ready. */
export const MAX_WAIT = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_SECONDS,
	description: 'How many seconds to wait until the service has collected the alerts',
} as const satisfies INodeProperties;

/** The wait in ms. */
export const waitMsOf = ({ maxWait = DEFAULT_SECONDS }: { maxWait?: number }): number =>
	maxWait * 1000;
