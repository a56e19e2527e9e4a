import { describe, expect, it } from '@jest/globals';

import { update as updateAgents } from '../../nodes/Agent/operations/update';
import { startBulkRequest } from '../../nodes/Alert/operations/startBulkRequest';
import { update as updateLogSources } from '../../nodes/LogSource/operations/update';
import { create as createRule } from '../../nodes/ParserRule/operations/create';
import { update as updateRule } from '../../nodes/ParserRule/operations/update';
import { startOf } from '../../nodes/shared/operation/listFields';
import { InvalidParameterError } from '../../nodes/shared/parameters/invalidParameter';
import { bareRule } from '../support/unit/rules';

const nothing = { timeRange: 'between', start_time: undefined, end_time: undefined } as const;
const noQuery = { queryAs: 'none', query: undefined, conditions: undefined } as const;
const bulkRequest = (more: Partial<Parameters<typeof startBulkRequest.payload>[0]>) =>
	startBulkRequest.payload({ ...nothing, ...noQuery, filters: {}, ...more });
const newRule = (more: Partial<Parameters<typeof createRule.payload>[0]>) =>
	createRule.payload({ ...bareRule, ...more });
const where = (field: string, value: string) => ({
	queryAs: 'conditions' as const,
	conditions: { condition: [{ field, value: [value] }] },
});

/** Parameters that do not fit together, what the message says, and what is allowed instead. */
const misfits: Record<string, [ask: () => unknown, message: string, allowed: RegExp]> = {
	'an update of nothing': [
		() => updateLogSources.payload({ log_source_id: 5, updateFields: {} }),
		'There is nothing to change',
		/^Set at least one of these: Display Name, Log Collection Mode, .*Time Zone\.$/,
	],
	'an update of no field of an agent': [
		() => updateAgents.payload({ agent_id: 5, updateFields: {} }),
		'There is nothing to change',
		/Display Name, Log Level/,
	],
	'an update of no field of a rule': [
		() => updateRule.payload({ ...bareRule, rule_id: 2, updateFields: {} }),
		'There is nothing to change',
		/Delimiter, Method, Pattern, Rule Name, Sample Log, Field Mappings, Apply When/,
	],
	'101 profiles': [
		() => bulkRequest({ filters: { profile_ids: Array<number>(101).fill(1) } }),
		'Profile Names or IDs has 101 profiles',
		/at most 100/,
	],
	'a query of no condition': [
		() => bulkRequest({ queryAs: 'conditions', conditions: {} }),
		'Add at least one condition',
		/set Query to None/,
	],
	'a field name that ends the comparison': [
		() => bulkRequest(where('TYPE = "x" OR A', 'b')),
		`Field isn't a field name: 'TYPE = "x" OR A'`,
		/letters, digits, underscores and dots/,
	],
	'a value that ends its quotation': [
		() => bulkRequest(where('TYPE', 'x" OR TYPE = "y')),
		'A value in Conditions holds the quotation mark "',
		/Choose Text/,
	],
	'condition groups without a row': [
		() =>
			newRule({
				applyWhenAs: 'groups',
				conditionGroups: { group: [{ joinedBy: 'AND', conditions: {} }] },
			}),
		'Add at least one condition',
		/set Apply When to Not Set/,
	],
	'mappings that are no list': [
		() => newRule({ fieldsAs: 'json', mappingsJson: { a: 1 } }),
		"Mappings as JSON isn't a list",
		/JSON list of objects/,
	],
	'a mapping with a member of another name': [
		() => newRule({ fieldsAs: 'json', mappingsJson: [{ displayName: 'A' }] }),
		"Mappings as JSON has no field named 'displayName'",
		/Display Name \(display_name\), .*Value \(value\)/,
	],
	'a mapping that is none': [
		() => newRule({ fieldsAs: 'json', mappingsJson: [null] }),
		"Mappings as JSON isn't a group of fields: 'null'",
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

	it.each([[{}], [{ page: 3 }], [{ from: 7 }]])('begins at %j', (start) => {
		expect(startOf(start)).toEqual(start);
	});
});
