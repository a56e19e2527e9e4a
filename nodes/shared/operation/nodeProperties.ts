import type { INodeProperties } from 'n8n-workflow';

import { omit } from '../json';
import { isFilters } from '../parameters/presence';
import type { Operation } from './operation';
import { operationFields } from './operationFields';
import { toolDescription } from './toolDescription';

/** Returns the fields of an operation as the editor shows them. A deletion begins with a notice. */
function panelFields(operation: Operation): INodeProperties[] {
	const fields = operationFields(operation);
	if (operation.kind !== 'write' || operation.deletes === undefined) return fields;
	const notice: INodeProperties = {
		displayName: `Deletes ${operation.list.plural}: this cannot be undone`,
		name: 'cannotBeUndone',
		type: 'notice',
		default: '',
	};
	return [notice, ...fields];
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

// n8n finds the action of an operation through its resource. Without a resource, an AI agent would
// read the description of the node instead of the operation.
const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'hidden',
	noDataExpression: true,
	options: [{ name: 'Log Management', value: RESOURCE }],
	default: RESOURCE,
};

/** Replaces n8n's own tool description, which names neither the product nor the values. */
const TOOL_DESCRIPTION = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	description: 'The description that the model reads when it chooses a tool',
} as const satisfies Partial<INodeProperties>;

/**
 * The name of the operation in a field's display options. The editor clears a collection when a parameter
 * named there changes, but not one named by a path from the root. So Filters keep their values.
 */
const operationPath = (field: INodeProperties): string =>
	isFilters(field) ? '/operation' : 'operation';

/** Makes a field for the editor: removes the marks that only this package reads, also those of members. */
export function panelField(field: INodeProperties): INodeProperties {
	const { options, ...shown } = withoutMarks(field);
	if (options === undefined) return shown;
	return { ...shown, options: options.map((each) => ('type' in each ? withoutMarks(each) : each)) };
}

const withoutMarks = (
	field: INodeProperties & { resolvedIn?: unknown; unsent?: unknown },
): INodeProperties => omit(field, 'resolvedIn', 'unsent');

/** Makes the properties of a node: the operation drop-down and the fields of each operation. */
export function nodeProperties(
	operations: readonly [Operation, ...Operation[]],
): INodeProperties[] {
	const options = operations.map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	}));
	// A node that was just added must only read.
	const preset = operations.find(({ value }) => value === 'getAll') ?? operations[0];
	return [
		resource,
		{ ...operationSelector, options, default: preset.value },
		...operations.map((operation) => ({
			...TOOL_DESCRIPTION,
			default: toolDescription(operation),
			displayOptions: { show: { '@tool': [true], operation: [operation.value] } },
		})),
		...operations.flatMap((operation) =>
			panelFields(operation).map((field) => ({
				...panelField(field),
				displayOptions: {
					...field.displayOptions,
					show: { [operationPath(field)]: [operation.value], ...field.displayOptions?.show },
				},
			})),
		),
	];
}

/** The expression for the text below a node's name in the editor: "Get Many: Log Source". */
export const subtitleOf = (resourceLabel: string, operations: readonly Operation[]): string => {
	const names = Object.fromEntries(operations.map(({ value, name }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter["operation"]] }}: ${resourceLabel}`;
};
