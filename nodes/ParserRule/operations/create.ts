import { defineWrite } from '../../shared/operation/operation';
import { createdWith } from '../../shared/outcomes/singleOutcome';
import { hasValues, lookUpRules } from '../listedRules';
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
	request: ([entry]) => ({
		method: 'POST',
		path: '/log-type/parser',
		body: entry,
	}),
	conflictKeys: ({ log_type_id, rule_name }) => [`${log_type_id} ${rule_name}`],
	notes: (entry) => patternNotes(entry),
	parseResult: { outcome: createdWith('rule_id') },
	// Names are not unique: one of that name with other values is another rule.
	lookUp: lookUpRules((entry, rules) => {
		const rule = rules.find((listed) => hasValues(listed, entry) !== false);
		return rule === undefined ? [false] : [true, { rule_id: rule.rule_id }];
	}),
	lookUpDescription:
		'Whether to look up parser rules whose outcome is unknown, by their names. Takes one more request for each log type and the scope logformats.READ.',
});
