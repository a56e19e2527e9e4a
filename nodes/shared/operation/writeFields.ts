import type { INodeProperties } from 'n8n-workflow';

import type { WriteOperation } from './operation';

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

export const MAX_CONCURRENT_REQUESTS = {
	displayName: 'Max Concurrent Requests',
	name: 'maxConcurrentRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 1,
	description: 'How many requests may be under way at the same time; never two for the same thing',
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
	default: true,
	description:
		'Whether to show what would be done to each item and in how many requests, and change nothing',
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
	returnIdsDescription,
}: WriteOperation): INodeProperties[] => [
	IF_REFUSED,
	...(maxBatchSize === 1 ? [] : [BATCH_SIZE]),
	...(returnIdsDescription === undefined
		? []
		: [{ ...RETURN_IDS, description: returnIdsDescription }]),
	MAX_CONCURRENT_REQUESTS,
	DRY_RUN,
];

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
