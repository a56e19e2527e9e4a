import { PARSER_RULES } from '../../lists/lists';
import { idLocator, idOrNameLocator } from '../../pickers/locators';
import { defineGet } from '../../shared/operation/listReads';

/** Get parser rules: GET /api/v2/log-type/parser */
export const get = defineGet({
	action: 'Get parser rule',
	description: 'Read one custom parser rule of a log type, by its ID or its name, with its pattern',
	list: PARSER_RULES,
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
	target: ({ log_type_id, rule_id }) => ({ ...rule_id, within: { log_type_id } }),
});
