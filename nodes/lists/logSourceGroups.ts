import { dataOf, type JsonObject } from '../shared/json';
import type { List } from '../shared/pagination/list';

/** Get log source groups: GET /api/v2/log-sources/log-source-groups */
export const LOG_SOURCE_GROUPS = {
	noun: 'log source group',
	nouns: 'log source groups',
	request: { method: 'GET', path: '/log-sources/log-source-groups', scope: 'logsources.READ' },
	rows: (body: JsonObject) => dataOf(body).groups,
	isPaged: true,
	id: 'log_source_group_id',
	name: 'log_source_group',
	detail: 'group_description',
	sort: 'log_source_group',
	columns: [
		'log_source_group',
		'group_description',
		'no_of_log_sources',
		'log_sources',
		'log_source_group_id',
	],
	// A group may hold thousands of log sources.
	simple: ['log_source_group', 'group_description', 'no_of_log_sources', 'log_source_group_id'],
} as const satisfies List;
