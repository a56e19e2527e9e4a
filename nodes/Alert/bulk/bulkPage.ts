import { isObject, toCount } from '../../shared/json';
import type { ApiRequest, ApiResponse } from '../../shared/http/request';
import { extractRows } from '../../shared/pagination/paginate';
import type { RowPage } from '../../shared/pagination/rowPage';

/** A page of a bulk request as the service sent it; counts that it does not give are undefined. */
export interface BulkPage extends RowPage {
	/** The service's count of all alerts of the request. */
	total: number | undefined;
	/** The number of the page that follows; undefined where none is said to follow. */
	next: number | undefined;
	/** The service's count of the alerts of this page. */
	counted: number | undefined;
}

/**
 * Reads the answer to an alert bulk fetch (GET /api/v2/alerts/bulk).
 * @param number the page that was asked for; undefined where the service chose it
 * @throws ApiError where it holds no list of alerts
 */
export function bulkPageIn(
	{ body }: ApiResponse,
	number: number | undefined,
	request: ApiRequest,
): BulkPage {
	const meta = isObject(body.meta) ? body.meta : {};
	const next = toCount(meta.next_page) ?? 0;
	const rows = extractRows(body, ({ data }) => data, request);
	const total = toCount(meta.total_items);
	// Of a page without a number, the count tells whether 1 is the page itself or the one after it.
	const isAlone = number === undefined && (total === undefined || rows.length >= total);
	return {
		number: number ?? 1,
		rows,
		total,
		next: next > (number ?? (isAlone ? 1 : 0)) ? next : undefined,
		counted: toCount(meta.items_in_current_page),
	};
}
