import { requestName } from '../http/request';
import type { WriteOperation } from '../operation/operation';
import { batchesOf, requestOf } from './sendBatches';
import { needsRequest, type ValidItem } from './writeItems';
import type { WriteOptions } from './writeOptions';

/**
 * Gives the items of a dry run the outcome `planned`, with the request that they would go in and its
 * number in the run. Nothing is sent.
 * @returns how many requests there would be
 */
export function planWrites(
	operation: WriteOperation,
	items: readonly ValidItem[],
	options: WriteOptions,
): number {
	const { followUp } = operation;
	const toSend = items.filter(needsRequest);
	const batches = batchesOf(operation, toSend, options);
	const numbers = new Map<ValidItem, { request: string; request_number: number }>();
	batches.forEach(({ positions }, index) => {
		const own = positions.flatMap((at) => toSend[at] ?? []);
		const request = requestOf(operation, own);
		const name = request === undefined ? '' : requestName(request);
		for (const item of own) {
			const extra = { request: name, request_number: index + 1 };
			numbers.set(item, extra);
			item.outcome = { outcome: 'planned', extra };
		}
	});
	if (followUp === undefined) return batches.length;
	const pending = items.filter(
		({ payload, sameAs }) => sameAs === undefined && followUp.isNeeded(payload),
	);
	const size = Math.min(followUp.maxBatchSize, options.batchSize);
	pending.forEach((item, index) => {
		const own = numbers.get(item);
		const request = own === undefined ? followUp.name : `${own.request}, then ${followUp.name}`;
		const request_number = own?.request_number ?? batches.length + Math.floor(index / size) + 1;
		item.outcome = { outcome: 'planned', extra: { request, request_number } };
	});
	return batches.length + Math.ceil(pending.length / size);
}
