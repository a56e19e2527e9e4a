import { PARSER_RULES } from '../../lists/lists';
import { ownOptions } from '../../shared/operation/nodeProperties';
import { defineWrite } from '../../shared/operation/operation';
import { createdWith } from '../../shared/operation/results';
import { isWritten } from '../listing';
import { NEW_RULE_FIELDS, RULE_MEMBERS, RULE_OPTIONS, ruleOf } from '../ruleFields';

/** Create parser rule: POST /api/v2/log-type/parser */
export const create = defineWrite({
	value: 'create',
	name: 'Create',
	action: 'Create parser rule',
	description: 'Create a custom rule that extracts fields from the lines of a log type',
	scope: 'logformats.CREATE',
	list: PARSER_RULES,
	columns: ['rule_name', 'rule_id', 'log_type_id'],
	shownAs: RULE_MEMBERS,
	maxBatchSize: 1,
	fields: [...NEW_RULE_FIELDS, ownOptions(...RULE_OPTIONS)],
	payload: ({ log_type_id, mappings, options, ...params }) => ({
		log_type_id,
		...ruleOf(params, { ...options, mappings }),
	}),
	done: 'Created',
	request: ([rule]) => ({ method: 'POST', path: '/log-type/parser', body: rule }),
	parseResult: createdWith('rule_id'),
	lookUp: {
		target: ({ log_type_id, rule_name }) => ({ name: rule_name, within: { log_type_id } }),
		// Names need not be unique, so a rule of the same name does not prevent this one.
		resolve: () => ({ set: {} }),
		isDone: isWritten,
	},
});
