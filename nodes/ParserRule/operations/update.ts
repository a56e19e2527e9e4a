import { PARSER_RULES } from '../../contract/lists';
import { idPicker } from '../../editor/pickers';
import { defineWrite, optionCollection } from '../../shared/operation/operation';
import { MAPPINGS_FIELD } from '../mappings';
import {
	WHOLE_RULE_FIELDS,
	OPTIONAL_LOG_TYPE,
	RULE_OPTIONS,
	RULE_WRITE,
	ruleOf,
} from '../ruleFields';

/** Update parser rule: PUT /api/v2/log-type/parser */
export const update = defineWrite({
	...RULE_WRITE,
	value: 'update',
	name: 'Update',
	action: 'Update parser rule',
	description:
		'Change a custom parser rule: set all its fields, since the service may drop those left out',
	scope: 'logformats.UPDATE',
	fields: [
		OPTIONAL_LOG_TYPE,
		{ ...idPicker(PARSER_RULES, 'searchParserRules', 'The rule to change'), required: true },
		...WHOLE_RULE_FIELDS,
		optionCollection([MAPPINGS_FIELD, ...RULE_OPTIONS]),
	],
	intent: ({ rule_id, log_type_id, options, ...params }) => ({
		target: { id: rule_id, within: { log_type_id } },
		payload: ruleOf(params, options),
	}),
	// The list of a wrong log type does not show the rule, so a run does not need it.
	lookUp: 'inDryRun',
	successText: () => 'Changed',
	// The whole rule is right whether the service merges or replaces.
	request: ([{ id, payload }]) => ({
		method: 'PUT',
		path: '/log-type/parser',
		body: { rule_id: id, ...payload },
	}),
});
