import { dataOf } from '../../shared/json';
import { list } from '../../shared/operation';
import { wholeList } from '../../shared/pages';

/** Get domains: GET /api/v2/log-sources/domains */
export const getMany = list({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many domains',
	description: 'List the configured domains and their domain controllers',
	endpoint: 'Get domains',
	scope: 'domains.READ',
	fields: [],
	columns: ['domain_name', 'domain_flat_name', 'domain_controller_names'],
	request: () => ({ method: 'GET', path: '/log-sources/domains', scope: 'domains.READ' }),
	pages: () => wholeList((body) => dataOf(body).domains),
});
