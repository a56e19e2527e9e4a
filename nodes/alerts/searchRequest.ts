import type { ApiRequest } from '../shared/http/request';
import type { ServiceAccess } from '../shared/pagination/pages';
import { asText, shortText } from '../shared/texts';
import { filterBody, type AlertFilters } from './filters';

/** The bounds of a search as the body holds them: ISO 8601 in UTC, in whole seconds. */
export type TimeBounds = { start_time: string; end_time: string };

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
