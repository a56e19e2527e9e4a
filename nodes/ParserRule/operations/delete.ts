import { idLocator } from '../../pickers/locators';
import { defineWrite } from '../../shared/operation/operation';
import { titledSuccess } from '../../shared/outcomes/singleOutcome';
import { ruleOf } from '../listing';
import { lookUpRules } from '../lookUp';
import { LOG_TYPE_OF_RULE } from '../ruleFields';

/** Delete parser rule: DELETE /api/v2/log-type/parser */
export const deleteParserRule = defineWrite({
	value: 'delete',
	name: 'Delete',
	action: 'Delete parser rule',
	description: 'Delete a custom parser rule for good',
	endpoint: 'Delete parser rule',
	scope: 'logformats.DELETE',
	noun: 'parser rule',
	nouns: 'parser rules',
	verifyWith: 'Parser Rule › Get Many',
	maxBatchSize: 1,
	fields: [
		LOG_TYPE_OF_RULE,
		idLocator('searchParserRules', {
			displayName: 'Parser Rule',
			name: 'rule_id',
			required: true,
			description: 'The rule to delete. A rule that alerts or reports use cannot be deleted.',
		}),
	],
	payload: ({ rule_id, log_type_id }) => ({
		rule_id,
		...(log_type_id === undefined ? {} : { log_type_id }),
	}),
	request: ([{ rule_id }]) => ({
		method: 'DELETE',
		path: '/log-type/parser',
		query: { rule_id },
	}),
	visibleFields: ({ rule_id }) => ({ rule_id }),
	conflictKeys: ({ rule_id }) => [String(rule_id)],
	parseResult: { outcome: titledSuccess },
	resultFields: (succeeded) => new Map(succeeded.map((payload) => [payload, { deleted: true }])),
	lookUp: lookUpRules(({ rule_id }, rules) => [
		ruleOf(rules, rule_id) === undefined,
		{ deleted: true },
	]),
	lookUpDescription:
		'Whether to look up parser rules whose outcome is unknown, where the log type is chosen. Takes one more request for each log type and the scope logformats.READ.',
});
