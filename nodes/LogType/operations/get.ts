import { idOrNameLocator } from '../../pickers/locators';
import { wholeRow } from '../../shared/pagination/columns';
import { defineGet } from '../../shared/operation/getOne';
import { LOG_TYPES } from '../../lists/logTypes';
import { pagesOf } from '../../shared/pagination/list';

/** Get log types: GET /api/v2/log-type */
export const get = defineGet({
	action: 'Get log type',
	description: 'Read one log type, custom or predefined, by its ID or its display name',
	noun: 'log type',
	endpoint: 'Get log types',
	scope: 'logformats.READ',
	fields: [
		idOrNameLocator('searchLogTypes', 'e.g. Payment_Gateway', {
			displayName: 'Log Type',
			name: 'log_type_id',
			required: true,
			description: 'The log type to read, by its ID or its display name',
		}),
	],
	view: () => wholeRow(LOG_TYPES),
	request: () => LOG_TYPES.request,
	pages: () => pagesOf(LOG_TYPES),
	wanted: ({ log_type_id: { id, name } }) => ({ log_type_id: id, log_type_display_name: name }),
});
