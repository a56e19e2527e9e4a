import { idLocator } from '../pickers/locators';
import { defineFields } from '../shared/operation/operation';
import type { Values } from '../shared/operation/values';
import { applyWhen, APPLY_WHEN_FIELDS } from './applyWhen';
import { validPattern } from './pattern';
import {
	DELIMITER,
	MAPPING_FIELDS,
	mappingsOf,
	METHOD,
	REGEX,
	RULE_NAME,
	SAMPLE_LOG,
} from './ruleFields';

/** The fields of a whole rule. */
export const NEW_RULE_FIELDS = defineFields([
	idLocator('searchLogTypes', {
		displayName: 'Log Type',
		name: 'log_type_id',
		required: true,
		description: 'The log type that the rule belongs to',
	}),
	{ ...RULE_NAME, required: true },
	REGEX,
	SAMPLE_LOG,
	...MAPPING_FIELDS,
	...APPLY_WHEN_FIELDS,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [DELIMITER, METHOD],
	},
]);

/**
 * The rule that the fields ask for, as the body of the request holds it.
 * @throws InvalidParameterError
 */
export function newRule(params: Values<typeof NEW_RULE_FIELDS>) {
	const fields = mappingsOf(params);
	const apply_when = applyWhen(params);
	return {
		rule_name: params.rule_name,
		log_type_id: params.log_type_id,
		...(params.regex === '' ? {} : { method: 'regex', regex: validPattern(params.regex) }),
		...(params.sample_log === '' ? {} : { sample_log: params.sample_log }),
		...params.additionalFields,
		...(fields === undefined ? {} : { fields }),
		...(apply_when === undefined ? {} : { apply_when }),
	};
}
