import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import { requestName } from '../http/request';
import { type JsonObject } from '../json';
import { messageWithAdvice } from '../nodeErrors';
import type { WriteOperation } from '../operation/operation';
import { nameKey } from '../texts';
import {
	successTextOf,
	settle,
	successOf,
	type PendingItem,
	type SettledItem,
} from './itemOutcomes';
import type { Progress } from './progress';
import type { Run, Session } from './run';

/**
 * Divides items among requests in the order of the input. A request has at most `size` items, all of one
 * group, and no two with the same key; items that share a key keep their order.
 */
export function divideIntoBatches(
	operation: WriteOperation,
	items: readonly PendingItem[],
	size: number,
): PendingItem[][] {
	const batches: PendingItem[][] = [];
	const lastBatchWith = new Map<string, number>();
	/** The indexes of the batches that may take more items, by group. */
	const openBatches = new Map<string, number[]>();
	for (const item of items) {
		const keys = operation.conflictKeys?.(item.payload).map(nameKey) ?? [];
		const group = operation.group?.(item.payload) ?? '';
		const lastConflict = keys.reduce((max, key) => Math.max(max, lastBatchWith.get(key) ?? -1), -1);
		const open = (openBatches.get(group) ?? []).filter(
			(index) => (batches[index]?.length ?? 0) < size,
		);
		const batchIndex = open.find((index) => index > lastConflict) ?? batches.length;
		(batches[batchIndex] ??= []).push(item);
		openBatches.set(group, open.includes(batchIndex) ? open : [...open, batchIndex]);
		for (const key of keys) lastBatchWith.set(key, batchIndex);
	}
	return batches;
}

/** Makes the request of a batch. */
const requestOf = (operation: WriteOperation, items: readonly PendingItem[]) => {
	const [first, ...others] = items.map(({ payload }) => payload);
	if (first === undefined) throw new Error('A request has no items');
	return operation.request([first, ...others]);
};

/**
 * Settles items as planned instead of sending them. Each row names its request and the number of the request.
 * @param plannedBefore the number of requests planned so far
 */
export const planBatches = (
	operation: WriteOperation,
	batches: ReadonlyArray<readonly PendingItem[]>,
	plannedBefore: number,
): SettledItem[] =>
	batches.flatMap((items, index) => {
		const request = requestName(requestOf(operation, items));
		return items.map((item) => {
			const done = successTextOf(operation, item.payload);
			const warning =
				item.expectedRefusal === ''
					? ''
					: `, but the service may refuse it. ${item.expectedRefusal}`;
			const detail = `Would be ${done.charAt(0).toLowerCase()}${done.slice(1)}${warning}`;
			const rowValues = { request, request_number: plannedBefore + index + 1 };
			return settle(item, { outcome: 'planned', detail, rowValues });
		});
	});

/** After this many timeouts in a row, the remaining requests are not sent. */
const MAX_TIMEOUTS_IN_A_ROW = 3;

const NOT_SENT = {
	headline: `Not sent: the service did not answer ${MAX_TIMEOUTS_IN_A_ROW} requests in a row`,
	advice: 'Check that the service responds, then send these items again.',
};

/**
 * Sends one request for each batch, in order. Requests that an earlier error blocks are not sent, and none
 * is sent after three timeouts in a row.
 */
export async function sendBatches(
	run: Run,
	session: Session,
	operation: WriteOperation,
	batches: ReadonlyArray<readonly PendingItem[]>,
	progress: Progress,
): Promise<SettledItem[]> {
	progress.logPace(session.client, batches.length);
	const total = batches.flat().length;
	const settled: SettledItem[] = [];
	const fatalErrors: ApiError[] = [];
	let gaveUpError: ApiError | undefined;
	let timeouts = 0;
	for (const items of batches) {
		const request = requestOf(operation, items);
		const { scope = operation.scope } = request;
		const fatalError = fatalErrors.find(
			(error) => error.blocks === 'all' || error.facts.scope === scope,
		);
		const response =
			gaveUpError ?? fatalError ?? (await session.client.send(request).catch(asApiErrorOrThrow));
		if (response instanceof ApiError) {
			for (const item of items) settled.push(settleByError(run, operation, item, response));
			if (response.blocks !== undefined) fatalErrors.push(response);
			timeouts = response.kind === 'timedOut' ? timeouts + 1 : 0;
			if (timeouts === MAX_TIMEOUTS_IN_A_ROW) gaveUpError = new ApiError('notSent', NOT_SENT);
		} else {
			settled.push(...settleByResponse(operation, items, response.body));
			timeouts = 0;
		}
		const failed = settled.filter(({ outcome }) => outcome === 'failed').length;
		progress.logCount(settled.length, total, `done, ${failed} failed`);
	}
	return settled;
}

function settleByResponse(
	operation: WriteOperation,
	items: readonly PendingItem[],
	body: JsonObject,
): SettledItem[] {
	const results = operation.parseResults(
		body,
		items.map(({ payload }) => payload),
	);
	return items.map((item, index) => {
		const result = results[index] ?? {
			outcome: 'unknown',
			detail: 'The response does not report on this item',
		};
		const outcome =
			result.outcome === 'succeeded' ? successOf(operation, item.payload, result) : result;
		return settle(item, outcome, { reply: 'response' });
	});
}

/** Settles an item whose whole request was refused, got no response, or was not sent. */
function settleByError(
	{ context }: Run,
	operation: WriteOperation,
	item: PendingItem,
	error: ApiError,
): SettledItem {
	const cause = error.toNodeError(context.getNode(), item.index);
	if (!error.mayBeApplied) {
		const reply = error.kind === 'refused' ? 'refusal' : 'not carried out';
		return settle(item, { outcome: 'failed', detail: messageWithAdvice(cause) }, { cause, reply });
	}
	const { placeToCheck = `the list of ${operation.list.nouns}` } = operation;
	const detail = `${error.message}. The request may or may not have been carried out, so it was not sent again. Check ${placeToCheck} before you send this item again`;
	return settle(item, { outcome: 'unknown', detail }, { cause, reply: 'none' });
}
