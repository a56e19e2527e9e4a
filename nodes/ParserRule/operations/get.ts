import { PARSER_RULES } from '../../contract/lists';
import { idOrNamePicker, logTypePicker } from '../../editor/pickers';
import { defineGet } from '../../shared/operation/listReads';

/** Get parser rules: GET /api/v2/log-type/parser */
export const get = defineGet({
	description: 'Read one custom parser rule of a log type with its pattern',
	list: PARSER_RULES,
	fields: [
		logTypePicker('The log type of the rule'),
		idOrNamePicker(PARSER_RULES, 'searchParserRules', 'The rule to read'),
	],
	target: ({ log_type_id, rule_id }) => ({ ...rule_id, within: { log_type_id } }),
});
