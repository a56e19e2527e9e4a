import type { INodeProperties } from 'n8n-workflow';

import { omit } from '../json';
import type { UnsentField } from '../parameters/unsent';
import { EMPTY_FILTERS, LIMIT_FIELDS } from './listOptions';
import { FILTERS_NAME, optionCollection, type Operation, type WriteOperation } from './operation';
import { toolDescription } from './toolDescription';

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/** All fields of an operation, including those that the engine adds, in the order of the editor. */
export function operationFields(operation: Operation): INodeProperties[] {
	return withEngineFields(operation).map(sortMembers);
}

/** Sorts the members of a collection by their labels. */
const sortMembers = (field: INodeProperties): INodeProperties =>
	isCollection(field) && field.options !== undefined
		? { ...field, options: field.options.toSorted(byLabel) }
		: field;

type Member = NonNullable<INodeProperties['options']>[number];

/** Compares code units, since each node sorts its members when n8n loads it. */
const byLabel = (first: Member, second: Member): number =>
	labelOf(first) < labelOf(second) ? -1 : 1;

const labelOf = (member: Member): string =>
	'displayName' in member ? member.displayName : member.name;

/** Adds the options of the engine to those of an operation, and Return All and Limit to a list. */
function withEngineFields(operation: Operation): INodeProperties[] {
	const { kind } = operation;
	const fields = withOptions(operation.fields, engineOptions(operation));
	if (kind !== 'list' || operation.noLimit === true) return fields;
	const firstCollection = fields.findIndex(isCollection);
	const index = firstCollection < 0 ? fields.length : firstCollection;
	return [...fields.slice(0, index), ...LIMIT_FIELDS, ...fields.slice(index)];
}

function withOptions(fields: INodeProperties[], more: INodeProperties[]): INodeProperties[] {
	if (more.length === 0) return fields;
	const ownOptions = fields.find(({ name }) => name === 'options');
	const options = [...(ownOptions?.options ?? []), ...more];
	return [...fields.filter((field) => field !== ownOptions), { ...optionCollection([]), options }];
}

/** The fields of an operation as the editor shows them; those of a delete begin with a notice. */
function panelFields(operation: Operation): INodeProperties[] {
	const fields = operationFields(operation);
	if (operation.kind !== 'write' || operation.value !== 'delete') return fields;
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
const operationPath = ({ name }: INodeProperties): string =>
	name === FILTERS_NAME ? '/operation' : 'operation';

/** Makes a field for the editor: its members are sorted, and what only the engine reads is left out. */
export function panelField(field: INodeProperties): INodeProperties {
	const { options, ...shown } = withoutMarks(sortMembers(field));
	if (!isCollection(field) || options === undefined) return withoutMarks(field);
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

const IF_SOME_FAIL = {
	displayName: 'If Some Items Fail',
	name: 'ifSomeFail',
	unsent: true,
	type: 'options',
	options: [
		{
			name: 'Return All Rows',
			value: 'returnRows',
			description: 'Each row has its own outcome; the workflow stops only if none succeeds',
		},
		{
			name: 'Stop Workflow',
			value: 'stop',
			description:
				'The other items still run, then the workflow stops without rows; the message names up to ten items',
		},
	],
	default: 'returnRows',
	description: 'What happens if items fail or are unknown; ignored if On Error is Continue',
} as const satisfies UnsentField;

export const BATCH_SIZE = {
	displayName: 'Items per Request',
	name: 'batchSize',
	unsent: true,
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 100,
	description: 'The maximum number of items in one request; with 1, each refusal names its item',
} as const satisfies UnsentField;

/** Dry Run is on as soon as it is added, since it protects. */
const DRY_RUN = {
	displayName: 'Dry Run',
	name: 'dryRun',
	unsent: true,
	type: 'boolean',
	typeOptions: { needsValue: true },
	default: true,
	description:
		'Whether to only show what each item would do and in how many requests, without changing anything',
} as const satisfies UnsentField;

/** Each operation adds its description. */
const RETURN_IDS = {
	displayName: 'Return IDs',
	name: 'returnIds',
	unsent: true,
	type: 'boolean',
	default: true,
} as const satisfies UnsentField;

/** The options that the engine adds: those of a write, or the one of filters. */
const engineOptions = (operation: Operation): INodeProperties[] =>
	operation.kind === 'write'
		? writeOptions(operation)
		: operation.fields.some(({ name }) => name === FILTERS_NAME)
			? [EMPTY_FILTERS]
			: [];

const writeOptions = ({
	maxBatchSize,
	defaultBatchSize = BATCH_SIZE.default,
	returnIdsDescription,
}: WriteOperation): INodeProperties[] => [
	IF_SOME_FAIL,
	...(maxBatchSize === 1 ? [] : [{ ...BATCH_SIZE, default: defaultBatchSize }]),
	...(returnIdsDescription === undefined
		? []
		: [{ ...RETURN_IDS, description: returnIdsDescription }]),
	DRY_RUN,
];
