import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toItemJson } from '../json';
import type { Outcome, Payload, WriteOperation } from '../operation/operation';
import type { Session } from './run';

/** An input item with a payload and no outcome yet. */
export interface PendingItem {
	readonly state: 'pending';
	readonly index: number;
	readonly session: Session;
	readonly payload: Payload;
	/** The values that the list shows for the record. */
	readonly listedValues: IDataObject;
	/** Why the list suggests that the service will refuse the item; empty if it does not. */
	readonly expectedRefusal: string;
}

/** An input item that has its outcome. */
export interface SettledItem {
	readonly state: 'settled';
	readonly index: number;
	readonly payload: Payload;
	readonly outcome: Outcome['outcome'];
	readonly detail: string;
	/** The values of its row. */
	readonly values: IDataObject;
	/**
	 * The reply to its request: a response about items, a refusal of the whole request, or none that can be
	 * used. `not carried out` means that no request was sent, or that it was turned away at once.
	 */
	readonly reply: 'response' | 'refusal' | 'none' | 'not carried out';
	/** The error in its parameters, its credential, its look-up or its whole request. */
	readonly cause?: NodeApiError | NodeOperationError;
}

export type Item = PendingItem | SettledItem;

/** Gives an item its outcome. Its row shows the listed values, the payload and `rowValues`; later ones win. */
export const settle = (
	{ index, payload, listedValues }: Pick<PendingItem, 'index' | 'payload' | 'listedValues'>,
	{ outcome, detail, rowValues }: Outcome,
	extra: Partial<Pick<SettledItem, 'reply' | 'cause'>> = {},
): SettledItem => ({
	state: 'settled',
	index,
	payload,
	outcome,
	detail,
	values: { ...listedValues, ...toItemJson(payload), ...rowValues },
	reply: 'not carried out',
	...extra,
});

/** States what a write did to a payload: "Added". */
export const successTextOf = (operation: WriteOperation, payload: Payload): string =>
	operation.successText?.(payload) ?? operation.successWord;

/** Makes the outcome of a payload that was carried out. Its row also shows `deleted`, if the operation has it. */
export const successOf = (
	operation: WriteOperation,
	payload: Payload,
	{ detail = successTextOf(operation, payload), rowValues }: Partial<Outcome>,
): Outcome => ({
	outcome: 'succeeded',
	detail,
	rowValues: {
		...rowValues,
		...(operation.deleted === undefined ? {} : { deleted: operation.deleted(payload) }),
	},
});

/** Returns whether the item was carried out, or would be. */
export const isSuccess = ({ outcome }: SettledItem): boolean =>
	outcome === 'succeeded' || outcome === 'planned';
