import { idLocator } from '../../shared/pickers/locators';
import { defineWrite } from '../../shared/operation/operation';
import { titledSuccess } from '../../shared/outcomes/singleOutcome';
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
	verifyWith: 'Parser Rule › Get Many',
	maxBatchSize: 1,
	fields: [
		LOG_TYPE_OF_RULE,
		idLocator('searchParserRules', {
			displayName: 'Parser Rule',
			name: 'rule_id',
			required: true,
			description:
				'The rule to delete. A rule that alerts or reports refer to must be freed of them first.',
		}),
	],
	payload: ({ rule_id }) => ({ rule_id }),
	request: ([entry]) => ({
		method: 'DELETE',
		path: '/log-type/parser',
		scope: 'logformats.DELETE',
		query: entry,
	}),
	conflictKeys: ({ rule_id }) => [String(rule_id)],
	parseResult: { outcome: titledSuccess },
	resultFields: (succeeded) => new Map(succeeded.map((entry) => [entry, { deleted: true }])),
});
