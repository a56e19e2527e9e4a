import { idLocator } from '../../shared/pickers/locators';
import { defineWrite } from '../../shared/operation/operation';
import { atLeastOne } from '../../shared/parameters/atLeastOne';
import { createdWith } from '../../shared/outcomes/singleOutcome';
import { applyWhen, APPLY_WHEN_FIELDS } from '../applyWhen';
import { patternNotes } from '../pattern';
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

/** Update parser rule: PUT /api/v2/log-type/parser */
export const update = defineWrite({
	value: 'update',
	name: 'Update',
	action: 'Update parser rule',
	description: 'Change a custom parser rule in place; what is not set here is not sent',
	endpoint: 'Update parser rule',
	scope: 'logformats.UPDATE',
	noun: 'parser rule',
	verifyWith: 'Parser Rule › Get Many',
	maxBatchSize: 1,
	fields: [
		LOG_TYPE_OF_RULE,
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
			options: [DELIMITER, METHOD, REGEX, RULE_NAME, SAMPLE_LOG],
		},
	],
	payload: (params) => {
		const fields = mappingsOf(params);
		const condition = applyWhen(params);
		const changes = {
			...params.updateFields,
			...(fields === undefined ? {} : { fields }),
			...(condition === undefined ? {} : { apply_when: condition }),
		};
		return {
			rule_id: params.rule_id,
			...atLeastOne(changes, [
				'rule_name',
				'method',
				'regex',
				'delimiter',
				'sample_log',
				'Field Mappings',
				'Apply When',
			]),
		};
	},
	request: ([entry]) => ({
		method: 'PUT',
		path: '/log-type/parser',
		scope: 'logformats.UPDATE',
		body: entry,
	}),
	conflictKeys: ({ rule_id }) => [String(rule_id)],
	notes: (entry) => patternNotes(entry),
	parseResult: { outcome: createdWith('rule_id') },
});
