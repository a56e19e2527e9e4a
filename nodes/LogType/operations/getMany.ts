import { dataOf } from '../../shared/json';
import { list } from '../../shared/operation';
import { wholeList } from '../../shared/pages';

/** Get log types: GET /api/v2/log-type */
export const getMany = list({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many log types',
	description: 'List the log types, custom and predefined',
	endpoint: 'Get log types',
	scope: 'logformats.READ',
	fields: [],
	columns: ['log_type_display_name', 'log_type_name', 'type', 'origin'],
	request: () => ({ method: 'GET', path: '/log-type', scope: 'logformats.READ' }),
	pages: () => wholeList((body) => dataOf(body).types),
});
