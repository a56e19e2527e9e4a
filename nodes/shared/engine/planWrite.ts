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
import { isPending, withThose, type PendingItem, type WriteItem } from './writeItems';
import type { WriteOptions } from './prepareItems';

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

/** Entries that go out in one request. */
export interface Batch {
	/** Positions of its entries in the input, ascending. */
	positions: number[];
	/** Earlier batches that write to something this one writes to. */
	after: Set<number>;
	/** All batches before this one must be answered too: they may name the same things otherwise. */
	barrier: number;
}

/**
 * Divides entries among requests, in order: at most `size` a request, one group a request, never
 * one key twice in a request, and entries that share a key in the order of the input.
 * ceil(N / size) requests unless groups or keys force a split.
 */
export function planBatches(
	entries: ReadonlyArray<{ keys: readonly string[]; group: string }>,
	size: number,
): Batch[] {
	const made: Array<Batch & { group: string }> = [];
	const open = new Map<string, number[]>();
	const lastWith = new Map<string, number>();
	entries.forEach(({ keys, group }, position) => {
		const earlier = keys.flatMap((key) => lastWith.get(key) ?? []);
		const least = Math.max(-1, ...earlier) + 1;
		const candidates = open.get(group) ?? [];
		const index = candidates.find((candidate) => candidate >= least) ?? made.length;
		const batch = (made[index] ??= { positions: [], after: new Set(), barrier: 0, group });
		batch.positions.push(position);
		earlier.forEach((other) => batch.after.add(other));
		keys.forEach((key) => lastWith.set(key, index));
		const others = candidates.filter((candidate) => candidate !== index);
		open.set(group, batch.positions.length < size ? [...others, index].sort(ascending) : others);
	});
	made.forEach((batch, index) => {
		const before = made[index - 1];
		if (before !== undefined) {
			batch.barrier = before.group === batch.group ? before.barrier : index;
		}
	});
	return made.map(({ positions, after, barrier }) => ({ positions, after, barrier }));
}

const ascending = (a: number, b: number): number => a - b;
