import type { JsonObject } from '../shared/json';
import type { List } from '../shared/pagination/list';

/** Get computers: GET /api/v2/log-sources/computers */
export const COMPUTERS = {
	noun: 'computer',
	nouns: 'computers',
	request: { method: 'GET', path: '/log-sources/computers', scope: 'domains.READ' },
	rows: (body: JsonObject) => body.data,
	isPaged: true,
	id: 'guid',
	name: 'name',
	columns: ['name', 'domain_name', 'os', 'dns_name'],
} as const satisfies List;
