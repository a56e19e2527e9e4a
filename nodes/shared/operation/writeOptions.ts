import type { INodeProperties } from 'n8n-workflow';

import type { ParameterValues } from '../parameters/fieldReaders';
import type { UnsentField } from '../parameters/unsent';
import type { WriteOperation } from './operation';

const STOP = 'stop';

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
			value: STOP,
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
	typeOptions: { needsValue: true },
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

/** The options of a whole run. */
export type WriteOptions = ReturnType<typeof combineWriteOptions>;

/**
 * Combines the options of all items, which may differ by expression: the smallest request size, and each
 * switch that one item turns on. If Dry Run cannot be read, the run is a dry run.
 */
export function combineWriteOptions(
	{ maxBatchSize, defaultBatchSize = BATCH_SIZE.default }: WriteOperation,
	allOptions: readonly ParameterValues[],
) {
	const sizes = allOptions.map(({ [BATCH_SIZE.name]: size }) =>
		typeof size === 'number' ? size : defaultBatchSize,
	);
	return {
		batchSize: sizes.reduce((min, size) => Math.min(min, size), maxBatchSize),
		isDryRun: allOptions.some(
			(options) => DRY_RUN.name in options && options[DRY_RUN.name] !== false,
		),
		/** True if the IDs of new records are looked up in the list. */
		returnsIds: allOptions.some((options) => options[RETURN_IDS.name] === true),
		/** True if an item without success stops the workflow after all items were sent. */
		stopsOnFailure: allOptions.some((options) => options[IF_SOME_FAIL.name] === STOP),
	};
}
