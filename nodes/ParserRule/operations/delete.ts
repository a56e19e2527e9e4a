import { idPicker } from '../../editor/pickers';
import { PARSER_RULES } from '../../lists/lists';
import { defineWrite } from '../../shared/operation/operation';
import { parseTitle } from '../../shared/records/results';
import { OPTIONAL_LOG_TYPE } from '../ruleFields';
import { EXISTING_RULE } from '../ruleRecords';

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
	payload: ({ rule_id, log_type_id }) => ({ rule_id, log_type_id }),
	successWord: 'Deleted',
	deleted: () => true,
	request: ([{ rule_id }]) => ({
		method: 'DELETE',
		path: '/log-type/parser',
		query: { rule_id },
	}),
	parseOutcomes: parseTitle,
	recordRules: EXISTING_RULE,
});
