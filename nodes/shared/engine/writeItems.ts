import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { JsonObject } from '../json';
import type { Payload } from '../operation/operation';
import { reasonIn, type Outcome } from '../outcomes/batchOutcome';
import type { Reply } from '../outcomes/settle';

/** An input item on its way through a write: each step returns it with what it has learnt. */
export interface WriteItem {
	readonly index: number;
	/** What its row shows of what it asks for. */
	readonly sent: IDataObject;
	/** What it asks for; undefined if its parameters are not allowed. */
	readonly payload?: Payload;
	/** What became of it, as soon as that is known. */
	readonly outcome?: Outcome;
	/** The payload of an earlier item that asks for the same, and the detail of this one if that succeeds. */
	readonly sameAs?: { payload: Payload; detail: string };
	/** What came back for its request; undefined if it was not sent. */
	readonly reply?: Reply;
	/** The answer to its request. */
	readonly answer?: JsonObject;
	/** Why it was not carried out, if that is an error of its own or of its whole request. */
	readonly cause?: NodeApiError | NodeOperationError;
}

/** An item that needs a request. */
export type PendingItem = WriteItem & { readonly payload: Payload };

/** An item of which it is told what became. */
export type SettledItem = WriteItem & { readonly outcome: Outcome };

/** An item whose request was sent, or was to be sent. */
export type SentItem = PendingItem & SettledItem;

export const isPending = (item: WriteItem): item is PendingItem =>
	item.payload !== undefined && item.outcome === undefined && item.sameAs === undefined;

/** Whether the item was carried out, or would be sent. */
export const isFine = ({ outcome }: SettledItem): boolean => reasonIn(outcome) === undefined;

/** Whether a request with the item left. */
export const wasSent = ({ reply }: WriteItem): boolean => reply !== undefined;

/** Items with those of another list in their places. */
export function withThose<Item extends WriteItem>(
	items: readonly WriteItem[],
	others: readonly Item[],
): Array<WriteItem | Item> {
	const byIndex = new Map(others.map((item) => [item.index, item]));
	return items.map((item) => byIndex.get(item.index) ?? item);
}

/** Gives items that ask for the same as an earlier one the outcome of that item. */
export function shareOutcomes(items: readonly WriteItem[]): SettledItem[] {
	const byPayload = new Map(items.map((item) => [item.payload, item]));
	return items.map((item) => {
		const { outcome = NOT_SENT, reply } =
			item.sameAs === undefined ? item : (byPayload.get(item.sameAs.payload) ?? item);
		if (item.sameAs === undefined) return { ...item, outcome };
		const { detail } = item.sameAs;
		return {
			...item,
			outcome: outcome.outcome === 'succeeded' ? { ...outcome, detail } : outcome,
			...(reply === undefined ? {} : { reply }),
		};
	});
}

const NOT_SENT: Outcome = { outcome: 'failed', detail: 'It was not sent' };

/** How many items have that outcome. */
export const countOutcomes = (
	items: ReadonlyArray<{ outcome?: Outcome }>,
	wanted: Outcome['outcome'],
): number => items.filter(({ outcome }) => outcome?.outcome === wanted).length;
