import { defineList } from '../../shared/operation/operation';
import { DOMAINS } from '../../lists/lists';
import { pagesOf } from '../../shared/pagination/list';

/** Get domains: GET /api/v2/log-sources/domains */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many domains',
	description: 'List the configured domains and their domain controllers',
	endpoint: 'Get domains',
	scope: 'domains.READ',
	fields: [],
	request: () => DOMAINS.request,
	pages: () => pagesOf(DOMAINS),
});
