import type { IDataObject } from 'n8n-workflow';

import { isObject, toCount } from '../../shared/json';
import type { ApiRequest, ApiResponse } from '../../shared/http/request';
import { extractRows } from '../../shared/pagination/paginate';

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
