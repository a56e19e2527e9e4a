import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { isObject } from '../../nodes/shared/json';
import { operationFields } from '../../nodes/shared/operation/operationFields';
import { readField } from '../../nodes/shared/parameters/fieldReaders';
import { fieldCases } from '../cases/fields';
import type { Difference, FieldCases } from '../cases/fields/fieldCase';
import { useCaseService } from '../support/cases/useCaseService';
import { nodeNames, nodeType } from '../support/harness/harness';
import { namedOperations, operationOf } from '../support/rules/allOperations';
import { choicesOf, fieldPaths, otherChoices, type FieldPath } from '../support/rules/fieldTree';
import { runFields } from '../support/rules/runFields';

const without = useCaseService();
const service = useCaseService();
const carelessService = useCaseService();

const differencesOf = (cases: FieldCases): Array<[string, Difference]> =>
	Object.entries(cases.fields).flatMap(([path, differences]) =>
		[differences].flat().map((difference: Difference): [string, Difference] => [path, difference]),
	);

/** Matches values that have at least these members, at any depth; lists have exactly the stated length. */
function matching(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(matching);
	if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
	return expect.objectContaining(
		Object.fromEntries(Object.entries(value).map(([name, member]) => [name, matching(member)])),
	);
}

/** Text fields that keep blanks and line breaks, since they are not names. */
const VERBATIM: ReadonlySet<string> = new Set([
	'agent.credentials.password',
	'alert.filters.conditions.value',
	'alert.filters.query',
	'alertTrigger.filters.conditions.value',
	'alertTrigger.filters.query',
	'parserRule.mappings.display_name',
	'parserRule.options.apply_when',
	'parserRule.options.delimiter',
	'parserRule.options.mappings.display_name',
	'parserRule.options.sample_log',
	'parserRule.regex',
]);

const BY_HAND = { isExpression: false, zone: 'UTC', policy: 'workflow' as const };

const isVerbatim = ({ type, typeOptions }: INodeProperties): boolean =>
	type === 'string' && (typeOptions?.['verbatim'] === true || typeOptions?.password === true);

it('text fields are names or are listed as verbatim, and each choice is read by its value or label in any spelling', async () => {
	const verbatim = new Set<string>();
	for (const node of await nodeNames()) {
		for (const { path, field } of fieldPaths((await nodeType(node)).description.properties)) {
			if (isVerbatim(field)) verbatim.add(`${node}.${path}`);
			for (const { name, value } of choicesOf(field)) {
				const spellings = [`-${String(value).toUpperCase()}`, name.replaceAll(' ', '_')];
				const read = (raw: string) => readField(field, { ...BY_HAND, raw });
				const values = spellings.map(read);
				const own = [value, value].map((one) => (field.type === 'options' ? one : [one]));
				expect({ node, path, values }).toEqual({ node, path, values: own });
			}
		}
	}
	expect(verbatim).toEqual(VERBATIM);
});

/** Writes a value as a careless spreadsheet does: unseen characters around names, choices in other words. */
function writeCarelessly(field: INodeProperties, value: Difference['set']): Difference['set'] {
	if (Array.isArray(value)) {
		return value.map((entry) => writeCarelessly(field, entry as string)) as Difference['set'];
	}
	if (isObject(value) && 'value' in value) {
		return { ...value, value: writeCarelessly(field, value.value) } as Difference['set'];
	}
	if (typeof value !== 'string' || isVerbatim(field)) return value;
	if (field.type === 'options' || field.type === 'multiOptions')
		return value.toUpperCase().replaceAll('_', ' ');
	return field.type === 'string' || field.type === 'resourceLocator'
		? ` \u200B\u202A${value}\u202C\u2060\uFEFF\r\n`
		: value;
}

/** The value of a difference, written carelessly unless it sets several fields. */
function asCareless(operation: string, path: string, { set, at }: Difference): Difference['set'] {
	const fields = fieldPaths(operationFields(operationOf(operation)));
	const field = fields.find((candidate) => candidate.path === path)?.field;
	return field === undefined || at !== undefined ? set : writeCarelessly(field, set);
}

const namedCases = fieldCases.map((cases) => [cases.operation, cases] as const);

