import { describe, expect, it } from '@jest/globals';

import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { defineList, defineWrite, type Operation } from '../../nodes/shared/operation/operation';
import type { Outcome } from '../../nodes/shared/outcomes/batchOutcome';
import { singlePage } from '../../nodes/shared/pagination/paginate';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { allFields, changesOf } from '../support/rules/fieldTree';
import { engineFields, pickerOnly, valuesWithoutUse } from '../support/rules/useRules';

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
	nouns: 'offences',
	done: () => 'Done',
	columns: [],
	verifyWith: '',
	maxBatchSize: 100,
	conflictKeys: () => [],
	parseResult: { outcome: (): Outcome => ({ outcome: 'succeeded' }) },
} as const;

/** A write that takes its fields to its body by `entry`. */
const offender = (
	payload: (params: { name: string; other: string }) => { [key: string]: string },
) =>
	defineWrite({
		...texts,
		fields: [name, other],
		payload,
		request: (entries) => ({
			method: 'POST',
			path: '/offend',
			scope: 'alerts.READ',
			body: { entries },
		}),
	}) as Operation;

describe('the rule that every value of every field is sent', () => {
	it.each(allOperations.map((offered) => [nameOf(offered), offered.operation] as const))(
		'holds for %s, for the second item too',
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
		const operation = defineList({
			...texts,
			fields: [name],
			request: () => ({ method: 'GET', path: '/offend', scope: 'alerts.READ' }),
			pages: () => singlePage((body) => body.data),
		});
		expect(await valuesWithoutUse('offender', operation)).toEqual([
			'offender: name makes no difference for the second item',
		]);
	});

	it('knows no field of the engine that does not exist', () => {
		const names = new Set(
			allOperations.flatMap(({ operation }) =>
				allFields(operationFields(operation)).map((each) => each.name),
			),
		);
		expect([...engineFields].filter((each) => !names.has(each))).toEqual([]);
	});

	it('knows no picker that does not exist', () => {
		const known = allOperations.flatMap((offered) =>
			operationFields(offered.operation)
				.flatMap((each) => [each.name, ...changesOf(each).map(({ path }) => path)])
				.map((path) => `${nameOf(offered)} ${path}`),
		);
		const listed = Object.entries(pickerOnly).flatMap(([operation, names]) =>
			names.map((each) => `${operation} ${each}`),
		);
		expect(listed.filter((each) => !known.includes(each))).toEqual([]);
	});
});
