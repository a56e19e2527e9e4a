import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { shownJson } from '../json';
import type { Outcome, Payload, WriteOperation } from '../operation/operation';
import type { Session } from './run';

/** An input item whose parameters are allowed: it needs a request. */
export interface ReadItem {
	readonly state: 'read';
	readonly index: number;
	readonly session: Session;
	readonly payload: Payload;
	/** What the list shows of its thing. */
	readonly listed: IDataObject;
	/** Why the service may refuse it, by the list; empty if nothing speaks against it. */
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
	/** What came back for its request: a response, a refusal of the whole request, or nothing that says what was done. */
	readonly reply: 'answer' | 'refusal' | 'none' | 'not sent';
	/** Why it was not carried out, if a parameter, the credential or its whole request is the reason. */
	readonly cause?: NodeApiError | NodeOperationError;
}

export type Item = ReadItem | SettledItem;

/** Gives an item its outcome. Its row shows what was asked for; the list fills in what was not named. */
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

/** Gives an item that was carried out its outcome. */
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
