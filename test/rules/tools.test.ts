import { expect, it } from '@jest/globals';
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';

import { nodeNames, nodeType } from '../support/harness/nodePackage';
import { chain } from '../support/harness/workflow';
import { nodeOf } from '../support/host/definitions';
import { allOperations, namedOperations, type Offered } from '../support/rules/allOperations';

/** The name, the description and the node of the tool that an agent receives for an operation. */
async function toolOf({ node: type, operation }: Offered) {
	const { description: head } = await nodeType(type);
	// The description that n8n derives from a node with a tool description.
	const name = `${head.name}Tool`;
	const description = { ...head, name, outputs: [NodeConnectionTypes.AiTool] };
	const parameters = { resource: 'logManagement', operation: operation.value };
	const node = nodeOf(NodeHelpers.makeNodeName(parameters, description), name, parameters);
	const workflow = await chain([node], { [node.type]: { description } });
	const [withDefaults = node] = Object.values(workflow.nodes);
	const { response } = createNodeAsTool({
		node: withDefaults,
		nodeType: { description },
		handleToolInvocation: async () => await Promise.resolve(''),
	});
	return { name: response.name, description: response.description, nodeName: node.name };
}

it('every operation of every node but a trigger is a tool with a unique name and description', async () => {
	const types = await Promise.all((await nodeNames()).map(nodeType));
	const operations = types
		.filter(({ description }) => description.inputs.length > 0)
		.flatMap(({ description: { properties } }) =>
			properties.flatMap(({ name, options = [] }) => (name === 'operation' ? options : [])),
		);
	const tools = await Promise.all(allOperations.map(toolOf));
	expect(new Set(tools.map(({ name }) => name)).size).toBe(operations.length);
	expect(new Set(tools.map(({ description }) => description)).size).toBe(operations.length);
});

it.each(namedOperations)(
	'an AI agent reads a constant text of what the tool %s does and returns',
	async (_name, offered) => {
		const { operation } = offered;
		const { name, description, nodeName } = await toolOf(offered);
		expect(name).toBe(nodeName.replaceAll(' ', '_'));
		expect(description.startsWith(operation.description)).toBe(true);
		expect(description).toMatch(/ManageEngine EventLog Analyzer or Log360\..* Returns [^={]+\.$/);
		const isRead = operation.scope.endsWith('.READ');
		expect(description.includes('Changes nothing.')).toBe(isRead);
		expect(/Each call changes one .*Returns outcome/.test(description)).toBe(!isRead);
		expect(description.includes('cannot be undone')).toBe(operation.value === 'delete');
		// OpenAI takes no longer description.
		expect(description.length).toBeLessThan(1024);
	},
);
