import { dataOf, type JsonObject } from '../shared/json';
import type { List } from '../shared/pagination/list';

/** Get log types: GET /api/v2/log-type */
export const LOG_TYPES = {
	noun: 'log type',
	nouns: 'log types',
	request: { method: 'GET', path: '/log-type', scope: 'logformats.READ' },
	rows: (body: JsonObject) => dataOf(body).types,
	isPaged: false,
	id: 'log_type_id',
	name: 'log_type_display_name',
	detail: 'origin',
	columns: ['log_type_display_name', 'log_type_name', 'type', 'origin'],
} as const satisfies List;
