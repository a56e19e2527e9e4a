import { defineList } from '../../shared/operation/operation';
import { LOG_TYPES } from '../../lists/lists';
import { pagesOf } from '../../shared/pagination/list';

/** Get log types: GET /api/v2/log-type */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many log types',
	description: 'List the log types, custom and predefined',
	endpoint: 'Get log types',
	scope: 'logformats.READ',
	fields: [],
	request: () => LOG_TYPES.request,
	pages: () => pagesOf(LOG_TYPES),
});
