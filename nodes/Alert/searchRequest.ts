import type { ApiRequest } from '../shared/http/request';
import type { Values } from '../shared/operation/operation';
import type { ServiceAccess } from '../shared/pagination/pages';
import { asText, shortText } from '../shared/texts';
import type { RunStart } from '../shared/times/moment';
import { filterBody, type AlertFilters } from './filters';
import { boundsOf, type TimeBounds, type TIMES } from './times';

/** The query that all alerts fit, since a service may require a query. */
const ALL_ALERTS = '*';

/**
 * Get alerts: POST /api/v2/alerts
 * @throws InvalidParameterError
 */
export function searchRequest(params: AlertFilters & TimeBounds): ApiRequest {
	const { start_time, end_time, filters } = params;
	const { query = ALL_ALERTS, ...others } = filterBody({ filters });
	const body = { query, start_time, end_time, ...others };
	return { method: 'POST', path: '/alerts', body, idempotent: true };
}

/**
 * Makes the search from the user's times and filters. Relative times count from the start of the run.
 * @throws InvalidParameterError
 */
export const searchFromParams = (
	{ filters, ...times }: AlertFilters & Values<typeof TIMES>,
	runStart: RunStart,
): ApiRequest => searchRequest({ filters, ...boundsOf(times, runStart) });

/**
 * Alert bulk request: POST /api/v2/alerts/bulk, with the body of a search. Sending it twice is harmless,
 * since its result is read by its own ID.
 */
export const toBulkRequest = (search: ApiRequest): ApiRequest => ({
	...search,
	path: '/alerts/bulk',
});

/** Alert bulk fetch: GET /api/v2/alerts/bulk */
export const bulkPageRequest = (request_id: string, page_no = 1): ApiRequest => ({
	method: 'GET',
	path: '/alerts/bulk',
	query: { request_id, page_no },
});

/** States the times, filters and query of a search; empty for a search of all alerts. */
export function searchText({ body = {} }: ApiRequest): string {
	const { start_time, end_time, query, severity, status, profile_ids } = body;
	const filters = Object.entries({ severity, status, profile_ids })
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name} ${[value].flat().map(asText).join()}`);
	const parts = [...filters, ...(query === ALL_ALERTS ? [] : [`query ${shortText(query)}`])];
	if (parts.length === 0) return '';
	const times = `${asText(start_time)} to ${asText(end_time)}`;
	return `Search sent: ${[times, ...parts].join(', ')}`;
}

/** Shows a hint about a search that the user narrowed. */
export function noteSearch({ addNote }: Pick<ServiceAccess, 'addNote'>, search: ApiRequest): void {
	const text = searchText(search);
	if (text !== '') addNote(text, 'info');
}
