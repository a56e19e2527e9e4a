import type { ApiRequest } from '../shared/http/request';
import type { Service } from '../shared/pagination/service';
import { filterBody, queriesOf, type AlertFilters, type FilterBody } from './filters';
import { boundsOf, type TimeBounds, type Times } from './times';

type SearchBody = TimeBounds & FilterBody;

/**
 * The body of a search or a bulk request.
 * @throws InvalidParameterError
 */
export const searchBody = (params: AlertFilters & Times, mayBeSeveral = false): SearchBody => ({
	...boundsOf(params),
	...filterBody(params, mayBeSeveral),
});

/** A service that requires a query is sent the one that takes all alerts. */
const ALL_ALERTS = { query: '*' };

const search = (body: SearchBody, response_type?: string): ApiRequest => ({
	method: 'POST',
	path: '/alerts',
	body: { ...body, response_type },
	idempotent: true,
	fallbackBody: ALL_ALERTS,
});

/**
 * Get alerts: POST /api/v2/alerts
 * @throws InvalidParameterError
 */
export const searchRequest = (params: AlertFilters & Times): ApiRequest =>
	search(searchBody(params));

/**
 * The first of the searches that find together what the filters ask for; see {@link searchesOf}.
 * @throws InvalidParameterError
 */
export const firstSearch = (params: AlertFilters & Times, response_type?: string): ApiRequest =>
	search(searchBody(params, true), response_type);

/** The query of a search, as a hint of the run shows it. */
export const querySent = (query: string): string => `Query sent: ${query}`;

/** All of these searches: of the same times, one for each query. */
export function searchesOf(
	params: AlertFilters,
	first: ApiRequest,
	service: Pick<Service, 'note'>,
): ApiRequest[] {
	if (first.body?.cursor !== undefined) return [first];
	return queriesOf(params).map((query) => {
		if (query !== undefined) service.note(querySent(query), 'info');
		return { ...first, body: { ...first.body, query } };
	});
}

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
