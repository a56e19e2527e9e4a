import { expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { update } from '../../nodes/LogSource/operations/update';
import { allOperations, namedOperations } from '../support/rules/allOperations';
import { differingFields, endpointsOf, missingParameters } from '../support/rules/contractRules';
import { endpoints as documented } from '../support/service/contract';

it('each endpoint has an operation, and a field for each of its parameters', () => {
	const withoutCase = namedOperations
		.filter(([, offered]) => endpointsOf(offered).length === 0)
		.map(([name]) => `${name} has no case that sends its request: add one to test/cases`);
	const gaps = documented.flatMap((contract) => {
		const matching = allOperations
			.filter((offered) => endpointsOf(offered).includes(contract))
			.map(({ operation }) => operation);
		return matching.length === 0
			? [`${contract.summary} has no operation with a case`]
			: missingParameters(contract, matching);
	});
	expect([...withoutCase, ...gaps]).toEqual([]);
});

it.each(namedOperations)('%s has the choices and bounds of the document', (_name, offered) => {
	expect(differingFields(offered.operation, endpointsOf(offered))).toEqual([]);
});

it('fields that differ from the document are found', () => {
	const typeOptions = { minValue: 10, maxValue: 60 };
	const fields: INodeProperties[] = [
		{ displayName: 'A', name: 'log_collection_mode', type: 'options', options: [], default: '' },
		{ displayName: 'B', name: 'monitoring_interval', type: 'number', typeOptions, default: '' },
	];
	const operation = { ...update, fields };
	const contracts = endpointsOf({ node: 'logSource', operation: update });
	expect(differingFields(operation, contracts)).toEqual([
		{ name: 'monitoring_interval', field: [10, 60], document: [11, undefined] },
		{ name: 'log_collection_mode', field: [], document: ['Realtime', 'Scheduled'] },
	]);
	expect(contracts.flatMap((contract) => missingParameters(contract, [operation]))).toContainEqual(
		expect.stringContaining(' has no field time_zone:'),
	);
});
