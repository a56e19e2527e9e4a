import type { ApiRequest } from '../shared/http/request';
import { asText, shortText } from '../shared/texts';
import { filterBody, type AlertFilters } from './filters';

/** The bounds of a search as the body holds them: ISO 8601 in UTC, in whole seconds. */
export type TimeBounds = { start_time: string; end_time: string };

/** The query that all alerts fit, since a service may require a query. */
const ALL_ALERTS = '*';

/** Get alerts: POST /api/v2/alerts. @throws InvalidParameterError */
export function searchRequest(params: AlertFilters & TimeBounds): ApiRequest {
	const { start_time, end_time, filters } = params;
	const { query = ALL_ALERTS, ...others } = filterBody({ filters });
	const body = { query, start_time, end_time, ...others };
	return { method: 'POST', path: '/alerts', body, idempotent: true };
}

/** States a search. @param readFrom the start of what was read, if Limit made it later than that of the search */
export function searchText({ body = {} }: ApiRequest, readFrom?: string): string {
	const { start_time, end_time, query, severity, status, profile_ids } = body;
	const filters = Object.entries({ severity, status, profile_ids })
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name} ${[value].flat().map(asText).join()}`);
	const queries = query === ALL_ALERTS ? [] : [`query ${shortText(query)}`];
	const parts = [`${asText(start_time)} to ${asText(end_time)}`, ...filters, ...queries];
	const cut = `. Alerts before ${readFrom} were not read, since later ones fill Limit`;
	return `Search sent: ${parts.join(', ')}${readFrom === undefined ? '' : cut}`;
}
