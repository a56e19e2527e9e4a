import type { ApiRequest } from '../shared/http/request';
import { dataOf, type JsonObject } from '../shared/json';
import { simplified, type Paginator, type RowsOf } from '../shared/pagination/paginate';

/** Get log sources: GET /api/v2/log-sources */
export const LIST_LOG_SOURCES = {
	method: 'GET',
	path: '/log-sources',
	scope: 'logsources.READ',
} as const satisfies ApiRequest;

/** The rows of Get log sources. */
export const logSourcesOf: RowsOf = Object.assign((body: JsonObject) => dataOf(body).log_sources, {
	countedBy: 'total_log_sources',
});

const SIMPLE = [
	'log_source',
	'display_name',
	'domain_name',
	'log_type_name',
	'log_source_group',
	'log_collection_status',
	'log_collector_state',
	'last_event_time',
	'log_source_ip',
	'log_source_id',
];

/** The pages with the fields that most people need, where Simplify is on. */
export const simplifiedIf = (simplify: boolean, pages: Paginator): Paginator =>
	simplify ? simplified(pages, SIMPLE) : pages;
