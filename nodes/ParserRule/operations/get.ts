import { idLocator, idOrNameLocator } from '../../pickers/locators';
import { wholeRow } from '../../shared/pagination/columns';
import { defineGet } from '../../shared/operation/getOne';
import { PARSER_RULES } from '../../lists/parserRules';
import { listRequest, pagesOf } from '../../shared/pagination/list';

/** Get parser rules: GET /api/v2/log-type/parser */
export const get = defineGet({
	action: 'Get parser rule',
	description: 'Read one custom parser rule of a log type, by its ID or its name, with its pattern',
	noun: 'parser rule',
	endpoint: 'Get parser rules',
	scope: 'logformats.READ',
	fields: [
		idLocator('searchLogTypes', {
			displayName: 'Log Type',
			name: 'log_type_id',
			required: true,
			description: 'The log type of the rule',
		}),
		idOrNameLocator('searchParserRules', 'e.g. Payment refused', {
			displayName: 'Parser Rule',
			name: 'rule_id',
			required: true,
			description: 'The rule to read',
		}),
	],
	view: () => wholeRow(PARSER_RULES),
	request: ({ log_type_id }) => listRequest(PARSER_RULES, { log_type_id }),
	pages: () => pagesOf(PARSER_RULES),
	wanted: ({ rule_id: { id, name } }) => ({ rule_id: id, rule_name: name }),
});
