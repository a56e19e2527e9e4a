import type { INodeProperties } from 'n8n-workflow';

import { PARSER_RULES } from '../../lists/lists';
import { defineWrite } from '../../shared/operation/operation';
import { ownOptions } from '../../shared/operation/nodeProperties';
import { createdWith } from '../../shared/outcomes/settle';
import { omit } from '../../shared/parameters/given';
import { hasValues } from '../listing';
import { NEW_RULE_FIELDS, newRule, RULE_OPTIONS } from '../newRule';
import { patternNotes } from '../pattern';
import { findRulesByName, type Upsert } from '../upsertRules';

type Rule = ReturnType<typeof newRule> & Pick<Upsert, 'rule_id' | 'ifSame'>;

const IF_SAME = {
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
	default: 'leave',
	description:
		'For field mappings, delimiter and sample log, which the service does not list; otherwise Update It',
} as const satisfies INodeProperties;

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
	done: ({ rule_id }) => (rule_id === undefined ? 'Created' : 'Changed'),
	columns: ['rule_name', 'rule_id', 'log_type_id'],
	verifyWith: 'Parser Rule › Get Many',
	maxBatchSize: 1,
	fields: [...NEW_RULE_FIELDS, ownOptions(...RULE_OPTIONS, IF_SAME)],
	payload: ({ options: { ifSame = 'update', ...options }, ...params }): Rule => {
		const rule = newRule(params, options);
		return { ...rule, ifSame };
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
	listed: {
		list: PARSER_RULES,
		wanted: ({ log_type_id, rule_id, rule_name }: Rule) => ({
			id: rule_id,
			name: rule_name,
			within: { log_type_id },
		}),
		columns: [],
		expects: 'any',
		verdict: (payload: Rule, [row]) => {
			if (row === undefined) return { isDone: false };
			const isSame = hasValues(row, payload);
			// What is not listed was sent along with a rule that was not there before.
			const isDone = payload.rule_id === undefined ? isSame !== false : isSame;
			return { isDone, extraIfDone: { rule_id: row.rule_id } };
		},
	},
});
