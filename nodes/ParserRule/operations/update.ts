import { PARSER_RULES } from '../../lists/lists';
import { idLocator } from '../../pickers/locators';
import { defineFields, defineWrite } from '../../shared/operation/operation';
import { atLeastOne, omit } from '../../shared/parameters/given';
import { createdWith } from '../../shared/outcomes/settle';
import { applyWhen, APPLY_WHEN_FIELDS } from '../applyWhen';
import { completeRules } from '../completeRules';
import { hasValues, notListedNotes } from '../listing';
import { patternNotes, validPattern, validSample } from '../pattern';
import {
	DELIMITER,
	LOG_TYPE_OF_RULE,
	MAPPINGS,
	MAPPINGS_JSON,
	mappingsOf,
	METHOD,
	REGEX,
	RULE_NAME,
	SAMPLE_LOG,
} from '../ruleFields';

const CHANGES = defineFields([
	REGEX,
	...APPLY_WHEN_FIELDS,
	DELIMITER,
	MAPPINGS,
	MAPPINGS_JSON,
	METHOD,
	RULE_NAME,
	SAMPLE_LOG,
]);

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
	done: () => 'Changed',
	columns: ['rule_name', 'rule_id', 'log_type_id'],
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
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: CHANGES,
		},
	],
	payload: ({ log_type_id, rule_id, updateFields }) => {
		const { mappings, mappingsJson } = updateFields;
		const changes = omit(updateFields, 'applyWhen', 'mappings', 'mappingsJson');
		validPattern(changes.regex ?? '');
		validSample(changes.sample_log ?? '');
		const fields = mappingsOf({ mappings, mappingsJson });
		const apply_when = applyWhen(updateFields);
		return {
			log_type_id,
			rule_id,
			...atLeastOne(
				{
					...changes,
					...(fields === undefined ? {} : { fields }),
					...(apply_when === undefined ? {} : { apply_when }),
				},
				CHANGES,
			),
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
	listed: {
		list: PARSER_RULES,
		wanted: ({ log_type_id, rule_id }) => ({ id: rule_id, within: { log_type_id } }),
		columns: ['rule_name'],
		expects: 'one',
		verdict: (change, [row]) => ({
			isDone: row === undefined ? undefined : hasValues(row, change),
		}),
	},
});
