import { describe, expect, it } from '@jest/globals';
import { createNodeAsTool } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import {
	NodeConnectionTypes,
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { asText } from '../../nodes/shared/texts';
import { operationFields } from '../../nodes/shared/operation/nodeProperties';
import { toolDescription } from '../../nodes/shared/operation/toolDescription';
import { localNode, nodeNames, nodeType } from '../support/harness/nodePackage';
import { chain } from '../support/harness/workflow';
import { nodeOf } from '../support/host/definitions';
import {
	allOperations,
	namedOperations,
	operationOf,
	type Offered,
} from '../support/rules/allOperations';
import { fieldPaths } from '../support/rules/fieldTree';

/** The name of the argument of a field that the model defines. */
const argumentOf = ({ displayName }: INodeProperties): string =>
	displayName.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);

/** The value that n8n's editor gives such a field. It does not pass on the description. */
function definedByModel(field: INodeProperties): INodeParameters[string] {
	const value = `={{ $fromAI('${argumentOf(field)}', \`\`, 'string') }}`;
	const mode = field.modes?.[1]?.name ?? '';
	return field.type === 'resourceLocator' ? { __rl: true, mode, value } : value;
}

const requiredFields = ({ operation }: Offered): INodeProperties[] =>
	operationFields(operation).filter(
		({ required, displayOptions }) => required === true && displayOptions === undefined,
	);

/** The name, the description and the node of the tool that an agent receives for an operation. */
async function toolOf({ node: type, operation }: Offered, set: INodeParameters) {
	const { description: head } = await nodeType(type);
	// The description that n8n derives from a node with a tool description.
	const name = `${head.name}Tool`;
	const description = { ...head, name, outputs: [NodeConnectionTypes.AiTool] };
	const parameters = { resource: 'logManagement', operation: operation.value, ...set };
	const node = nodeOf(NodeHelpers.makeNodeName(parameters, description), name, parameters);
	const workflow = await chain([node], { [node.type]: localNode(node.type, { description }) });
	const [withDefaults = node] = Object.values(workflow.nodes);
	const text = asText(withDefaults.parameters['toolDescription']);
	const { expression } = workflow;
	const items = [{ json: {} }];
	const resolved = expression.getParameterValue(text, null, 0, 0, node.name, items, 'manual', {});
	const { response } = createNodeAsTool({
		node: {
			...withDefaults,
			parameters: { ...withDefaults.parameters, toolDescription: resolved },
		},
		nodeType: { description },
		handleToolInvocation: async () => await Promise.resolve(''),
	});
	return { name: response.name, description: response.description, nodeName: node.name };
}

/** The tool of an operation whose required fields the model defines. */
const openTool = async (offered: Offered) =>
	await toolOf(
		offered,
		Object.fromEntries(requiredFields(offered).map((field) => [field.name, definedByModel(field)])),
	);

it('every operation of every node but a trigger is a tool with a unique name and description', async () => {
	const types = await Promise.all((await nodeNames()).map(nodeType));
	const operations = types
		.filter(({ description }) => description.inputs.length > 0)
		.flatMap(({ description: { properties } }) =>
			properties.flatMap(({ name, options = [] }) => (name === 'operation' ? options : [])),
		);
	const tools = await Promise.all(allOperations.map(openTool));
	expect(new Set(tools.map(({ name }) => name)).size).toBe(operations.length);
	expect(new Set(tools.map(({ description }) => description)).size).toBe(operations.length);
});

it.each(namedOperations)(
	'an AI agent reads what the tool %s does, and which argument fills which field',
	async (_name, offered) => {
		const { operation } = offered;
		const { name, description, nodeName } = await openTool(offered);
		expect(name).toBe(nodeName.replaceAll(' ', '_'));
		expect(description.startsWith(operation.description)).toBe(true);
		expect(description).toContain('ManageEngine EventLog Analyzer or Log360');
		for (const field of requiredFields(offered)) {
			expect(description).toContain(`: argument ${argumentOf(field)}`);
		}
		const isRead = operation.scope.endsWith('.READ');
		expect(description.includes('Changes nothing.')).toBe(isRead);
		expect(/Changes its .*Returns outcome/.test(description)).toBe(!isRead);
		expect(description.includes('cannot be undone')).toBe(operation.value === 'delete');
		// OpenAI takes no longer description. An n8n before 2.41 shows the model the expression itself.
		expect(description.length).toBeLessThan(1024);
		expect(toolDescription(operation).length).toBeLessThan(1024);
	},
);

describe('the settings of a tool', () => {
	const describeTool = async (name: string, parameters: INodeParameters): Promise<string> => {
		const [node = '', value = ''] = name.split('.');
		const offered = { node, operation: operationOf(`${node}.${value}`) };
		return (await toolOf(offered, parameters)).description.replace(/^.* Settings: /, '');
	};
	const fromModel = "={{ $fromAI('key', 'A { text } that says more', 'string') }}";
	const fromEditor =
		"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Severity', `one of {{x}}`, 'string') }}";
	const named = (value: string) => ({ __rl: true, mode: 'name', value });

	it.each<[string, INodeParameters, string]>([
		['alert.count', { groupBy: 'severity' }, 'time range: last24Hours; group by: severity'],
		['logSource.get', { log_source_id: named(fromEditor) }, 'log source: argument Severity'],
		[
			'alert.getAll',
			{ timeRange: 'between', start_time: fromModel, end_time: '={{ $now }}' },
			'time range: between; start time: argument key; end time: computed; limit: 50',
		],
		[
			'logSource.getAll',
			{ filters: { domain_name: named('CORP'), silentForHours: fromModel } },
			'limit: 50; domain name: CORP; silent for hours: argument key',
		],
		[
			'logSource.update',
			{
				log_source_id: named('WEB01'),
				updateFields: { log_collection_status: 'disabled' },
				options: { dryRun: true },
			},
			'log source: WEB01; log collection status: disabled; dry run: true',
		],
		[
			'alert.count',
			{
				filters: {
					severity: ['critical'],
					conditions: { condition: [{ field: 'EVENTID', value: fromModel }] },
				},
			},
			'time range: last24Hours; group by: none; conditions: {"condition":[{"field":"EVENTID","value":"argument key"}]}; severity: ["critical"]',
		],
		['domain.getAll', { returnAll: true }, 'return all: true'],
		['agent.add', { credentials: { password: 'secret', user_name: 'root' } }, 'none'],
	])('of %s with %j are what was set', async (name, parameters, settings) => {
		expect(await describeTool(name, parameters)).toBe(settings);
	});

	it('a password stands only in fields that no description shows', () => {
		const holders = allOperations.flatMap(({ operation }) =>
			fieldPaths(operationFields(operation))
				.filter(({ field }) => field.typeOptions?.password === true)
				.map(({ path }) => path.split('.')[0]),
		);
		expect(new Set(holders)).toEqual(new Set(['credentials']));
	});
});
