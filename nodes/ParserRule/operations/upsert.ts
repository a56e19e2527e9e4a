import type { Id } from '../../shared/json';
import { optionCollection } from '../../shared/operation/collections';
import { defineWrite } from '../../shared/operation/operation';
import {
	REQUIRED_LOG_TYPE,
	MAPPINGS_FIELD,
	RULE_OPTIONS,
	RULE_WRITE,
	ruleOf,
	WHOLE_RULE_FIELDS,
} from '../ruleFields';

/** A rule to create or, if its id is known, to update. */
type Rule = ReturnType<typeof ruleOf> & { log_type_id: Id; rule_id?: Id };

/** Create parser rule or Update parser rule: POST or PUT /api/v2/log-type/parser */
export const upsert = defineWrite({
	...RULE_WRITE,
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update parser rule',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	scope: 'logformats.CREATE',
	fields: [REQUIRED_LOG_TYPE, ...WHOLE_RULE_FIELDS, MAPPINGS_FIELD, optionCollection(RULE_OPTIONS)],
	payload: ({ log_type_id, mappings, options, ...params }): Rule => ({
		log_type_id,
		...ruleOf(params, { ...options, mappings }),
	}),
	successWord: 'Created or changed',
	successText: ({ rule_id }) => (rule_id === undefined ? 'Created' : 'Changed'),
	request: ([{ rule_id, log_type_id, ...rule }]) =>
		rule_id === undefined
			? { method: 'POST', path: '/log-type/parser', body: { log_type_id, ...rule } }
			: {
					method: 'PUT',
					path: '/log-type/parser',
					scope: 'logformats.UPDATE',
					body: { rule_id, ...rule },
				},
	record: {
		target: ({ log_type_id, rule_name }) => ({ name: rule_name, within: { log_type_id } }),
		mayBeNew: true,
		needsLookUp: () => true,
		whenFound: (_rule, _row, rule_id) => ({ send: { rule_id } }),
		// The list showed no rule of this name before a new one was sent.
		isDone: ({ rule_id }, rows) =>
			rule_id !== undefined || rows.length > 1 ? undefined : rows.length === 1,
	},
});
