import { PARSER_RULES } from '../../lists/lists';
import { defineWrite } from '../../shared/operation/operation';
import { ownOptions } from '../../shared/operation/nodeProperties';
import { createdWith } from '../../shared/outcomes/settle';
import { hasValues } from '../listing';
import { NEW_RULE_FIELDS, newRule, RULE_OPTIONS } from '../newRule';
import { patternNotes } from '../pattern';

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
	done: () => 'Created',
	columns: ['rule_name', 'rule_id', 'log_type_id'],
	verifyWith: 'Parser Rule › Get Many',
	maxBatchSize: 1,
	fields: [...NEW_RULE_FIELDS, ownOptions(...RULE_OPTIONS)],
	payload: ({ options, ...params }) => newRule(params, options),
	request: ([rule]) => ({
		method: 'POST',
		path: '/log-type/parser',
		body: rule,
	}),
	conflictKeys: ({ log_type_id, rule_name }) => [`${log_type_id} ${rule_name}`],
	notes: (rule) => patternNotes(rule),
	parseResult: { outcome: createdWith('rule_id') },
	// Names are not unique: one of that name with other values is another rule.
	listed: {
		list: PARSER_RULES,
		wanted: ({ log_type_id, rule_name }) => ({ name: rule_name, within: { log_type_id } }),
		columns: [],
		expects: 'any',
		verdict: (rule, rows) => {
			const found = rows.find((row) => hasValues(row, rule) !== false);
			return { isDone: found !== undefined, extraIfDone: { rule_id: found?.rule_id } };
		},
	},
});
