import { LOG_TYPES } from '../../lists/lists';
import { idOrNameLocator } from '../../pickers/locators';
import { defineGet } from '../../shared/operation/listReads';

/** Get log types: GET /api/v2/log-type */
export const get = defineGet({
	description: 'Read one log type, custom or predefined, by its ID or its display name',
	list: LOG_TYPES,
	fields: [
		idOrNameLocator('searchLogTypes', 'e.g. Payment_Gateway', {
			displayName: 'Log Type',
			name: 'log_type_id',
			required: true,
			description: 'The log type to read, by its ID or its display name',
		}),
	],
	target: ({ log_type_id }) => log_type_id,
});
