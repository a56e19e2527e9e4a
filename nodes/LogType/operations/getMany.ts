import { defineList } from '../../shared/operation/operation';
import { LIST_LOG_TYPES, LOG_TYPE_COLUMNS, logTypePage } from '../listing';

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
	request: () => LIST_LOG_TYPES,
	pages: () => logTypePage,
});
