import { PARSER_RULES } from '../../contract/lists';
import { idPicker } from '../../editor/pickers';
import { defineWrite } from '../../shared/operation/operation';
import { parseTitle } from '../../shared/records/results';
import { OPTIONAL_LOG_TYPE } from '../ruleFields';

/** Delete parser rule: DELETE /api/v2/log-type/parser */
export const deleteParserRule = defineWrite({
	value: 'delete',
	name: 'Delete',
	action: 'Delete parser rule',
	description: 'Delete a custom parser rule for good',
	scope: 'logformats.DELETE',
	list: PARSER_RULES,
	identityColumns: ['rule_name', 'rule_id'],
	columnOverrides: { log_type_id: [] },
	maxBatchSize: 1,
	fields: [
		OPTIONAL_LOG_TYPE,
		{
			...idPicker(
				PARSER_RULES,
				'searchParserRules',
				'The rule to delete. A rule that alerts or reports use cannot be deleted.',
			),
			required: true,
		},
	],
	intent: ({ rule_id, log_type_id }) => ({
		target: { id: rule_id, within: { log_type_id } },
		payload: {},
	}),
	// The list of a wrong log type does not show the rule, so a run does not need it.
	lookUp: 'inDryRun',
	successText: () => 'Deleted',
	deletes: () => true,
	request: ([{ id }]) => ({ method: 'DELETE', path: '/log-type/parser', query: { rule_id: id } }),
	parseOutcomes: parseTitle,
});
