import { dataOf, type JsonObject } from '../shared/json';
import type { List } from '../shared/pagination/list';

/** Get domains: GET /api/v2/log-sources/domains */
export const DOMAINS = {
	noun: 'domain',
	nouns: 'domains',
	request: { method: 'GET', path: '/log-sources/domains', scope: 'domains.READ' },
	rows: (body: JsonObject) => dataOf(body).domains,
	isPaged: false,
	id: 'domain_id',
	name: 'domain_name',
	detail: 'domain_flat_name',
	columns: ['domain_name', 'domain_flat_name', 'domain_controller_names'],
} as const satisfies List;
