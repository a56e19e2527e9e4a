import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from './operation';

const paging: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

const stopIfRefused: INodeProperties = {
	displayName: 'Stop If Any Item Is Refused',
	name: 'stopIfRefused',
	type: 'boolean',
	default: false,
	description:
		'Whether to stop the workflow after all items were sent if any of them did not succeed. Has no effect where On Error is set to continue.',
};

const requestsAtOnce: INodeProperties = {
	displayName: 'Max Concurrent Requests',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 1,
	description:
		'How many requests may be under way at the same time. Items that name the same thing are always sent one after the other.',
};

const batchSize: INodeProperties = {
	displayName: 'Items per Request',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 100,
	description:
		'How many items go into a request at most. With 1, every refusal can be told for certain, at the price of one request an item.',
};

const readBack = (description: string): INodeProperties => ({
	displayName: 'Look Up IDs',
	name: 'readBack',
	type: 'boolean',
	default: false,
	description,
});

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/** The fields of an operation, those of its kind included, in the order the editor shows them. */
export function operationFields(operation: Operation): INodeProperties[] {
	const { fields } = operation;
	if (operation.kind === 'export') return fields;
	if (operation.kind === 'list') {
		if (operation.onePage === true) return fields;
		const end = fields.findIndex((field) => isCollection(field) || field.name === 'simplify');
		const at = end < 0 ? fields.length : end;
		return [...fields.slice(0, at), ...paging, ...fields.slice(at)];
	}
	const options: INodeProperties[] = [
		...(operation.maxBatchSize === 1 ? [] : [batchSize]),
		...(operation.readBackDescription === undefined
			? []
			: [readBack(operation.readBackDescription)]),
		requestsAtOnce,
		stopIfRefused,
	];
	return [
		...fields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options,
		},
	];
}

const RESOURCE = 'logManagement';

const operationSelector: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [],
	default: '',
	displayOptions: { show: { resource: [RESOURCE] } },
};

// n8n finds the words of an operation through its resource: without one, an AI agent would be told
// what the node can do, and not what the chosen operation does.
const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'hidden',
	noDataExpression: true,
	options: [{ name: 'Log Management', value: RESOURCE }],
	default: RESOURCE,
};

/** The operation drop-down and the fields of each operation, shown where it is chosen. */
export function nodeProperties(
	operations: readonly [Operation, ...Operation[]],
): INodeProperties[] {
	const options = operations.map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	}));
	// A node that was only put down changes nothing.
	const first = operations.find(({ value }) => value === 'getAll') ?? operations[0];
	return [
		resource,
		{ ...operationSelector, options, default: first.value },
		...operations.flatMap((operation) =>
			operationFields(operation).map((field) => ({
				...field,
				displayOptions: {
					...field.displayOptions,
					show: { operation: [operation.value], ...field.displayOptions?.show },
				},
			})),
		),
	];
}
