import { describe, expect, it } from '@jest/globals';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { LogManagementApi } from '../../credentials/LogManagementApi.credentials';
import { nodeType } from '../support/harness/harness';
import { allOperations, nameOf } from '../support/rules/allOperations';

/** Fields that a user sees at most when a panel opens: the credential and closed collections count. */
const MOST = { list: 6, write: 7 };

/** A time stands beside Return All and Limit of n8n. */
const EXCEPTIONS: Readonly<Record<string, number>> = { 'alert.getAll': 7 };

/** The labels of the fields that a user sees when a panel opens; a closed collection is one. */
function openFields(
	properties: readonly INodeProperties[],
	chosen: INodeParameters = {},
): string[] {
	const defaults = Object.fromEntries(properties.map((each) => [each.name, each.default]));
	const values: INodeParameters = { ...defaults, ...chosen };
	return properties
		.filter(({ type }) => type !== 'hidden' && type !== 'notice')
		.filter((field) => NodeHelpers.displayParameter(values, field, null, null))
		.map(({ displayName }) => displayName);
}

const panelOf = async (node: string, chosen?: INodeParameters): Promise<string[]> => [
	'Credential',
	...openFields((await nodeType(node)).description.properties, chosen),
];

describe('a panel opens with few fields', () => {
	it.each(allOperations.map((offered) => [nameOf(offered), offered] as const))(
		'%s',
		async (name, { node, operation: { value: operation, kind } }) => {
			const fields = await panelOf(node, { operation });
			expect(fields).toContain('Operation');
			expect(fields.length).toBeLessThanOrEqual(EXCEPTIONS[name] ?? MOST[kind]);
		},
	);

	it.each(['alertTrigger', 'healthTrigger'])('%s', async (node) => {
		expect((await panelOf(node)).length).toBeLessThanOrEqual(MOST.write);
	});

	it('the credential', () => {
		const { properties } = new LogManagementApi();
		expect(openFields(properties).length).toBeLessThanOrEqual(MOST.write);
	});
});

it('a closed collection is one field, and a hidden one is none', () => {
	const field = (name: string, rest: Partial<INodeProperties> = {}): INodeProperties => ({
		...{ displayName: name, name, type: 'string', default: '' },
		...rest,
	});
	const fields = [
		field('A'),
		field('Shown for x', { displayOptions: { show: { A: ['x'] } } }),
		field('Resource', { type: 'hidden' }),
		field('Options', { type: 'collection', default: {}, options: [field('G'), field('H')] }),
	];
	expect(openFields(fields)).toEqual(['A', 'Options']);
	expect(openFields(fields, { A: 'x' })).toEqual(['A', 'Shown for x', 'Options']);
});
