import { dataOf } from '../../shared/json';
import { defineList } from '../../shared/operation/operation';
import { singlePage } from '../../shared/pagination/paginate';

/** Get domains: GET /api/v2/log-sources/domains */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many domains',
	description: 'List the configured domains and their domain controllers',
	endpoint: 'Get domains',
	scope: 'domains.READ',
	fields: [],
	columns: ['domain_name', 'domain_flat_name', 'domain_controller_names'],
	request: () => ({ method: 'GET', path: '/log-sources/domains' }),
	pages: () => singlePage((body) => dataOf(body).domains),
});
