import { isObject, omit, toId, type Json } from '../json';
import { messageWithAdvice, toNodeError } from '../nodeErrors';
import { BATCH_SIZE, ENGINE_OPTIONS, operationFields } from '../operation/nodeProperties';
import type { Payload, WriteOperation } from '../operation/operation';
import type { ParameterValues } from '../parameters/fieldReaders';
import { ParameterReader } from '../parameters/reader';
import { settle, type Item } from './itemOutcomes';
import type { Run } from './run';

/** The options of a whole run. */
export type WriteOptions = ReturnType<typeof writeOptionsOf>;

/**
 * Combines the options of all items, which may differ by expression: the smallest request size, and each
 * switch that one item turns on. If Dry Run cannot be read, the run is a dry run.
 */
function writeOptionsOf(operation: WriteOperation, allParams: readonly ParameterValues[]) {
	const allOptions = allParams.map(({ options }) => (isObject(options) ? options : {}));
	const { maxBatchSize, defaultBatchSize = BATCH_SIZE.default } = operation;
	const sizes = allOptions.map(({ batchSize }) =>
		typeof batchSize === 'number' ? batchSize : defaultBatchSize,
	);
	return {
		batchSize: sizes.reduce((min, size) => Math.min(min, size), maxBatchSize),
		isDryRun: allOptions.some((options) => 'dryRun' in options && options.dryRun !== false),
		/** True if the IDs of new records are looked up in the list. */
		returnsIds: allOptions.some(({ returnIds }) => returnIds === true),
		/** Whether an item without success stops the workflow after all items were sent. */
		stopsOnFailure: allOptions.some(({ ifSomeFail }) => ifSomeFail === 'stop'),
	};
}

/** Reads the payload of each input item, and the options of the run. */
export function readPayloads(
	{ context, sessions }: Run,
	operation: WriteOperation,
): { items: Item[]; options: WriteOptions } {
	const reader = new ParameterReader(context, operationFields(operation));
	const allParams: ParameterValues[] = [];
	const items = sessions.map((session, index): Item => {
		const { values, error } = reader.read(index);
		allParams.push(values);
		const params = withoutEngineOptions(values);
		let payload: Payload | undefined;
		try {
			if (error !== undefined) throw error;
			payload = operation.payload(params);
			if (session instanceof Error) throw session;
			return { state: 'pending', index, session, payload, listedValues: {}, expectedRefusal: '' };
		} catch (thrown) {
			const cause = toNodeError(context, thrown, index);
			payload ??= parameterColumns(operation.identityColumns, params);
			const outcome = { outcome: 'failed', detail: messageWithAdvice(cause) } as const;
			return settle({ index, payload, listedValues: {} }, outcome, { cause });
		}
	});
	return { items, options: writeOptionsOf(operation, allParams) };
}

/** Leaves out the options of the engine, since an operation may send its own options as they are. */
const withoutEngineOptions = (params: ParameterValues): ParameterValues =>
	isObject(params.options)
		? { ...params, options: omit(params.options, ...ENGINE_OPTIONS) }
		: params;

/**
 * Makes the row of an item without a payload from its parameters: single values and lists of them, also
 * those inside collections. A picker shows its ID, or its name in the first column.
 */
function parameterColumns(
	columns: WriteOperation['identityColumns'],
	params: ParameterValues,
): Record<string, Json> {
	const values: Record<string, Json> = {};
	for (const [name, value] of Object.entries(params)) {
		if (isObject(value)) {
			const id = toId(value.id);
			const [title = name] = columns;
			const located = id === undefined ? { [title]: value.name } : { [name]: id };
			Object.assign(values, parameterColumns(columns, columns.includes(name) ? located : value));
		} else if (isScalar(value) || (Array.isArray(value) && value.every(isScalar))) {
			values[name] = value;
		}
	}
	return values;
}

const isScalar = (value: unknown): value is string | number | bigint | boolean =>
	['string', 'number', 'bigint', 'boolean'].includes(typeof value);
