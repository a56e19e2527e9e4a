import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { shownJson } from '../json';
import type { Outcome, Payload, WriteOperation } from '../operation/operation';
import type { Session } from './run';

/** An input item whose parameters are allowed, and which may need a request. */
export interface ReadItem {
	readonly state: 'read';
	readonly index: number;
	readonly session: Session;
	readonly payload: Payload;
	/** The fields of its thing by the list. */
	readonly listed: IDataObject;
	/** A reason, by the list, why the service may refuse it; empty without one. */
	readonly doubt: string;
}

/** An input item that has its outcome. */
export interface SettledItem {
	readonly state: 'settled';
	readonly index: number;
	/** Undefined if its parameters are not allowed. */
	readonly payload: Payload | undefined;
	readonly outcome: Outcome['outcome'];
	readonly detail: string;
	/** The values of its row. */
	readonly values: IDataObject;
	/** The kind of reply to its request: a response, a refusal of the whole request, or none that is usable. */
	readonly reply: 'answer' | 'refusal' | 'none' | 'not sent';
	/** The error of its parameters, its credential or its whole request. */
	readonly cause?: NodeApiError | NodeOperationError;
}

export type Item = ReadItem | SettledItem;

/** Gives an item its outcome. Its row shows the payload; the list adds what the payload does not name. */
export const settle = (
	{ index, payload, listed }: Pick<ReadItem, 'index' | 'payload' | 'listed'>,
	{ outcome, detail, known }: Outcome,
	details: Partial<Pick<SettledItem, 'reply' | 'cause'>> = {},
): SettledItem => ({
	state: 'settled',
	index,
	payload,
	outcome,
	detail,
	values: { ...listed, ...shownJson(payload), ...known },
	reply: 'not sent',
	...details,
});

/** Describes what a write did to a payload: "Added". */
export const doneText = (operation: WriteOperation, payload: Payload): string =>
	operation.doneTo?.(payload) ?? operation.done;

/** Makes the outcome of a payload that was carried out. */
export const succeed = (
	operation: WriteOperation,
	payload: Payload,
	{ detail = doneText(operation, payload), known }: Partial<Outcome>,
): Outcome => ({
	outcome: 'succeeded',
	detail,
	known: {
		...known,
		...(operation.deleted === undefined ? {} : { deleted: operation.deleted(payload) }),
	},
});

/** Whether the item was carried out, or would be. */
export const isSuccess = ({ outcome }: SettledItem): boolean =>
	outcome === 'succeeded' || outcome === 'planned';
