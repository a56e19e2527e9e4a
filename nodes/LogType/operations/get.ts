import { LOG_TYPES } from '../../contract/lists';
import { idOrNamePicker } from '../../editor/pickers';
import { defineGet } from '../../shared/operation/listReads';

/** Get log types: GET /api/v2/log-type */
export const get = defineGet({
	description: 'Read one log type, custom or predefined',
	list: LOG_TYPES,
	fields: [
		idOrNamePicker(
			LOG_TYPES,
			'searchLogTypes',
			'The log type to read, by its ID or its display name',
		),
	],
	target: ({ log_type_id }) => log_type_id,
});
