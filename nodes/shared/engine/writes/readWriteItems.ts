import { isObject, type Id, type Json } from '../../json';
import { messageWithAdvice, toNodeError } from '../../nodeErrors';
import type { WriteOperation } from '../../operation/operation';
import type { WriteOptionValues } from '../../operation/writeOptions';
import type { ParameterValues } from '../../parameters/fieldReaders';
import type { Intent, Payload } from '../../records/intent';
import { readParameters } from '../readParameters';
import type { Run } from '../run';
import { settle, type WriteItem } from './writeItem';

/** The options of a whole run. */
type WriteOptions = ReturnType<typeof combineWriteOptions>;

/** Combines the options of all items: the smallest size, and each switch that is on. An unreadable Dry Run is on. */
function combineWriteOptions(
	{ maxBatchSize, defaultBatchSize = maxBatchSize }: WriteOperation,
	allOptions: readonly WriteOptionValues[],
) {
	const sizes = allOptions.map(({ batchSize = defaultBatchSize }) => batchSize);
	return {
		batchSize: sizes.reduce((min, size) => Math.min(min, size), maxBatchSize),
		isDryRun: allOptions.some((options) => 'dryRun' in options && options.dryRun !== false),
		/** True if the IDs of new records are looked up in the list. */
		returnsIds: allOptions.some(({ returnIds }) => returnIds === true),
		/** True if an item without success stops the workflow after all items were sent. */
		stopsOnFailure: allOptions.some(({ ifSomeFail }) => ifSomeFail === 'stop'),
	};
}

/** Reads the intent of each input item, and the options of the run. */
export async function readWriteItems(
	run: Run,
	operation: WriteOperation,
): Promise<{ items: WriteItem[]; options: WriteOptions }> {
	const { context } = run;
	const allParams = await readParameters(run, operation);
	const items = allParams.map(({ session, params, error }, index): WriteItem => {
		let intent: Intent | undefined;
		try {
			if (error !== undefined) throw error;
			intent = operation.intent(params);
			if (session instanceof Error) throw session;
			return { ...intent, index, session, id: intent.target.id };
		} catch (thrown) {
			const cause = toNodeError(context, thrown, index);
			intent ??= { target: {}, payload: identityOf(operation, params) };
			const outcome = { outcome: 'failed', detail: messageWithAdvice(cause) } as const;
			return settle(operation, { ...intent, index, id: intent.target.id }, outcome, cause);
		}
	});
	const allOptions = allParams.map(({ params }) => params.unsent);
	return { items, options: combineWriteOptions(operation, allOptions) };
}

/** Returns the names and IDs of an item without an intent. A picker gives its ID, or its name in the first column. */
function identityOf({ identityColumns }: WriteOperation, params: ParameterValues): Payload {
	const [title = ''] = identityColumns;
	const values = { ...(isObject(params.options) && params.options), ...params };
	const identity: Record<string, Json> = {};
	for (const column of identityColumns) {
		const value = values[column];
		const { id, name } = isObject(value) ? value : { id: value };
		if (isNameOrId(name)) identity[title] = name;
		if (isNameOrId(id)) identity[column] = id;
	}
	return identity;
}

const isNameOrId = (value: unknown): value is string | Id =>
	['string', 'number', 'bigint'].includes(typeof value);
