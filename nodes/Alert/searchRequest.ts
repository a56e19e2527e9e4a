import type { ApiRequest } from '../shared/http/request';
import { filterBody, type AlertFilters, type FilterBody } from './filters';
import type { TimeBounds } from './times';

export type SearchBody = TimeBounds & FilterBody;

/** A service that requires a query is sent the one that takes all alerts. */
const ALL_ALERTS = { query: '*' };

/** Get alerts: POST /api/v2/alerts */
export const searchOf = (body: NonNullable<ApiRequest['body']>): ApiRequest => ({
	method: 'POST',
	path: '/alerts',
	body,
	idempotent: true,
	fallbackBody: ALL_ALERTS,
});

/**
 * The search of these filters and times.
 * @throws InvalidParameterError
 */
export const searchRequest = ({
	start_time,
	end_time,
	...params
}: AlertFilters & TimeBounds): ApiRequest =>
	searchOf({ start_time, end_time, ...filterBody(params) });

/** The query of a search, as a hint of the run shows it. */
export const querySent = (query: string): string => `Query sent: ${query}`;

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
