import type { INodeProperties } from 'n8n-workflow';

import type { WriteOperation } from './operation';

export const IF_REFUSED = {
	displayName: 'If Some Items Are Refused',
	name: 'ifRefused',
	type: 'options',
	options: [
		{ name: 'Go On', value: 'goOn', description: 'Each item tells its own outcome' },
		{
			name: 'Stop After All Were Sent',
			value: 'stop',
			description: 'The workflow stops where any item did not succeed',
		},
	],
	default: 'goOn',
	description:
		'What happens where some items succeed and others are refused or have an unknown result. Where no item succeeds, the workflow stops. Has no effect where On Error is set to continue.',
} as const satisfies INodeProperties;

export const MAX_CONCURRENT_REQUESTS = {
	displayName: 'Max Concurrent Requests',
	name: 'maxConcurrentRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 1,
	description:
		'How many requests may be under way at the same time. Items that name the same thing are always sent one after the other.',
} as const satisfies INodeProperties;

export const BATCH_SIZE = {
	displayName: 'Items per Request',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 100,
	description:
		'How many items go into a request at most. With 1, it is always clear which item was refused, but each item takes a request.',
} as const satisfies INodeProperties;

export const DRY_RUN = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to tell what would be sent, and in how many requests, without changing anything. Lists may be read to complete an item; nothing else is sent.',
} as const satisfies INodeProperties;

/** Its description is the operation's own. */
export const LOOK_UP = {
	displayName: 'Look Up Results',
	name: 'lookUpResults',
	type: 'boolean',
	default: true,
} as const satisfies INodeProperties;

/** What every write offers beside its own fields: what a refusal stops, and its options. */
export const writeFields = ({
	maxBatchSize,
	lookUpDescription,
}: WriteOperation): INodeProperties[] => [
	IF_REFUSED,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			...(maxBatchSize === 1 ? [] : [BATCH_SIZE]),
			...(lookUpDescription === undefined ? [] : [{ ...LOOK_UP, description: lookUpDescription }]),
			MAX_CONCURRENT_REQUESTS,
			DRY_RUN,
		],
	},
];
