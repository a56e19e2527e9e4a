import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow } from '../http/apiError';
import { requestName, type ApiRequest } from '../http/request';
import { findThings, notOne } from '../operation/listedThing';
import type { WriteOperation } from '../operation/operation';
import type { Outcome } from '../outcomes/batchOutcome';
import { normalizeKey } from '../outcomes/namesakes';
import { pick } from '../pagination/columns';
import type { Run } from './context';
import { issueOf, toNodeError } from './nodeErrors';
import { planBatches, type Batch } from './planBatches';
import { isPending, withThose, type PendingItem, type WriteItem } from './writeItems';
import type { WriteOptions } from './writeOptions';

/** How items are divided among requests. */
export const batchesOf = (
	operation: WriteOperation,
	items: readonly PendingItem[],
	{ batchSize }: WriteOptions,
): Batch[] =>
	planBatches(
		items.map(({ payload }) => ({
			keys: operation.conflictKeys(payload).map(normalizeKey),
			group: operation.group?.(payload) ?? '',
		})),
		Math.min(operation.maxBatchSize, batchSize),
	);

/** The request of items that share one; undefined for no items. */
export function requestOf(
	operation: WriteOperation,
	items: readonly PendingItem[],
): ApiRequest | undefined {
	const [first, ...others] = items.map(({ payload }) => payload);
	return first === undefined ? undefined : operation.request([first, ...others]);
}

/**
 * Gives the items of a dry run the outcome `planned`, with the request that they would go in and its
 * number in the run, or `failed` if the service would refuse them. Only lists are read.
 */
export async function planItems(
	run: Run,
	operation: WriteOperation,
	items: readonly WriteItem[],
	options: WriteOptions,
): Promise<{ items: WriteItem[]; requests: number }> {
	const compared = await compareWithList(run, operation, items.filter(isPending));
	const toSend = compared.filter(isPending);
	const batches = batchesOf(operation, toSend, options);
	const planned = batches.flatMap(({ positions }, index) => {
		const own = positions.flatMap((at) => toSend[at] ?? []);
		const request = requestOf(operation, own);
		const extra: IDataObject = {
			request: request === undefined ? '' : requestName(request),
			request_number: index + 1,
		};
		return own.map((item): WriteItem => ({ ...item, outcome: { outcome: 'planned', extra } }));
	});
	const all = withThose(withThose(items, compared), planned);
	return { items: all, requests: batches.length };
}

/** Items with the names that the service lists of them; those that cannot succeed have failed. */
async function compareWithList(
	run: Run,
	operation: WriteOperation,
	items: readonly PendingItem[],
): Promise<WriteItem[]> {
	const { listed, noun } = operation;
	if (listed === undefined || listed.expects === 'any') return [...items];
	const { context, service } = run;
	const columns = [...listed.columns, listed.list.id];
	const isUnnamed = ({ payload, sent }: PendingItem): boolean =>
		listed.wanted(payload) !== undefined &&
		(listed.expects === 'none' || columns.some((column) => !(column in sent)));
	const payloads = items.filter(isUnnamed).map(({ payload }) => payload);
	try {
		const rowsOf = await findThings(listed, payloads, service);
		return items.map((item): WriteItem => {
			if (!isUnnamed(item)) return item;
			const rows = rowsOf(item.payload);
			const [row] = rows;
			if (listed.expects === 'none') {
				if (row === undefined) return item;
				const detail = `The ${noun} is already there, so the service would refuse it`;
				const outcome: Outcome = { outcome: 'failed', detail, extra: pick([listed.list.id], row) };
				return { ...item, outcome };
			}
			if (rows.length === 1 && row !== undefined) {
				return { ...item, sent: { ...pick(columns, row), ...item.sent } };
			}
			const cause = toNodeError(context, notOne(listed, item.payload, rows), item.index);
			return { ...item, cause, outcome: { outcome: 'failed', detail: issueOf(cause) } };
		});
	} catch (error) {
		const { message } = asApiErrorOrThrow(error);
		service.note(
			`The items could not be compared with the list of ${listed.list.nouns}. ${message}`,
		);
		return [...items];
	}
}
