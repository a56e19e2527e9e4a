import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../http/apiError';
import { isObject, shownJson, toId, shownId } from '../json';
import { operationFields, BATCH_SIZE, MAX_CONCURRENT_REQUESTS } from '../operation/nodeProperties';
import type { Completion, Payload, WriteOperation } from '../operation/operation';
import { asInvalidParameterOrThrow } from '../parameters/invalidParameter';
import { ParameterReader } from '../parameters/reader';
import type { ParameterValues } from '../parameters/validate';
import type { Run } from './context';
import { issueOf, toNodeError } from './nodeErrors';
import { isPending, type PendingItem, type WriteItem } from './writeItems';

/** Reads what each input item asks for, compared with what the service holds, and the options of the run. */
export async function prepareItems(
	run: Run,
	operation: WriteOperation,
): Promise<{ items: WriteItem[]; options: WriteOptions }> {
	const { items, options } = readItems(run, operation);
	return { items: await completeItems(run, operation, items), options };
}

function readItems(
	run: Run,
	operation: WriteOperation,
): { items: WriteItem[]; options: WriteOptions } {
	const { context, service } = run;
	const reader = new ParameterReader(context, operationFields(operation));
	const all: ParameterValues[] = [];
	const items = context.getInputData().map((_, index): WriteItem => {
		const invalid = (error: unknown): WriteItem => {
			const allowed = reader.readAllowed(index);
			all.push(allowed);
			return failed(context, error, { index, sent: shownOfParams(operation, allowed) });
		};
		let params: ParameterValues;
		try {
			params = reader.read(index);
		} catch (error) {
			// n8n throws errors of many kinds for an expression.
			return invalid(error);
		}
		try {
			const payload = operation.payload(params);
			operation.notes?.(payload).forEach((message) => service.note(message));
			all.push(params);
			return { index, payload, sent: shownOf(operation, payload) };
		} catch (error) {
			return invalid(asInvalidParameterOrThrow(error));
		}
	});
	return { items, options: writeOptions(all) };
}

async function completeItems(
	run: Run,
	operation: WriteOperation,
	items: readonly WriteItem[],
): Promise<WriteItem[]> {
	const pending = items.filter(isPending);
	if (operation.complete === undefined || pending.length === 0) return [...items];
	const { context, service } = run;
	try {
		const payloads = pending.map(({ payload }) => payload);
		const completed = await operation.complete(payloads, service);
		return items.map((item) =>
			isPending(item) ? completedItem(run, operation, item, completed) : item,
		);
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		return items.map((item) => (isPending(item) ? failed(context, apiError, item) : item));
	}
}

function completedItem(
	{ context }: Run,
	operation: WriteOperation,
	item: PendingItem,
	completed: ReadonlyMap<Payload, Completion>,
): WriteItem {
	const completion = completed.get(item.payload);
	if (completion === undefined) return item;
	if ('error' in completion) return failed(context, completion.error, item);
	if ('outcome' in completion) return { ...item, outcome: completion.outcome };
	if ('sameAs' in completion) {
		const { sameAs, detail } = completion;
		// The other item is named by its payload as it was read, and may be sent completed.
		const other = completed.get(sameAs);
		const payload = other !== undefined && 'send' in other ? other.send : sameAs;
		return { ...item, sameAs: { payload, detail } };
	}
	const payload = completion.send;
	return { ...item, payload, sent: shownOf(operation, payload) };
}

function failed(
	context: Run['context'],
	error: unknown,
	{ index, sent }: Pick<WriteItem, 'index' | 'sent'>,
): WriteItem {
	const cause = toNodeError(context, error, index);
	return { index, sent, cause, outcome: { outcome: 'failed', detail: issueOf(cause) } };
}

const shownOf = (operation: WriteOperation, payload: Payload): IDataObject =>
	shownJson(operation.visibleFields?.(payload) ?? payload);

/** The names and ids among parameters and in their collections, of an item of which others are not allowed. */
function shownOfParams({ columns, listed }: WriteOperation, params: ParameterValues): IDataObject {
	const shown: IDataObject = {};
	const places = [params, ...Object.values(params).filter(isObject)];
	for (const column of columns) {
		const value = places.map((place) => place[column]).find((each) => each !== undefined);
		if (isObject(value)) {
			const id = toId(value.id);
			if (id !== undefined) shown[column] = shownId(id);
			else if (listed !== undefined && typeof value.name === 'string') {
				shown[listed.list.name] = value.name;
			}
		} else if (typeof value === 'string' || typeof value === 'number') shown[column] = value;
		else if (typeof value === 'bigint') shown[column] = shownId(value);
	}
	return shown;
}

/** What the user sets for a whole run. */
export interface WriteOptions {
	batchSize: number;
	maxConcurrentRequests: number;
	/** Whether only what would be sent is shown. */
	isDryRun: boolean;
	/** Whether the ids of all items are read from a listing. */
	returnsIds: boolean;
	/** Whether one item that did not succeed stops the workflow once all were sent. */
	stopsOnRefusal: boolean;
}

/**
 * The options of a run. An expression may give each item its own: the most careful one holds for all.
 * @param items the parameters of each item
 */
export function writeOptions(items: readonly ParameterValues[]): WriteOptions {
	const all = items.map(({ options }) => (isObject(options) ? options : {}));
	const least = (field: { name: string; default: number }): number =>
		all.reduce((most, { [field.name]: value }) => {
			const count = typeof value === 'number' ? value : field.default;
			return Math.min(most, count);
		}, Infinity);
	return {
		batchSize: least(BATCH_SIZE),
		maxConcurrentRequests: least(MAX_CONCURRENT_REQUESTS),
		isDryRun: all.some(({ dryRun }) => dryRun === true),
		returnsIds: all.some(({ returnIds }) => returnIds === true),
		stopsOnRefusal: all.some(({ ifRefused }) => ifRefused === 'stop'),
	};
}
