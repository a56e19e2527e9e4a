import { describe, expect, it } from '@jest/globals';
import { NodeHelpers } from 'n8n-workflow';

import { deleteLogType } from '../../nodes/LogType/operations/delete';
import { asText } from '../../nodes/shared/json';
import { nodeType } from '../support/harness/nodePackage';
import {
	allOperations,
	nameOf,
	operationOf,
	operationsByNode,
} from '../support/rules/allOperations';
import { untold } from '../support/rules/modelTexts';

describe.each(Object.keys(operationsByNode))('%s as a tool of an AI agent', (node) => {
	it('can be one', async () => {
		expect((await nodeType(node)).description.usableAsTool).toBe(true);
	});

	it('preselects an operation that only reads, of few rows', async () => {
		const { properties } = (await nodeType(node)).description;
		const defaultOf = (name: string, operation?: string): unknown =>
			properties.find(
				(field) =>
					field.name === name &&
					(operation === undefined ||
						field.displayOptions?.show?.['operation']?.includes(operation)),
			)?.default;
		const preselected = asText(defaultOf('operation'));
		expect(operationOf(`${node}.${preselected}`).scope).toMatch(/READ$/);
		expect(defaultOf('returnAll', preselected)).toBe(false);
		expect(defaultOf('limit', preselected)).toBe(50);
	});
});

describe.each(allOperations.map((offered) => [nameOf(offered), offered] as const))(
	'%s tells a model',
	(_name, offered) => {
		it('what it does', async () => {
			const { operation, node } = offered;
			const { description } = await nodeType(node);
			const resource = description.properties.find(({ name }) => name === 'resource')?.default;
			const chosen = { resource: asText(resource), operation: operation.value };
			expect(NodeHelpers.makeDescription(chosen, description)).toBe(
				`${operation.action} in ${description.displayName}`,
			);
		});

		it('what it needs and changes', () => {
			expect(untold(offered)).toEqual([]);
		});
	},
);

it('texts that hide something from a model are found', () => {
	const field = { displayName: 'Log Type', type: 'string', default: '' } as const;
	const fields = [
		{ ...field, name: 'one', description: 'Name' },
		{ ...field, name: 'other', description: 'Another log type' },
	];
	const operation = { ...deleteLogType, fields, action: 'Delete it', description: 'Log types' };
	expect(untold({ node: 'logType', operation })).toEqual([
		'does not name the log type in its action',
		'does not say what it changes',
		'does not say that it is for good',
		'does not describe one',
		'has two fields that a model would know as Log_Type',
	]);
	expect(
		untold({ node: 'logType', operation: { ...operation, scope: 'logformats.READ' } }),
	).toContain('does not say that it reads');
});
