import { listRequest, RULE_COLUMNS, rulePage } from '../listedRules';
import { idLocator } from '../../pickers/locators';
import { defineList } from '../../shared/operation/operation';

/** Get parser rules: GET /api/v2/log-type/parser */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many parser rules',
	description: 'List the custom parser rules of a log type',
	endpoint: 'Get parser rules',
	scope: 'logformats.READ',
	fields: [
		idLocator('searchLogTypes', {
			displayName: 'Log Type',
			name: 'log_type_id',
			required: true,
			description: 'The log type to list the rules of',
		}),
	],
	columns: RULE_COLUMNS,
	request: ({ log_type_id }) => listRequest(log_type_id),
	pages: () => rulePage,
});
