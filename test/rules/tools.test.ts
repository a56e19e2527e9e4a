import { describe, expect, it } from '@jest/globals';
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import {
	NodeConnectionTypes,
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod';

import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { nodeNames, nodeType } from '../support/harness/nodePackage';
import { allOperations, namedOperations, type Offered } from '../support/rules/allOperations';

/** The argument of a field that the model defines: its name, and its type in the tool's schema. */
const argumentOf = ({ displayName, type }: INodeProperties): [key: string, type: string] => [
	displayName.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63),
	['boolean', 'number', 'json'].includes(type) ? type : 'string',
];

/** The value that n8n's editor gives such a field. It does not pass on the description. */
function definedByModel(field: INodeProperties): INodeParameters[string] {
	const [key, type] = argumentOf(field);
	const value = `={{ $fromAI('${key}', \`\`, '${type}') }}`;
	const mode = field.modes?.[1]?.name ?? '';
	return field.type === 'resourceLocator' ? { __rl: true, mode, value } : value;
}

const requiredFields = ({ operation }: Offered): INodeProperties[] =>
	operationFields(operation).filter(
		({ required, displayOptions }) => required === true && displayOptions === undefined,
	);

/** The tool that an agent receives for an operation, if the model defines each required field. */
async function toolOf(offered: Offered) {
	const { description: head } = await nodeType(offered.node);
	// The description that n8n derives from a node with a tool description.
	const description = {
		...head,
		name: `${head.name}Tool`,
		outputs: [NodeConnectionTypes.AiTool],
	};
	const given: INodeParameters = {
		resource: 'logManagement',
		operation: offered.operation.value,
		...Object.fromEntries(
			requiredFields(offered).map((field) => [field.name, definedByModel(field)]),
		),
	};
	const node: INode = {
		id: '1',
		name: NodeHelpers.makeNodeName(given, description),
		type: description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const parameters =
		NodeHelpers.getNodeParameters(description.properties, given, true, false, node, description) ??
		given;
	const { response } = createNodeAsTool({
		node: { ...node, parameters },
		nodeType: { description },
		handleToolInvocation: async () => await Promise.resolve(''),
	});
	return { tool: response, nodeName: node.name };
}

it('every operation of every node but a trigger is a tool with a unique name and description', async () => {
	const types = await Promise.all((await nodeNames()).map(nodeType));
	const operations = types
		.filter(({ description }) => description.inputs.length > 0)
		.flatMap(({ description: { properties } }) =>
			properties.flatMap(({ name, options = [] }) => (name === 'operation' ? options : [])),
		);
	const tools = await Promise.all(allOperations.map(toolOf));
	expect(new Set(tools.map(({ tool }) => tool.name)).size).toBe(operations.length);
	expect(new Set(tools.map(({ tool }) => tool.description)).size).toBe(operations.length);
});

describe.each(namedOperations)('an AI agent that has %s as a tool', (_name, offered) => {
	const { operation } = offered;
	const fields = requiredFields(offered);

	it('reads its whole name, what it does and where, and what it needs', async () => {
		const { tool, nodeName } = await toolOf(offered);
		expect(tool.name).toBe(nodeName.replaceAll(' ', '_'));
		expect(tool.description.startsWith(operation.description)).toBe(true);
		expect(tool.description).toContain('ManageEngine EventLog Analyzer or Log360');
		for (const { displayName } of fields) expect(tool.description).toContain(displayName);
		expect(tool.description.includes('Needs')).toBe(fields.length > 0);
		// OpenAI takes no longer description.
		expect(tool.description.length).toBeLessThan(1024);
	});

	it('reads whether it changes something, and whether that can be undone', async () => {
		const { description } = (await toolOf(offered)).tool;
		const isRead = operation.scope.endsWith('.READ');
		expect(description.includes('Changes nothing.')).toBe(isRead);
		expect(/Changes its .*Returns outcome/.test(description)).toBe(!isRead);
		expect(description.includes('cannot be undone')).toBe(operation.value === 'delete');
	});

	it('has an argument for each required field', async () => {
		const { schema } = (await toolOf(offered)).tool;
		if (!(schema instanceof z.ZodObject)) throw new Error('The schema is no object');
		const types = Object.entries(schema.shape).map(([key, type]) => [
			key,
			type instanceof z.ZodString ? 'string' : 'another type',
		]);
		expect(types).toEqual(fields.map(argumentOf));
	});
});
