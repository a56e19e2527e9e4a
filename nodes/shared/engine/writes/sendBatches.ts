import { ApiError, asApiErrorOrThrow } from '../../http/apiError';
import { isIdempotent, requestName, type ApiRequest } from '../../http/request';
import { messageWithAdvice } from '../../nodeErrors';
import type { WriteOperation } from '../../operation/operation';
import { recordKey } from '../../records/findRecords';
import { NOT_REPORTED, type ItemResult } from '../../records/results';
import type { ProgressLog } from '../progress';
import type { Run, Session } from '../run';
import { settle, type PendingItem, type SentItem, type SettledItem } from './writeItem';

/** The items of one request. */
export type Batch = [PendingItem, ...PendingItem[]];

/** Divides items in their order. A request has at most `size` items, all of one group, and names no record twice. */
export function divideIntoBatches(
	operation: WriteOperation,
	items: readonly PendingItem[],
	size: number,
): Batch[] {
	const batches: Batch[] = [];
	/** The index of the last batch that names a record. */
	const lastBatchOf = new Map<string, number>();
	/** The indexes of the batches that may take more items, by group. */
	const openBatches = new Map<string, number[]>();
	for (const item of items) {
		const { id, target } = item;
		const key = id === undefined ? recordKey('name', target.name) : recordKey('id', id);
		const group = operation.batchGroup?.(item) ?? '';
		const lastBatch = lastBatchOf.get(key) ?? -1;
		const open = (openBatches.get(group) ?? []).filter(
			(index) => (batches[index]?.length ?? 0) < size,
		);
		const batchIndex = open.find((index) => index > lastBatch) ?? batches.length;
		const batch = batches[batchIndex];
		if (batch === undefined) batches.push([item]);
		else batch.push(item);
		openBatches.set(group, open.includes(batchIndex) ? open : [...open, batchIndex]);
		lastBatchOf.set(key, batchIndex);
	}
	return batches;
}

/** Settles items as planned instead of sending them. @param plannedBefore the number of requests planned so far */
export const planBatches = (
	operation: WriteOperation,
	batches: readonly Batch[],
	plannedBefore: number,
): SettledItem[] =>
	batches.flatMap((items, index) => {
		const dryRunCells = {
			request: requestName(operation.request(items)),
			request_number: plannedBefore + index + 1,
		};
		return items.map((item) => {
			const done = operation.successText(item);
			const { warning } = item;
			const but = warning === undefined ? '' : `, but the service may refuse it. ${warning}`;
			const detail = `Would be ${done.charAt(0).toLowerCase()}${done.slice(1)}${but}`;
			return { ...settle(operation, item, { outcome: 'planned', detail }), dryRunCells };
		});
	});

/** After this many timeouts in a row, the remaining requests are not sent. */
const MAX_TIMEOUTS_IN_A_ROW = 3;

const NOT_SENT = {
	headline: `Not sent: the service did not answer ${MAX_TIMEOUTS_IN_A_ROW} requests in a row`,
	advice: 'Check that the service responds, then send these items again.',
};

/** Sends one request for each batch, in order. None is sent after three timeouts in a row. */
export async function sendBatches(
	run: Run,
	{ client }: Session,
	operation: WriteOperation,
	batches: readonly Batch[],
	progress: ProgressLog,
): Promise<SentItem[]> {
	progress.logPace(client, batches.length);
	const total = batches.flat().length;
	const settled: SentItem[] = [];
	for (const items of batches) {
		const request = operation.request(items);
		const response =
			client.timeoutsInARow < MAX_TIMEOUTS_IN_A_ROW
				? await client.send(request).catch(asApiErrorOrThrow)
				: ApiError.of('incomplete', NOT_SENT);
		if (response instanceof ApiError) {
			for (const item of items) {
				settled.push(settleByError(run, operation, item, request, response));
			}
		} else {
			const outcomes = operation.parseOutcomes(response.body, items);
			for (const [index, item] of items.entries()) {
				const outcome = outcomes[index] ?? NOT_REPORTED;
				settled.push(settle(operation, item, withDoubt(outcome, request, response.isRepeated)));
			}
		}
		const failed = settled.filter(({ outcome }) => outcome === 'failed').length;
		progress.logCount(settled.length, total, `done, ${failed} failed`);
	}
	return settled;
}

const SAFE_TO_REPEAT = 'It sets the same values each time, so you can safely send this item again';

/** Completes an uncertain outcome. If a repeated request was refused, its first attempt may have been carried out. */
function withDoubt(result: ItemResult, request: ApiRequest, isRepeated = false): ItemResult {
	const { outcome, detail } = result;
	if (outcome === 'failed' && isRepeated) {
		const doubt = 'An earlier attempt, whose response was lost, may have been carried out';
		return { outcome: 'unknown', detail: `${detail}. ${doubt}. ${SAFE_TO_REPEAT}` };
	}
	return outcome === 'unknown' && isIdempotent(request)
		? { ...result, detail: `${detail}. ${SAFE_TO_REPEAT}` }
		: result;
}

/** Settles an item whose whole request was refused, got no response, or was not sent. */
function settleByError(
	{ context }: Run,
	operation: WriteOperation,
	item: PendingItem,
	request: ApiRequest,
	error: ApiError,
): SentItem {
	const cause = error.toNodeError(context.getNode(), item.index);
	if (!error.mayBeApplied) {
		const detail = messageWithAdvice(cause);
		return settle(operation, item, { outcome: 'failed', detail }, cause);
	}
	const next = isIdempotent(request)
		? SAFE_TO_REPEAT
		: `So it was not sent again. Check the list of ${operation.list.plural} before you send this item again`;
	const detail = `${error.message}. The request may or may not have been carried out. ${next}`;
	return settle(operation, item, { outcome: 'unknown', detail }, cause);
}
