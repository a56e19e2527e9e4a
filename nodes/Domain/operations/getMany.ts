import { defineList } from '../../shared/operation/operation';
import { DOMAIN_COLUMNS, domainPage } from '../listing';

/** Get domains: GET /api/v2/log-sources/domains */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many domains',
	description: 'List the configured domains and their domain controllers',
	endpoint: 'Get domains',
	scope: 'domains.READ',
	fields: [],
	columns: DOMAIN_COLUMNS,
	request: () => ({ method: 'GET', path: '/log-sources/domains' }),
	pages: () => domainPage,
});
