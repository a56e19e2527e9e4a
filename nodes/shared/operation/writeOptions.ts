import type { INodeProperties } from 'n8n-workflow';

import { marks } from '../parameters/presence';
import type { UnsentField } from '../parameters/unsent';
import type { MaybeRead, Values } from '../parameters/values';
import type { WriteOperation } from './operation';

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

const BATCH_SIZE = {
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
	typeOptions: marks('needsValue'),
	default: true,
	description:
		'Whether to only show what each item would do and in how many requests, without changing anything',
} as const satisfies UnsentField;

/** Each operation adds its description. */
export const RETURN_IDS = {
	displayName: 'Return IDs',
	name: 'returnIds',
	unsent: true,
	type: 'boolean',
	default: true,
} as const satisfies UnsentField;

/** The options that the engine adds to those of a write. */
export const writeOptions = ({
	maxBatchSize,
	defaultBatchSize = maxBatchSize,
	returnIdsDescription,
}: WriteOperation): INodeProperties[] => [
	IF_SOME_FAIL,
	...(maxBatchSize === 1 ? [] : [{ ...BATCH_SIZE, default: defaultBatchSize }]),
	...(returnIdsDescription === undefined
		? []
		: [{ ...RETURN_IDS, description: returnIdsDescription }]),
	DRY_RUN,
];

/** The values of the options that the engine adds to those of a write. */
export type WriteOptionValues = MaybeRead<
	Values<[typeof IF_SOME_FAIL, typeof BATCH_SIZE, typeof RETURN_IDS, typeof DRY_RUN]>
>;
