import type { ApiRequest } from '../shared/http/request';
import { filterBody, type AlertFilters, type FilterBody } from './filters';
import { boundsOf, type TimeBounds, type Times } from './times';

type SearchBody = TimeBounds & FilterBody;

/**
 * The body of a search or a bulk request.
 * @throws InvalidParameterError
 */
export const searchBody = (params: AlertFilters & Times): SearchBody => ({
	...boundsOf(params),
	...filterBody(params),
});

/** A service that requires a query is sent the one that takes all alerts. */
const ALL_ALERTS = { query: '*' };

/**
 * Get alerts: POST /api/v2/alerts
 * @throws InvalidParameterError
 */
export const searchRequest = (
	params: AlertFilters & Times,
	response_type?: string,
): ApiRequest => ({
	method: 'POST',
	path: '/alerts',
	body: { ...searchBody(params), response_type },
	idempotent: true,
	fallbackBody: ALL_ALERTS,
});

/** Alert bulk request: POST /api/v2/alerts/bulk */
export const bulkRequest = (body: SearchBody): ApiRequest => ({
	method: 'POST',
	path: '/alerts/bulk',
	body,
	// A bulk request that is sent twice does no harm: its result is read by its own ID.
	idempotent: true,
	fallbackBody: ALL_ALERTS,
});

/** Alert bulk fetch: GET /api/v2/alerts/bulk */
export const bulkPageRequest = (request_id: string, page_no: number | undefined): ApiRequest => ({
	method: 'GET',
	path: '/alerts/bulk',
	query: { request_id, page_no },
});
