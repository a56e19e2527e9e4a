import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import type { Operation } from '../../../nodes/shared/operation/operation';
import type { Offered } from './allOperations';
import { placesIn, type Place } from './fieldTree';

/** The node that n8n makes of one that is usable as a tool, for an AI agent to call. */
export function toolOf({ description, ...node }: INodeType): INodeType {
	const { usableAsTool: _, ...rest } = structuredClone(description);
	const manual: INodeProperties = {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		default: description.description,
		required: true,
		typeOptions: { rows: 2 },
		description:
			'Explain to the LLM what this tool does, a good, specific description would allow LLMs to produce expected results much more often',
		displayOptions: { show: { descriptionType: ['manual'] } },
	};
	const tool: INodeTypeDescription = {
		...rest,
		name: `${description.name}Tool`,
		displayName: `${description.displayName} Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
		properties: [DESCRIPTION_TYPE, manual, ...rest.properties],
	};
	return { ...node, description: tool };
}

const DESCRIPTION_TYPE: INodeProperties = {
	displayName: 'Tool Description',
	name: 'descriptionType',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Set Automatically',
			value: 'auto',
			description: 'Automatically set based on resource and operation',
		},
		{ name: 'Set Manually', value: 'manual', description: 'Manually set the description' },
	],
	default: 'auto',
};

/** The fields of an operation that hold values, those in collections and rows included. */
const leavesOf = (operation: Operation): Place[] =>
	operationFields(operation).flatMap((field) => placesIn(field, (_members, changed) => [changed]));

/** Types of fields that the editor lets a model fill in. */
const FILLABLE = ['boolean', 'json', 'number', 'resourceLocator', 'string'];

/** The name that a model knows a field by, as the editor makes it of the display name. */
const keyOf = ({ displayName }: INodeProperties): string =>
	displayName.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64);

const fromAi = (field: INodeProperties): string =>
	`={{ $fromAI('${keyOf(field)}', \`${field.description ?? ''}\`, '${typeOf(field)}') }}`;

const typeOf = ({ type }: INodeProperties): string =>
	type === 'resourceLocator' ? 'string' : type;

/** A tool node of an operation, with every field at its first level left to the model that can be. */
export function toolNode(type: INodeType, operation: Operation): INode {
	const fields = operationFields(operation).filter(
		(field) =>
			FILLABLE.includes(field.type) &&
			field.typeOptions?.password !== true &&
			field.typeOptions?.multipleValues !== true,
	);
	const parameters: INodeParameters = Object.fromEntries(
		fields.map((field) => [
			field.name,
			field.type === 'resourceLocator'
				? { __rl: true, mode: field.modes?.at(-1)?.name ?? 'id', value: fromAi(field) }
				: fromAi(field),
		]),
	);
	const { description } = type;
	const given = { ...parameters, operation: operation.value };
	return {
		id: 'tool',
		name: `${operation.action} (tool)`,
		type: `n8n-nodes-log-management.${description.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters:
			NodeHelpers.getNodeParameters(
				description.properties,
				given,
				true,
				false,
				null,
				description,
			) ?? {},
	};
}

const READS = /^(?:Count|List|Search|Read|Collect|Have the service collect)\b/;
const DELETES = /^Delete\b.* for good\b/;
const WRITES = /^(?:Add|Change|Create|Delete|Install|Register|Set|Start the installation|Update)\b/;

/** What an operation's texts keep from a model that has to know what it does, to what, and what it needs. */
export function untold({ node, operation }: Offered): string[] {
	const { value, action, description, scope } = operation;
	const noun = node.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
	const reads = scope.endsWith('.READ');
	const leaves = leavesOf(operation);
	// Fields of one name are shown one at a time.
	const fillable = new Map(
		leaves
			.filter(({ field }) => FILLABLE.includes(field.type))
			.map(({ labels, field }) => [[...labels, field.name].join('.'), field]),
	);
	const keys = [...fillable.values()].map(keyOf);
	return [
		...(action.toLowerCase().includes(noun) ? [] : [`does not name the ${noun} in its action`]),
		...(reads && !READS.test(description) ? ['does not say that it reads'] : []),
		...(!reads && !WRITES.test(description) ? ['does not say what it changes'] : []),
		...(value === 'delete' && !DELETES.test(description)
			? ['does not say that it is for good']
			: []),
		...leaves
			.filter(({ field }) => (field.description ?? '').split(/\s+/).length < 3)
			.map(({ labels }) => `does not describe ${labels.join(' › ')}`),
		...keys
			.filter((key, index) => keys.indexOf(key) !== index)
			.map((key) => `has two fields that a model would know as ${key}`),
	];
}
