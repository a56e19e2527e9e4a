import { defineWrite } from '../../shared/operation/operation';
import { createdWith } from '../../shared/outcomes/singleOutcome';
import { hasValues } from '../listedValues';
import { lookUpRules } from '../lookUp';
import { NEW_RULE_FIELDS, newRule } from '../newRule';
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
	verifyWith: 'Parser Rule › Get Many',
	maxBatchSize: 1,
	fields: NEW_RULE_FIELDS,
	payload: newRule,
	request: ([rule]) => ({
		method: 'POST',
		path: '/log-type/parser',
		body: rule,
	}),
	conflictKeys: ({ log_type_id, rule_name }) => [`${log_type_id} ${rule_name}`],
	notes: (rule) => patternNotes(rule),
	parseResult: { outcome: createdWith('rule_id') },
	// Names are not unique: one of that name with other values is another rule.
	lookUp: lookUpRules((rule, rules) => {
		const found = rules.find((listed) => hasValues(listed, rule) !== false);
		return found === undefined ? [false] : [true, { rule_id: found.rule_id }];
	}),
	lookUpDescription:
		'Whether to look up parser rules whose outcome is unknown, by their names. Takes one more request for each log type and the scope logformats.READ.',
});
