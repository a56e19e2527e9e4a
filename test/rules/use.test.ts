import { describe, expect, it } from '@jest/globals';

import { fieldsOf } from '../../nodes/shared/fields';
import { list, write, type Operation } from '../../nodes/shared/operation';
import type { Outcome } from '../../nodes/shared/outcomes';
import { wholeList } from '../../nodes/shared/pages';
import { allOperations, nameOf } from './allOperations';
import { allFields } from './fieldTree';
import { engineFields, pickerOnly, valuesWithoutUse } from './useRules';

const name = { displayName: 'Name', name: 'name', type: 'string', default: '' } as const;
const other = { displayName: 'Other', name: 'other', type: 'string', default: '' } as const;
const texts = {
	value: 'offend',
	name: 'Offend',
	action: 'Offend',
	description: 'Offend',
	endpoint: 'Offend',
	scope: 'alerts.READ',
	noun: 'offence',
	check: '',
	perRequest: 100,
	keys: () => [],
	tells: { outcome: (): Outcome => ({ outcome: 'succeeded' }) },
} as const;

/** A write that takes its fields to its body by `entry`. */
const offender = (entry: (params: { name: string; other: string }) => { [key: string]: string }) =>
	write({
		...texts,
		fields: [name, other],
		entry,
		request: (entries) => ({
			method: 'POST',
			path: '/offend',
			scope: 'alerts.READ',
			body: { entries },
		}),
	}) as Operation;

describe('every value of every field is sent, for the second item too', () => {
	it.each(allOperations.map((offered) => [nameOf(offered), offered.operation] as const))(
		'by %s',
		async (operationName, operation) => {
			expect(await valuesWithoutUse(operationName, operation)).toEqual([]);
		},
	);

	it('refuses an operation that leaves a field out', async () => {
		expect(
			await valuesWithoutUse(
				'offender',
				offender((params) => ({ name: params.name })),
			),
		).toEqual(['offender: other makes no difference for the second item']);
	});

	it('refuses an operation that keeps what the first item said', async () => {
		let kept: string | undefined;
		const operation = offender((params) => ({ name: (kept ??= params.name), other: params.other }));
		expect(await valuesWithoutUse('offender', operation)).toEqual([
			'offender: name makes no difference for the second item',
		]);
	});

	it('refuses a list that ignores its filter', async () => {
		const operation = list({
			...texts,
			fields: [name],
			request: () => ({ method: 'GET', path: '/offend', scope: 'alerts.READ' }),
			pages: () => wholeList((body) => body.data),
		});
		expect(await valuesWithoutUse('offender', operation)).toEqual([
			'offender: name makes no difference for the second item',
		]);
	});

	it('knows no field of the engine that does not exist', () => {
		const names = new Set(
			allOperations.flatMap(({ operation }) =>
				allFields(fieldsOf(operation)).map((each) => each.name),
			),
		);
		expect([...engineFields].filter((each) => !names.has(each))).toEqual([]);
	});

	it('knows no picker that does not exist', () => {
		const known = allOperations.flatMap((offered) =>
			fieldsOf(offered.operation).map((each) => `${nameOf(offered)} ${each.name}`),
		);
		const listed = Object.entries(pickerOnly).flatMap(([operation, names]) =>
			names.map((each) => `${operation} ${each}`),
		);
		expect(listed.filter((each) => !known.includes(each))).toEqual([]);
	});
});
