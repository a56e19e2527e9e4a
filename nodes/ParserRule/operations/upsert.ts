import { toId, type Id } from '../../shared/json';
import { optionCollection } from '../../shared/operation/collections';
import { defineWrite } from '../../shared/operation/operation';
import {
	REQUIRED_LOG_TYPE,
	MAPPINGS_FIELD,
	RULE_OPTIONS,
	RULE_WRITE,
	ruleOf,
	WHOLE_RULE_FIELDS,
	withoutEmptyTexts,
} from '../ruleFields';

/** A rule to create, or to update if it exists. */
type Rule = ReturnType<typeof ruleOf> & {
	log_type_id: Id;
	exists: boolean;
	rule_id?: Id | undefined;
};

// n8n's linter would demand a literal without the noun, and a model that reads that creates duplicates.
const CREATE_OR_CHANGE = 'Create a parser rule, or change it if its name exists';

/** Create parser rule or Update parser rule: POST or PUT /api/v2/log-type/parser */
export const upsert = defineWrite({
	...RULE_WRITE,
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update parser rule',
	description: CREATE_OR_CHANGE,
	scope: 'logformats.CREATE',
	fields: [REQUIRED_LOG_TYPE, ...WHOLE_RULE_FIELDS, MAPPINGS_FIELD, optionCollection(RULE_OPTIONS)],
	payload: ({ log_type_id, mappings, options, ...params }): Rule => ({
		log_type_id,
		exists: false,
		...ruleOf(params, { ...options, mappings }),
	}),
	successWord: 'Created or changed',
	successText: ({ exists }) => (exists ? 'Changed' : 'Created'),
	request: ([{ exists, rule_id, log_type_id, ...rule }]) =>
		exists
			? {
					method: 'PUT',
					path: '/log-type/parser',
					scope: 'logformats.UPDATE',
					body: { rule_id, ...rule },
				}
			: {
					method: 'POST',
					path: '/log-type/parser',
					body: withoutEmptyTexts({ log_type_id, ...rule }),
				},
	recordRules: {
		target: ({ log_type_id, rule_name }) => ({ name: rule_name, within: { log_type_id } }),
		mayBeNew: true,
		needsLookUp: () => true,
		whenFound: (_rule, { rule_id }) => ({ send: { exists: true, rule_id: toId(rule_id) } }),
		// The list showed no rule of this name before a new one was sent.
		isDone: ({ exists }, rows) => (exists || rows.length > 1 ? undefined : rows.length === 1),
	},
});
