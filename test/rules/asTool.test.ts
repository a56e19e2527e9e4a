import { describe, expect, it } from '@jest/globals';
import {
	createNodeAsTool,
	getSchema,
} from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import { NodeHelpers } from 'n8n-workflow';

import { asText } from '../../nodes/shared/json';
import type { Operation } from '../../nodes/shared/operation/operation';
import { nodeType } from '../support/harness/nodePackage';
import {
	allOperations,
	nameOf,
	operationOf,
	operationsByNode,
	type Offered,
} from '../support/rules/allOperations';
import { toolNode, toolOf, untold } from '../support/rules/asTool';

const named = allOperations.map((offered): [string, Offered] => [nameOf(offered), offered]);
const nodes = Object.keys(operationsByNode);

const toolType = async (node: string) => toolOf(await nodeType(node));

/** What a model is told of a tool, made as n8n makes it. */
async function toldOf({ node, operation }: Offered): Promise<string> {
	const nodeType = await toolType(node);
	const { response } = createNodeAsTool({
		node: toolNode(nodeType, operation),
		nodeType,
		handleToolInvocation: () => Promise.resolve(''),
	});
	return response.description;
}

describe('a node as a tool of an AI agent', () => {
	it.each(nodes)('%s can be one', async (node) => {
		expect((await nodeType(node)).description.usableAsTool).toBe(true);
		const { description } = await toolType(node);
		expect(description.properties.map(({ name }) => name)).toContain('operation');
	});

	it.each(nodes)('%s preselects an operation that only reads, of few rows', async (node) => {
		const { properties } = (await toolType(node)).description;
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

	it.each(named)('tells a model what %s does', async (_name, offered) => {
		const { operation, node } = offered;
		const { displayName } = (await nodeType(node)).description;
		expect(await toldOf(offered)).toBe(`${operation.action} in ${displayName}`);
	});

	it('would tell of the whole node if operations had no resource', async () => {
		const { description, ...rest } = await toolType('logSource');
		const properties = description.properties
			.filter(({ name }) => name !== 'resource')
			.map(({ displayOptions: _, ...property }) => property);
		const bare = { ...rest, description: { ...description, properties } };
		const [operation] = operationsByNode['logSource'] ?? [];
		if (operation === undefined) throw new Error('There is no operation');
		const told = NodeHelpers.getToolDescriptionForNode(toolNode(bare, operation), bare);
		expect(told).toBe(description.description);
	});

	it.each(named)('lets a model fill in the fields of %s', async (_name, { node, operation }) => {
		const tool = toolNode(await toolType(node), operation);
		const left = Object.values(tool.parameters).filter((value) =>
			JSON.stringify(value).includes('$fromAI'),
		);
		expect(Object.keys(getSchema(tool).shape)).toHaveLength(left.length);
	});
});

describe('the texts of an operation', () => {
	it.each(named)('tell a model what %s needs and changes', (_name, offered) => {
		expect(untold(offered)).toEqual([]);
	});

	const offender = (change: Partial<Operation>): Offered => {
		const { operation } =
			allOperations.find((offered) => nameOf(offered) === 'logType.delete') ?? {};
		if (operation?.kind !== 'write') throw new Error('There is no such operation');
		const changed = { ...operation, ...change, kind: 'write' } as Operation;
		return { node: 'logType', operation: changed };
	};
	const field = {
		displayName: 'Log Type',
		name: 'other',
		type: 'string',
		default: '',
		description: 'Another log type',
	} as const;

	it.each<[string, Partial<Operation>, string]>([
		['hides what it is about', { action: 'Delete it' }, 'name the log type'],
		['hides that it is for good', { description: 'Delete a log type' }, 'is for good'],
		['hides that it changes', { description: 'Log types for good' }, 'what it changes'],
		['hides that it reads', { scope: 'logformats.READ' }, 'does not say that it reads'],
		[
			'does not describe a field',
			{ fields: [{ ...field, description: 'Name' }] },
			'does not describe Log Type',
		],
		[
			'does not describe a field of a collection',
			{
				fields: [
					{
						displayName: 'More',
						name: 'more',
						type: 'collection',
						default: {},
						options: [{ ...field, description: '' }],
					},
				],
			},
			'does not describe More › Log Type',
		],
		[
			'names two fields alike',
			{ fields: [field, { ...field, name: 'third' }] },
			'has two fields that a model would know as Log_Type',
		],
	])('is refused where it %s', (_what, change, finding) => {
		expect(untold(offender(change)).join('\n')).toContain(finding);
	});
});
