import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toItemJson } from '../json';
import type { WriteOperation } from '../operation/operation';
import type { Outcome, Payload, UnclearGroup } from '../records/recordRules';
import type { Session } from './run';

/** An input item that is to be sent. */
export interface PendingItem {
	readonly index: number;
	readonly session: Session;
	readonly payload: Payload;
	/** The values that the list shows for the record. */
	readonly listed: IDataObject;
	/** Why the list suggests that the service will refuse the item; only in a dry run. */
	readonly warning?: string;
}

/** An input item that has its outcome. */
export interface SettledItem {
	readonly index: number;
	readonly payload: Payload;
	readonly outcome: Outcome['outcome'];
	readonly detail: string;
	/** The values of its row. */
	readonly values: IDataObject;
	/** The items of its response that the response does not tell apart. */
	readonly group?: UnclearGroup;
	/** The error in its parameters, its credential, its look-up or its whole request. */
	readonly cause?: NodeApiError | NodeOperationError;
}

export type WriteItem = PendingItem | SettledItem;

export const isPending = (item: WriteItem): item is PendingItem => !isSettled(item);

export const isSettled = (item: WriteItem): item is SettledItem => 'outcome' in item;

/** Returns whether the item was carried out, or would be. */
export const isSuccess = ({ outcome }: SettledItem): boolean =>
	outcome === 'succeeded' || outcome === 'planned';

/** States what a write did to a payload: "Added". */
export const successTextOf = (operation: WriteOperation, payload: Payload): string =>
	operation.successText?.(payload) ?? operation.successWord;

/** Gives an item its outcome. Its row shows the listed values, the payload and `cells`; later ones win. */
export function settle(
	operation: WriteOperation,
	{ index, payload, listed }: { index: number; payload: Payload; listed?: IDataObject },
	result: Outcome,
	cause?: SettledItem['cause'],
): SettledItem {
	const { outcome, detail = successTextOf(operation, payload), cells } = result;
	const deleted =
		outcome === 'succeeded' && operation.deleted !== undefined
			? { deleted: operation.deleted(payload) }
			: {};
	const values = { ...listed, ...toItemJson(payload), ...cells, ...deleted };
	const group = result.outcome === 'unknown' ? result.group : undefined;
	return {
		index,
		payload,
		outcome,
		detail,
		values,
		...(group && { group }),
		...(cause && { cause }),
	};
}
