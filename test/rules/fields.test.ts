import { describe, expect, it } from '@jest/globals';

import '../support/hostile/quickWaits';
import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { fieldCases } from '../cases/fields';
import type { Difference, FieldCases } from '../cases/fields/fieldCase';
import { caseWorld } from '../support/cases/world';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { fieldPaths, otherChoices } from '../support/rules/fieldTree';
import { runFields } from '../support/rules/runFields';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const settings = { world: caseWorld, switches: documented.switches };
const without = useService(settings);
const service = useService(settings);

const differencesOf = (cases: FieldCases): Array<[string, Difference]> =>
	Object.entries(cases.fields).flatMap(([path, differences]) =>
		[differences].flat().map((each: Difference): [string, Difference] => [path, each]),
	);

/** A value of which only these members count, at any depth; a list has as many as are stated. */
function partOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(partOf);
	if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
	return expect.objectContaining(
		Object.fromEntries(Object.entries(value).map(([name, member]) => [name, partOf(member)])),
	);
}

describe.each(fieldCases.map((cases) => [cases.operation, cases] as const))(
	'each field of %s, set on the second item, changes that item',
	(_operation, cases) => {
		it.each(differencesOf(cases))('%s', async (path, difference) => {
			const before = await runFields(without, cases, path, difference, false);
			const after = await runFields(service, cases, path, difference, true);
			const { sends, gives, equals, says, stops, forAll } = difference;
			if (sends !== undefined) {
				expect(after.requests).toContainEqual(partOf(sends));
				expect(before.requests).not.toContainEqual(partOf(sends));
			}
			for (const rows of [gives && partOf(gives), equals]) {
				if (rows === undefined) continue;
				expect(after.rows[1]).toEqual(rows);
				expect(before.rows[1]).not.toEqual(rows);
			}
			if (says !== undefined) {
				expect(after.texts).toMatch(says);
				expect(before.texts).not.toMatch(says);
			}
			if (stops === true) {
				expect(after).toMatchObject({ rows: [[], []], texts: expect.stringContaining('1 of 2') });
				expect(before.rows.map((rows) => rows.length)).toEqual([1, 1]);
			}
			if (forAll !== true) expect(after.rows[0]).toEqual(before.rows[0]);
		});
	},
);

/** Fields and choices of an operation without a case, and cases of no field. */
function gaps(cases: FieldCases, fields = fieldPaths(fieldsOf(cases.operation))): string[] {
	const all = new Map(differencesOf(cases).map(([path]) => [path, [] as unknown[]]));
	for (const [path, { set }] of differencesOf(cases)) all.get(path)?.push(set);
	const stated = ({ sends, gives, equals, says, stops }: Difference) =>
		sends ?? gives ?? equals ?? says ?? stops;
	return [
		...fields.flatMap((field) => {
			const set = all.get(field.path);
			if (set === undefined) return [`${field.path} has no case`];
			// A choice that is only passed on is one case; the contract's rule holds the others.
			const isPassedOn = set.length === 1 && PASSED_ON.has(`${cases.operation}.${field.path}`);
			const missing = isPassedOn
				? []
				: otherChoices(field).filter((value) => !set.includes(value as never));
			return missing.map((value) => `${field.path} has no case for ${String(value)}`);
		}),
		...[...all.keys()]
			.filter((path) => !fields.some((field) => field.path === path))
			.map((path) => `${path} is no field`),
		...differencesOf(cases).flatMap(([path, difference]) =>
			stated(difference) === undefined ? [`${path} states no difference`] : [],
		),
	];
}

/** Drop-downs of the service's own values, which requests hold as they are. */
const PASSED_ON: ReadonlySet<string> = new Set([
	'agent.getAll.filters.status',
	'logSource.update.updateFields.log_type_name',
]);

const fieldsOf = (operation: string) =>
	allOperations
		.filter((offered) => nameOf(offered) === operation)
		.flatMap((offered) => operationFields(offered.operation));

describe('the cases of fields', () => {
	it('cover every operation', () => {
		expect(fieldCases.map(({ operation }) => operation).sort()).toEqual(
			allOperations
				.map(nameOf)
				.filter((name) => fieldPaths(fieldsOf(name)).length > 0)
				.sort(),
		);
	});

	it.each(fieldCases.map((cases) => [cases.operation, cases] as const))(
		'cover every field and every choice of %s',
		(_operation, cases) => {
			expect(gaps(cases)).toEqual([]);
		},
	);

	it('are refused if a field or a choice has none, or a case states nothing', () => {
		const field = { displayName: 'A', name: 'a', default: '' } as const;
		const choices = { ...field, name: 'b', type: 'options' as const, default: 1 };
		const options = [1, 2, 3].map((value) => ({ name: String(value), value }));
		const cases: FieldCases = {
			operation: 'agent.get',
			items: [{}, {}],
			fields: { b: { set: 2, says: /x/ }, c: { set: 1 } },
		};
		expect(
			gaps(
				cases,
				fieldPaths([
					{ ...field, type: 'string' },
					{ ...choices, options },
				]),
			),
		).toEqual(['a has no case', 'b has no case for 3', 'c is no field', 'c states no difference']);
	});
});
