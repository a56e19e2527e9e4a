import { LOG_TYPES } from '../../contract/lists';
import { defineGetMany } from '../../shared/operation/listReads';

/** Get log types: GET /api/v2/log-type */
export const getMany = defineGetMany({
	description: 'List the log types, custom and predefined, with their IDs',
	list: LOG_TYPES,
	fields: [],
});
