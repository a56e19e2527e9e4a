import { dataOf, type JsonObject } from '../shared/json';
import type { List } from '../shared/pagination/list';

/** Get log sources: GET /api/v2/log-sources */
export const LOG_SOURCES = {
	noun: 'log source',
	nouns: 'log sources',
	request: { method: 'GET', path: '/log-sources', scope: 'logsources.READ' },
	rows: Object.assign((body: JsonObject) => dataOf(body).log_sources, {
		countedBy: 'total_log_sources',
	}),
	isPaged: true,
	id: 'log_source_id',
	name: 'log_source',
	detail: 'domain_name',
	sort: 'log_source',
	columns: [
		'log_source',
		'display_name',
		'domain_name',
		'log_type_name',
		'log_source_group',
		'log_collection_status',
		'log_collector_state',
		'last_event_time',
		'log_source_ip',
		'fqdn',
		'log_collection_mode',
		'next_scan_on',
		'log_source_id',
	],
	simple: [
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
	],
} as const satisfies List;
