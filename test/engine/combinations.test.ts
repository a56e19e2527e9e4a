import { describe, expect, it } from '@jest/globals';

import { update as updateAgents } from '../../nodes/Agent/operations/update';
import { filterBody, type AlertFilters } from '../../nodes/Alert/filters';
import { update as updateLogSources } from '../../nodes/LogSource/operations/update';
import { create as createRule } from '../../nodes/ParserRule/operations/create';
import { update as updateRule } from '../../nodes/ParserRule/operations/update';
import { startOf } from '../../nodes/shared/operation/listFields';
import { InvalidParameterError } from '../../nodes/shared/parameters/invalidParameter';
import { bareRule } from '../support/unit/rules';

const filtered = (filters: AlertFilters['filters']) => filterBody({ filters });
const newRule = (more: Partial<Parameters<typeof createRule.payload>[0]>) =>
	createRule.payload({ ...bareRule, ...more });
const where = (field: string, value: string) => ({
	conditions: { condition: [{ field, value }] },
});

/** Parameters that do not fit together, what the message says, and what is allowed instead. */
const misfits: Record<string, [ask: () => unknown, message: string, allowed: RegExp]> = {
	'an update of nothing': [
		() => updateLogSources.payload({ log_source_id: { id: 5 }, updateFields: {}, options: {} }),
		'There is nothing to change',
		/^Set at least one of these: Display Name, Log Collection Mode, .*Time Zone\.$/,
	],
	'an update of no field of an agent': [
		() => updateAgents.payload({ agent_id: { id: 5 }, updateFields: {} }),
		'There is nothing to change',
		/Display Name, Log Level/,
	],
	'an update of no field of a rule': [
		() => updateRule.payload({ log_type_id: 5, rule_id: 2, updateFields: {} }),
		'There is nothing to change',
		/Pattern, Apply When, .*Delimiter, Field Mappings, .*Method, Rule Name, Sample Log/,
	],
	'101 profiles': [
		() => filtered({ profile_ids: Array<number>(101).fill(1) }),
		'Profile Names or IDs has 101 profiles',
		/at most 100/,
	],
	'conditions beside a query as text': [
		() => filtered({ ...where('TYPE', 'b'), query: 'TYPE = "c"' }),
		'Conditions and Query (Text) are both set',
		/Remove one of them/,
	],
	'a field name that ends the comparison': [
		() => filtered(where('TYPE = "x" OR A', 'b')),
		`Field isn't a field name: 'TYPE = "x" OR A'`,
		/letters, digits, underscores and dots/,
	],
	'a value that ends its quotation': [
		() => filtered(where('TYPE', 'x" OR TYPE = "y')),
		'A value in Conditions holds the quotation mark "',
		/Give the expression as text/,
	],
	'condition groups without a row': [
		() =>
			newRule({
				options: {
					applyWhen: {
						conditions: [
							{ groupsJoinedBy: 'AND', groups: { group: [{ joinedBy: 'AND', conditions: {} }] } },
						],
					},
				},
			}),
		'Add at least one condition',
		/remove Apply When/,
	],
	'conditions of a rule in two ways': [
		() =>
			newRule({
				options: {
					applyWhen: { conditions: [{ groupsJoinedBy: 'AND', groups: {} }] },
					apply_when: 'x',
				},
			}),
		'Apply When and Apply When (Text) are both set',
		/Remove one of them/,
	],
	'mappings that are no list': [
		() => newRule({ options: { mappingsJson: { a: 1 } } }),
		"Field Mappings (JSON) isn't a list",
		/JSON list of objects/,
	],
	'a mapping with a member of another name': [
		() => newRule({ options: { mappingsJson: [{ displayName: 'A' }] } }),
		"Field Mappings (JSON) has no field named 'displayName'",
		/Name \(display_name\), .*Group in Pattern \(value\)/,
	],
	'a mapping that is none': [
		() => newRule({ options: { mappingsJson: [null] } }),
		"Field Mappings (JSON) isn't a group of fields: 'null'",
		/a group of fields/,
	],
	'a first page and a first record': [
		() => startOf({ page: 1, from: 1 }),
		'First Page and First Record are both set',
		/Remove one of them/,
	],
};

describe('parameters that do not fit together', () => {
	it.each(Object.entries(misfits))('refuses %s', (_what, [ask, message, allowed]) => {
		expect(ask).toThrow(
			expect.objectContaining({
				constructor: InvalidParameterError,
				...{ message, allowed: expect.stringMatching(allowed) },
			}),
		);
	});

	it('takes an empty text for something to change', () => {
		const params = { agent_id: { id: 5 }, updateFields: { display_name: '' } };
		expect(updateAgents.payload(params)).toMatchObject({ display_name: '' });
	});

	it.each([[{}], [{ page: 3 }], [{ from: 7 }]])('begins at %j', (start) => {
		expect(startOf(start)).toEqual({ ...start, pagesAtOnce: 4 });
	});
});
