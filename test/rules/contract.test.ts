import { describe, expect, it } from '@jest/globals';

import { update } from '../../nodes/LogSource/operations/update';
import { cases } from '../cases';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { differingFields, documentedOf, missingParameters } from '../support/rules/contractRules';
import { endpoints as documented } from '../support/service/contract';

it.each(documented.map((contract) => [contract.summary, contract] as const))(
	'the endpoint %s has an operation, and a field for each of its parameters',
	(summary, contract) => {
		const asking = allOperations
			.map(({ operation }) => operation)
			.filter(({ endpoint }) => endpoint === summary);
		expect(asking).not.toEqual([]);
		expect(missingParameters(contract, asking)).toEqual([]);
	},
);

describe.each(allOperations.map((offered) => [nameOf(offered), offered.operation] as const))(
	'%s',
	(name, operation) => {
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
			expect(differingFields(operation)).toEqual([]);
		});
	},
);

it('fields that the document has otherwise are found', () => {
	const field = { displayName: 'A', default: '' } as const;
	const options = ['realtime', 'Scheduled'].map((value) => ({ name: value, value }));
	const operation = {
		...update,
		fields: [
			{ ...field, name: 'log_collection_mode', type: 'options' as const, options },
			{
				...field,
				name: 'monitoring_interval',
				type: 'number' as const,
				typeOptions: { minValue: 10, maxValue: 60 },
			},
		],
	};
	expect(differingFields(operation)).toEqual([
		{ name: 'monitoring_interval', field: [10, 60], document: [11, undefined] },
		{
			name: 'log_collection_mode',
			field: ['Scheduled', 'realtime'],
			document: ['Realtime', 'Scheduled'],
		},
	]);
	const contract = documentedOf(update);
	expect(contract && missingParameters(contract, [operation])).toContain('time_zone');
});