describe.each(namedCases)(
	'each field of %s changes the item that sets it, even if it is written carelessly',
	(_operation, cases) => {
		it.each(differencesOf(cases))('%s', async (path, difference) => {
			const before = await runFields(without, cases, path, difference, false);
			const after = await runFields(service, cases, path, difference, true);
			const { refusal, expectRequest, expectRows, exactRows, stopsRun, affectsAll } = difference;
			expect(after).not.toEqual(before);
			expect(after.refusals).toEqual(refusal === undefined ? [] : [refusal]);
			if (expectRequest !== undefined) {
				expect(after.requests).toContainEqual(matching(expectRequest));
				expect(before.requests).not.toContainEqual(matching(expectRequest));
			}
			for (const rows of [expectRows && matching(expectRows), exactRows]) {
				if (rows === undefined) continue;
				expect(after.rows[1]).toEqual(rows);
				expect(before.rows[1]).not.toEqual(rows);
			}
			if (stopsRun === true) {
				expect(after).toMatchObject({
					rows: [[], []],
					texts: expect.stringContaining('1 succeeded, 1 failed'),
				});
				expect(before.rows.map((rows) => rows.length)).toEqual([1, 1]);
			}
			if (affectsAll !== true) expect(after.rows[0]).toEqual(before.rows[0]);
			const given = asCareless(cases.operation, path, difference);
			// A search up to now ends a second later.
			if (given === difference.set || path === 'timeRange') return;
			const careless = await runFields(carelessService, cases, path, difference, true, given);
			expect(careless).toEqual(after);
		});
	},
);

const hasValue = (item: INodeParameters, path: string): boolean =>
	path.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), item) !==
	undefined;

/** All optional members of the collections of an operation, without values. */
function emptyMembers({ operation, items }: FieldCases): INodeParameters {
	const members: Record<string, INodeParameters> = {};
	for (const { path, field } of fieldPaths(operationFields(operationOf(operation)))) {
		const [collection = '', name, ...inside] = path.split('.');
		if (name === undefined || inside.length > 0 || collection === 'filters') continue;
		if (field.typeOptions?.['needsValue'] === true || field.required === true) continue;
		if (items.some((item) => hasValue(item, path))) continue;
		members[collection] = { ...members[collection], [name]: null };
	}
	return members;
}

/** The cells with values. A member that is set in the node has a column even if it has no value. */
const valuesOf = ({ rows }: Awaited<ReturnType<typeof runFields>>) =>
	rows.flat().map((row) => Object.entries(row).filter(([, value]) => (value ?? '') !== ''));

it.each(namedCases)('%s ignores members without a value', async (_operation, cases) => {
	const secondItem = emptyMembers(cases);
	const absent = await runFields(without, cases, '', { set: null }, false);
	const empty = await runFields(service, cases, '', { set: null, secondItem }, false);
	expect({ secondItem, ...empty, rows: valuesOf(empty) }).toEqual({
		secondItem,
		...absent,
		rows: valuesOf(absent),
	});
});

it.each(namedCases.filter(([, { fields }]) => 'options.domain_name' in fields))(
	'%s refuses an empty Domain',
	async (_operation, cases) => {
		const secondItem = { options: { domain_name: { __rl: true, mode: 'name', value: '' } } };
		const { rows } = await runFields(service, cases, '', { set: null, secondItem }, false);
		expect(JSON.stringify(rows[1])).toContain('Domain is empty');
	},
);

/** Drop-downs whose values are sent unchanged; the rule of the contract checks them. */
const PASSED_ON: ReadonlySet<string> = new Set([
	'agent.getAll.filters.status',
	'logSource.update.updateFields.log_type_name',
]);

/** Fields and choices that no difference sets, and differences that belong to no field. */
function gaps(name: string, fields: FieldPath[], differences: Array<[string, Difference]>) {
	return [
		...fields.flatMap((field) => {
			const set: unknown[] = differences
				.filter(([path]) => path === field.path)
				.map(([, difference]) => difference.set);
			if (set.length === 0) return [`${field.path} has no case in test/cases/fields`];
			if (PASSED_ON.has(`${name}.${field.path}`)) return [];
			return otherChoices(field)
				.filter((value) => !set.includes(value))
				.map((value) => `${field.path} has no case for ${String(value)} in test/cases/fields`);
		}),
		...differences
			.filter(([path]) => !fields.some((field) => field.path === path))
			.map(([path]) => `${path} is no field`),
	];
}

it.each(namedOperations)('each field and each choice of %s has a case', (name, { operation }) => {
	const cases = fieldCases.filter((candidate) => candidate.operation === name);
	const fields = fieldPaths(operationFields(operation));
	expect(gaps(name, fields, cases.flatMap(differencesOf))).toEqual([]);
});

it('fields and choices without a case are found', () => {
	const fields = fieldPaths(operationFields(operationOf('logSource.add')));
	const found = gaps('logSource.add', fields, [
		['ifExists', { set: 'fail' }],
		['none', { set: 1 }],
	]);
	expect(found).toEqual(
		expect.arrayContaining([
			'log_source has no case in test/cases/fields',
			'ifExists has no case for return in test/cases/fields',
			'none is no field',
		]),
	);
});
