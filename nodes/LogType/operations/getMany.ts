import { defineList } from '../../shared/operation/operation';
import { LOG_TYPE_COLUMNS, logTypePage } from '../listing';

/** Get log types: GET /api/v2/log-type */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many log types',
	description: 'List the log types, custom and predefined',
	endpoint: 'Get log types',
	scope: 'logformats.READ',
	fields: [],
	columns: LOG_TYPE_COLUMNS,
	request: () => ({ method: 'GET', path: '/log-type' }),
	pages: () => logTypePage,
});
