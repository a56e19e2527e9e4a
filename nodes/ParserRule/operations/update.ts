import { idLocator } from '../../pickers/locators';
import { defineFields, defineWrite } from '../../shared/operation/operation';
import { atLeastOne } from '../../shared/parameters/atLeastOne';
import { createdWith } from '../../shared/outcomes/singleOutcome';
import { omit } from '../../shared/parameters/omit';
import { applyWhen, APPLY_WHEN_FIELDS } from '../applyWhen';
import { completeRules } from '../completeRules';
import { hasValues, notListedNotes } from '../listedValues';
import { ruleOf } from '../listing';
import { lookUpRules } from '../lookUp';
import { patternNotes, validPattern } from '../pattern';
import {
	DELIMITER,
	LOG_TYPE_OF_RULE,
	MAPPING_FIELDS,
	mappingsOf,
	METHOD,
	REGEX,
	RULE_NAME,
	SAMPLE_LOG,
} from '../ruleFields';

const CHANGES = defineFields([DELIMITER, METHOD, REGEX, RULE_NAME, SAMPLE_LOG]);

/** Update parser rule: PUT /api/v2/log-type/parser */
export const update = defineWrite({
	value: 'update',
	name: 'Update',
	action: 'Update parser rule',
	description:
		'Change a custom parser rule in place; what is not set here is taken from the rule as the service lists it',
	endpoint: 'Update parser rule',
	scope: 'logformats.UPDATE',
	otherScopes: ['logformats.READ'],
	noun: 'parser rule',
	nouns: 'parser rules',
	verifyWith: 'Parser Rule › Get Many',
	maxBatchSize: 1,
	fields: [
		{ ...LOG_TYPE_OF_RULE, required: true, description: 'The log type of the rule' },
		idLocator('searchParserRules', {
			displayName: 'Parser Rule',
			name: 'rule_id',
			required: true,
			description: 'The rule to change',
		}),
		...MAPPING_FIELDS,
		...APPLY_WHEN_FIELDS,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: CHANGES,
		},
	],
	payload: (params) => {
		validPattern(params.updateFields.regex ?? '');
		const fields = mappingsOf(params);
		const condition = applyWhen(params);
		const changes = {
			...params.updateFields,
			...(fields === undefined ? {} : { fields }),
			...(condition === undefined ? {} : { apply_when: condition }),
		};
		return {
			log_type_id: params.log_type_id,
			rule_id: params.rule_id,
			...atLeastOne(changes, [...CHANGES, MAPPING_FIELDS[0], APPLY_WHEN_FIELDS[0]]),
		};
	},
	// A full rule is right whether the service merges or replaces.
	complete: completeRules,
	request: ([rule]) => ({
		method: 'PUT',
		path: '/log-type/parser',
		body: omit(rule, 'log_type_id'),
	}),
	conflictKeys: ({ rule_id }) => [String(rule_id)],
	visibleFields: (rule) => omit(rule, 'log_type_id'),
	notes: (rule) => [...patternNotes(rule), ...notListedNotes(rule)],
	parseResult: { outcome: createdWith('rule_id') },
	lookUp: lookUpRules(({ rule_id, ...values }, rules) => {
		const rule = ruleOf(rules, rule_id);
		return rule === undefined ? [] : [hasValues(rule, values), { rule_id: rule.rule_id }];
	}),
	lookUpDescription:
		'Whether to look up parser rules whose outcome is unknown, and compare them with what was sent. Takes one more request for each log type and the scope logformats.READ.',
});
