import type { INodeProperties } from 'n8n-workflow';

import { labelOf } from '../parameters/invalidParameter';
import { FILTERS_NAME, PAGING } from './listFields';
import type { WriteOperation, Operation } from './operation';
import { toolDescription } from './toolDescription';

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/** The fields of an operation, those of its kind included, in the order the editor shows them. */
export function operationFields(operation: Operation): INodeProperties[] {
	return withEngineFields(operation).map(sortOptions);
}

/** Sorts the options of a collection by their names, as the editor offers them. */
export const sortOptions = (field: INodeProperties): INodeProperties =>
	isCollection(field) && field.options !== undefined
		? { ...field, options: field.options.toSorted(byName) }
		: field;

/** A collator would take a fifth of the time that n8n takes to load the package. */
const byName = (
	one: NonNullable<INodeProperties['options']>[number],
	other: NonNullable<INodeProperties['options']>[number],
): number => (labelOf(one) < labelOf(other) ? -1 : 1);

function withEngineFields(operation: Operation): INodeProperties[] {
	const { kind, fields } = operation;
	if (kind === 'write') return writeFields(operation);
	if (kind === 'get' || operation.noLimit === true) return fields;
	const end = fields.findIndex(isCollection);
	const at = end < 0 ? fields.length : end;
	return [...fields.slice(0, at), ...PAGING, ...fields.slice(at)];
}

/** The fields of an operation as the editor shows them: with what cannot be undone. */
function panel(operation: Operation): INodeProperties[] {
	const fields = operationFields(operation);
	if (operation.kind !== 'write' || operation.value !== 'delete') return fields;
	const notice: INodeProperties = {
		displayName: `Deletes ${operation.list.nouns} for good: this cannot be undone`,
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

/** n8n adds a description that names neither the product nor the values, unless a node has this field. */
const TOOL_DESCRIPTION = {
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	description: 'What the model reads when it chooses among its tools',
} as const satisfies Partial<INodeProperties>;

/**
 * How a field names the operation it is shown for. The editor empties a collection that names the
 * changed parameter itself; a path from the root keeps the filters.
 */
const keyOf = ({ name }: INodeProperties): string =>
	name === FILTERS_NAME ? '/operation' : 'operation';

/** The operation drop-down and the fields of each operation, shown with it. */
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
		...operations.map((operation) => ({
			...TOOL_DESCRIPTION,
			default: toolDescription(operation),
			displayOptions: { show: { '@tool': [true], operation: [operation.value] } },
		})),
		...operations.flatMap((operation) =>
			panel(operation).map((field) => ({
				...field,
				displayOptions: {
					...field.displayOptions,
					show: { [keyOf(field)]: [operation.value], ...field.displayOptions?.show },
				},
			})),
		),
	];
}

/** The text below a node's name in the editor, an expression: "Get Many: Log Source". */
export const subtitleOf = (resource: string, operations: readonly Operation[]): string => {
	const names = Object.fromEntries(operations.map(({ value, name }) => [value, name]));
	return `={{ (${JSON.stringify(names)})[$parameter["operation"]] }}: ${resource}`;
};

const IF_REFUSED = {
	displayName: 'If Some Items Are Refused',
	name: 'ifRefused',
	type: 'options',
	options: [
		{
			name: 'Go On',
			value: 'goOn',
			description: 'Each item has its own outcome; the workflow stops if none succeeds',
		},
		{
			name: 'Stop After All Were Sent',
			value: 'stop',
			description: 'The workflow stops, without rows: the message names the items',
		},
	],
	default: 'goOn',
	description: 'What happens if an item does not succeed; without effect if On Error is Continue',
} as const satisfies INodeProperties;

export const BATCH_SIZE = {
	displayName: 'Items per Request',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 100,
	description: 'How many items go into a request at most; with 1, each refusal names its item',
} as const satisfies INodeProperties;

/** On as soon as somebody adds it: it protects. */
const DRY_RUN = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	typeOptions: { needsValue: true },
	default: true,
	description:
		'Whether to show what would be done to each item and in how many requests, and change nothing',
	builderHint: { propertyHint: 'Set it before the first run of a Delete or of many items' },
} as const satisfies INodeProperties;

/** Its description is the operation's own. */
const RETURN_IDS = {
	displayName: 'Return IDs',
	name: 'returnIds',
	type: 'boolean',
	default: true,
} as const satisfies INodeProperties;

/** What every write offers beside its own options. */
const engineOptions = ({
	maxBatchSize,
	defaultBatchSize = BATCH_SIZE.default,
	returnIdsDescription,
}: WriteOperation): INodeProperties[] => [
	IF_REFUSED,
	...(maxBatchSize === 1 ? [] : [{ ...BATCH_SIZE, default: defaultBatchSize }]),
	...(returnIdsDescription === undefined
		? []
		: [{ ...RETURN_IDS, description: returnIdsDescription }]),
	DRY_RUN,
];

/** The names of the options that the engine reads; they say nothing of an item. */
export const ENGINE_OPTIONS: ReadonlySet<string> = new Set(
	[IF_REFUSED, BATCH_SIZE, RETURN_IDS, DRY_RUN].map(({ name }) => name),
);

const OPTIONS = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
} as const satisfies INodeProperties;

/** Declares the options that an operation has of its own, beside those of every write. */
export const ownOptions = <const O extends INodeProperties[]>(
	...options: O
): typeof OPTIONS & { options: O } => ({ ...OPTIONS, options });

/** The fields of a write, with the options of every write at their end. */
export function writeFields(operation: WriteOperation): INodeProperties[] {
	const { fields } = operation;
	const own = fields.find(({ name }) => name === OPTIONS.name);
	const options = [...(own?.options ?? []), ...engineOptions(operation)];
	return [...fields.filter((field) => field !== own), { ...OPTIONS, options }];
}
