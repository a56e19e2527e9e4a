import { defineWrite, optionCollection } from '../../shared/operation/operation';
import { MAPPINGS_FIELD, withoutEmpty } from '../mappings';
import {
	NAME_AND_PATTERN,
	REQUIRED_LOG_TYPE,
	RULE_OPTIONS,
	RULE_WRITE,
	ruleOf,
} from '../ruleFields';

/** Create parser rule: POST /api/v2/log-type/parser */
export const create = defineWrite({
	...RULE_WRITE,
	value: 'create',
	name: 'Create',
	action: 'Create parser rule',
	description: 'Create a custom rule that extracts fields from the lines of a log type',
	scope: 'logformats.CREATE',
	fields: [REQUIRED_LOG_TYPE, ...NAME_AND_PATTERN, MAPPINGS_FIELD, optionCollection(RULE_OPTIONS)],
	intent: ({ log_type_id, mappings, options, ...params }) => ({
		target: { name: params.rule_name, within: { log_type_id } },
		payload: { log_type_id, ...ruleOf(params, { ...options, mappings }) },
	}),
	// Names need not be unique, so the list says nothing about a new rule: no `lookUp`.
	successText: () => 'Created',
	request: ([{ payload }]) => ({
		method: 'POST',
		path: '/log-type/parser',
		body: withoutEmpty(payload),
	}),
});
