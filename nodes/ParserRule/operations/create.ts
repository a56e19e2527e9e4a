import { lookUpRules } from '../listedRules';
import { idLocator } from '../../pickers/locators';
import { defineWrite } from '../../shared/operation/operation';
import { createdWith } from '../../shared/outcomes/singleOutcome';
import { applyWhen, APPLY_WHEN_FIELDS } from '../applyWhen';
import { patternNotes, validPattern } from '../pattern';
import {
	DELIMITER,
	MAPPING_FIELDS,
	mappingsOf,
	METHOD,
	REGEX,
	RULE_NAME,
	SAMPLE_LOG,
} from '../ruleFields';

/** Create parser rule: POST /api/v2/log-type/parser */
export const create = defineWrite({
	value: 'create',
	name: 'Create',
	action: 'Create parser rule',
	description: 'Create a custom rule that extracts fields from the lines of a log type',
	endpoint: 'Create parser rule',
	scope: 'logformats.CREATE',
	noun: 'parser rule',
	nouns: 'parser rules',
	verifyWith: 'Parser Rule › Get Many',
	maxBatchSize: 1,
	fields: [
		idLocator('searchLogTypes', {
			displayName: 'Log Type',
			name: 'log_type_id',
			required: true,
			description: 'The log type that the rule belongs to',
		}),
		{ ...RULE_NAME, required: true },
		REGEX,
		...MAPPING_FIELDS,
		...APPLY_WHEN_FIELDS,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [DELIMITER, METHOD, SAMPLE_LOG],
		},
	],
	payload: (params) => ({
		rule_name: params.rule_name,
		log_type_id: params.log_type_id,
		...(params.regex === '' ? {} : { method: 'regex', regex: validPattern(params.regex) }),
		...params.additionalFields,
		fields: mappingsOf(params),
		apply_when: applyWhen(params),
	}),
	request: ([entry]) => ({
		method: 'POST',
		path: '/log-type/parser',
		body: entry,
	}),
	conflictKeys: ({ log_type_id, rule_name }) => [`${log_type_id} ${rule_name}`],
	notes: (entry) => patternNotes(entry),
	parseResult: { outcome: createdWith('rule_id') },
	lookUp: lookUpRules(({ rule_name }, rules) => {
		const rule = rules.find((listed) => listed.rule_name === rule_name);
		return rule === undefined ? [false] : [true, { rule_id: rule.rule_id }];
	}),
	lookUpDescription:
		'Whether to look up parser rules whose outcome the answer leaves open, by their names. Takes one more request for each log type and the scope logformats.READ.',
});
