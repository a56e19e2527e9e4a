import { asText } from '../shared/json';
import type { ApiRequest } from '../shared/http/request';
import type { Service } from '../shared/pagination/service';
import { filterBody, type AlertFilters } from './filters';
import type { TimeBounds } from './times';

/** The query that takes all alerts: a service requires one. */
const ALL_ALERTS = '*';

/**
 * Get alerts: POST /api/v2/alerts
 * @throws InvalidParameterError
 */
export const searchRequest = (params: AlertFilters & TimeBounds): ApiRequest => ({
	method: 'POST',
	path: '/alerts',
	body: searchBody(params),
	idempotent: true,
});

/**
 * Alert bulk request: POST /api/v2/alerts/bulk. One that is sent twice does no harm, since its result is
 * read by its own ID.
 * @throws InvalidParameterError
 */
export const bulkRequest = (params: AlertFilters & TimeBounds): ApiRequest => ({
	method: 'POST',
	path: '/alerts/bulk',
	body: searchBody(params),
	idempotent: true,
});

const searchBody = ({ start_time, end_time, filters }: AlertFilters & TimeBounds) => ({
	query: ALL_ALERTS,
	start_time,
	end_time,
	...filterBody({ filters }),
});

/** Alert bulk fetch: GET /api/v2/alerts/bulk */
export const bulkPageRequest = (request_id: string, page_no: number): ApiRequest => ({
	method: 'GET',
	path: '/alerts/bulk',
	query: { request_id, page_no },
});

/** The query of a search, as a hint of the run shows it. */
export const querySent = (query: string): string => `Query sent: ${query}`;

/** Shows the query of a search as a hint of the run, if it has one. */
export function noteQuery(service: Pick<Service, 'note'>, { body }: ApiRequest): void {
	const query = asText(body?.query);
	if (query !== ALL_ALERTS && query !== '') service.note(querySent(query), 'info');
}
