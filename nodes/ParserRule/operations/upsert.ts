import { defineWrite, optionCollection } from '../../shared/operation/operation';
import { MAPPINGS_FIELD, withoutEmpty } from '../mappings';
import {
	REQUIRED_LOG_TYPE,
	RULE_OPTIONS,
	RULE_WRITE,
	ruleOf,
	WHOLE_RULE_FIELDS,
} from '../ruleFields';

// n8n's linter demands a literal without "parser rule", by which models created duplicates.
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
	intent: ({ log_type_id, mappings, options, ...params }) => ({
		target: { name: params.rule_name, within: { log_type_id } },
		payload: ruleOf(params, { ...options, mappings }),
	}),
	lookUp: 'always',
	newRecordFields: ['rule_name'],
	successText: ({ record }) => (record === undefined ? 'Created' : 'Changed'),
	request: ([{ record, id, target, payload }]) =>
		record === undefined
			? {
					method: 'POST',
					path: '/log-type/parser',
					body: withoutEmpty({ ...target.within, ...payload }),
				}
			: {
					method: 'PUT',
					path: '/log-type/parser',
					scope: 'logformats.UPDATE',
					body: { rule_id: id, ...payload },
				},
});
