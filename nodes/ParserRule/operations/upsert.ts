import type { Id } from '../../shared/json';
import { defineWrite } from '../../shared/operation/operation';
import { createdWith } from '../../shared/outcomes/singleOutcome';
import { omit } from '../../shared/parameters/omit';
import { hasValues } from '../listedValues';
import { ruleOf } from '../listing';
import { lookUpRules } from '../lookUp';
import { NEW_RULE_FIELDS, newRule } from '../newRule';
import { patternNotes } from '../pattern';
import { findRulesByName, type Upsert } from '../upsertRules';

type Rule = ReturnType<typeof newRule> & Pick<Upsert, 'rule_id' | 'ifSame'>;

const actionOf = ({ rule_id }: { rule_id?: Id }): 'created' | 'updated' =>
	rule_id === undefined ? 'created' : 'updated';

/** Create parser rule or Update parser rule: POST or PUT /api/v2/log-type/parser */
export const upsert = defineWrite({
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update parser rule',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	endpoint: 'Create parser rule',
	scope: 'logformats.CREATE',
	otherScopes: ['logformats.READ', 'logformats.UPDATE'],
	noun: 'parser rule',
	nouns: 'parser rules',
	verifyWith: 'Parser Rule › Get Many',
	maxBatchSize: 1,
	fields: [
		...NEW_RULE_FIELDS,
		{
			displayName: 'If Only Unlisted Fields May Differ',
			name: 'ifSame',
			type: 'options',
			options: [
				{
					name: 'Leave It',
					value: 'leave',
					description: 'The rule is not sent; changes of these fields alone are not seen',
				},
				{ name: 'Update It', value: 'update', description: 'The rule is sent each time' },
			],
			default: 'update',
			description:
				'What to do where name, pattern, method and condition are unchanged, but the item also sets field mappings, a delimiter or a sample log. The service does not list these, so they cannot be compared.',
		},
	],
	payload: ({ ifSame, ...params }): Rule => {
		const rule = newRule(params);
		return { ...rule, rule_name: rule.rule_name.trim(), ifSame };
	},
	complete: findRulesByName,
	request: ([{ rule_id, log_type_id, ...rule }]) =>
		rule_id === undefined
			? { method: 'POST', path: '/log-type/parser', body: { log_type_id, ...omit(rule, 'ifSame') } }
			: {
					method: 'PUT',
					path: '/log-type/parser',
					scope: 'logformats.UPDATE',
					body: { rule_id, ...omit(rule, 'ifSame') },
				},
	visibleFields: (rule) => omit(rule, 'ifSame'),
	conflictKeys: ({ log_type_id, rule_name }) => [`${log_type_id} ${rule_name}`],
	notes: (rule) => patternNotes(rule),
	parseResult: { outcome: createdWith('rule_id') },
	resultFields: (succeeded) => new Map(succeeded.map((rule) => [rule, { action: actionOf(rule) }])),
	lookUp: lookUpRules((payload, rules) => {
		const { rule_id, rule_name } = payload;
		const rule =
			rule_id === undefined
				? rules.find((listed) => listed.rule_name === rule_name)
				: ruleOf(rules, rule_id);
		if (rule === undefined) return [false];
		const isDone = hasValues(rule, payload);
		// What is not listed was sent along with a rule that was not there before.
		return [
			rule_id === undefined ? isDone !== false : isDone,
			{ rule_id: rule.rule_id, action: actionOf(payload) },
		];
	}),
	lookUpDescription:
		'Whether to look up parser rules whose outcome is unknown, by their names. Takes one more request for each log type and the scope logformats.READ.',
});
