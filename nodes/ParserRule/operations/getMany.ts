import { listRequest } from '../listedRules';
import { dataOf } from '../../shared/json';
import { idLocator } from '../../pickers/locators';
import { defineList } from '../../shared/operation/operation';
import { singlePage } from '../../shared/pagination/paginate';

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
	columns: ['rule_name', 'origin', 'method', 'regex', 'apply_when'],
	request: ({ log_type_id }) => listRequest(log_type_id),
	pages: () => singlePage((body) => dataOf(body).rules),
});
