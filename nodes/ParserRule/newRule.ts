import { idLocator } from '../pickers/locators';
import { defineFields } from '../shared/operation/operation';
import type { Values } from '../shared/operation/values';
import { applyWhen, APPLY_WHEN_FIELDS } from './applyWhen';
import { validPattern, validSample } from './pattern';
import {
	DELIMITER,
	MAPPINGS,
	MAPPINGS_JSON,
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
	MAPPINGS,
]);

/** What a rule may have besides. */
export const RULE_OPTIONS = defineFields([
	...APPLY_WHEN_FIELDS,
	DELIMITER,
	MAPPINGS_JSON,
	METHOD,
	SAMPLE_LOG,
]);

/**
 * The rule that the fields ask for, as the body of the request holds it.
 * @throws InvalidParameterError
 */
export function newRule(
	{ rule_name, log_type_id, regex, mappings }: Values<typeof NEW_RULE_FIELDS>,
	options: Partial<Values<typeof RULE_OPTIONS>>,
) {
	const { delimiter, mappingsJson, method, sample_log } = options;
	const fields = mappingsOf({ mappings, mappingsJson });
	const apply_when = applyWhen(options);
	return {
		rule_name,
		log_type_id,
		...(regex === '' ? {} : { method: 'regex', regex: validPattern(regex) }),
		...(sample_log === undefined ? {} : { sample_log: validSample(sample_log) }),
		...(delimiter === undefined ? {} : { delimiter }),
		...(method === undefined ? {} : { method }),
		...(fields === undefined ? {} : { fields }),
		...(apply_when === undefined ? {} : { apply_when }),
	};
}
