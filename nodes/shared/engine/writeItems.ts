import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { shownJson } from '../json';
import type { Outcome, Payload, WriteOperation } from '../operation/operation';

/** An input item whose parameters were read: it needs a request. */
export interface ReadItem {
	readonly state: 'read';
	readonly index: number;
	readonly payload: Payload;
	/** What its row shows beyond the payload. */
	readonly known: IDataObject;
}

/** An input item that has its outcome. */
export interface SettledItem extends Required<Outcome> {
	readonly state: 'settled';
	readonly index: number;
	/** What it asks for; undefined if its parameters are not allowed. */
	readonly payload: Payload | undefined;
	/** What its row shows of what it asks for. */
	readonly shown: IDataObject;
	/** What came back for its request: an answer, a refusal of the whole request, or nothing that says what was done. */
	readonly reply: 'answer' | 'refusal' | 'none' | 'not sent';
	/** Why it was not carried out, if that is an error of its own or of its whole request. */
	readonly cause?: NodeApiError | NodeOperationError;
}

export type Item = ReadItem | SettledItem;

/** An item with its outcome. */
export const settle = (
	operation: WriteOperation,
	{ index, payload, known }: ReadItem,
	outcome: Outcome,
	how: Partial<Pick<SettledItem, 'reply' | 'cause'>> = {},
): SettledItem => ({
	state: 'settled',
	index,
	payload,
	shown: shownJson(operation.visibleFields?.(payload) ?? payload),
	reply: 'not sent',
	...outcome,
	known: { ...known, ...outcome.known },
	...how,
});

/** Whether the item was carried out, or would be. */
export const isFine = ({ outcome }: SettledItem): boolean =>
	outcome === 'succeeded' || outcome === 'planned';
