import { dataOf } from '../../shared/json';
import { defineList } from '../../shared/operation/operation';
import { singlePage } from '../../shared/pagination/paginate';

/** Get log types: GET /api/v2/log-type */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many log types',
	description: 'List the log types, custom and predefined',
	endpoint: 'Get log types',
	scope: 'logformats.READ',
	fields: [],
	columns: ['log_type_display_name', 'log_type_name', 'type', 'origin'],
	request: () => ({ method: 'GET', path: '/log-type' }),
	pages: () => singlePage((body) => dataOf(body).types),
});
