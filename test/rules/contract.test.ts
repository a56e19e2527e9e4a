import { describe, expect, it } from '@jest/globals';

import { update } from '../../nodes/LogSource/operations/update';
import type { Operation } from '../../nodes/shared/operation/operation';
import { cases } from '../cases';
import { allOperations, nameOf, type Offered } from '../support/rules/allOperations';
import { documentedOf, missingParameters, strayValues } from '../support/rules/contractRules';
import { operations as documented } from '../support/service/contract';

const rows = allOperations.map((offered) => [nameOf(offered), offered] as const);
const asking = (endpoint: string): Operation[] =>
	allOperations.flatMap(({ operation }) => (operation.endpoint === endpoint ? [operation] : []));

/** Update log sources with other fields to update. */
const updating = (fields: object[]): Operation => ({
	...update,
	fields: [
		{ displayName: 'A', name: 'a', type: 'collection', default: {}, options: fields as never },
	],
});

describe.each(documented.map((contract) => [contract.summary, contract] as const))(
	'the endpoint %s',
	(summary, contract) => {
		it('has an operation', () => {
			expect(asking(summary)).not.toEqual([]);
		});

		it('has a field for each of its parameters', () => {
			expect(missingParameters(contract, asking(summary))).toEqual([]);
		});
	},
);

describe.each(rows)('%s', (name, offered: Offered) => {
	const { operation } = offered;

	it('has the scope of its endpoint and asks it', () => {
		const { method, path = '', scope } = documentedOf(operation) ?? {};
		expect(operation.scope).toBe(scope);
		const sent = cases
			.filter((each) => each.operation === name)
			.flatMap(({ requests }) => requests);
		expect(sent).toContainEqual(
			expect.objectContaining({ method, path: path.replace('/api/v2', '') }),
		);
	});

	it('has the choices and bounds of the document', () => {
		expect(strayValues(operation)).toEqual([]);
	});
});

it('fields that the document has otherwise are found', () => {
	const choice = (value: string) => ({ name: value, value });
	const operation = updating([
		{
			...{ name: 'log_collection_mode', type: 'options' },
			options: [choice('realtime'), choice('Scheduled')],
		},
		{ name: 'monitoring_interval', type: 'number', typeOptions: { minValue: 10, maxValue: 60 } },
	]);
	expect(strayValues(operation)).toEqual([
		'monitoring_interval begins at 10, not 11',
		'monitoring_interval ends at 60, not anywhere',
		'log_collection_mode lacks Realtime',
		'log_collection_mode offers realtime',
	]);
	const contract = documentedOf(update);
	expect(contract && missingParameters(contract, [operation])).toContain('time_zone');
});
