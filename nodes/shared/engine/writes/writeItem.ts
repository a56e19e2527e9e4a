import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { pick, toItemJson } from '../../json';
import type { WriteOperation } from '../../operation/operation';
import type { Resolved } from '../../records/intent';
import type { ItemResult } from '../../records/results';
import type { Session } from '../run';

/** An input item of a write. */
interface Item extends Resolved {
	readonly index: number;
}

/** An input item that is to be sent. */
export interface PendingItem extends Item {
	readonly session: Session;
	/** Why the list suggests that the service will refuse the item; only in a dry run. */
	readonly warning?: string;
}

/** An input item that has its outcome. */
export interface SettledItem extends Item {
	readonly outcome: ItemResult['outcome'];
	readonly detail: string;
	readonly mayBeRefused?: true;
	/** The columns of a dry run: the request, and the number of the request. */
	readonly dryRunCells?: IDataObject;
	/** The error in its parameters, its credential, its look-up or its whole request. */
	readonly cause?: NodeApiError | NodeOperationError;
}

/** A settled item of a batch, whether or not its request left. */
export type SentItem = PendingItem & SettledItem;

export type WriteItem = PendingItem | SettledItem;

export const isPending = (item: WriteItem): item is PendingItem => !isSettled(item);

export const isSettled = (item: WriteItem): item is SettledItem => 'outcome' in item;

/** Returns whether the item was carried out, or would be. */
export const isSuccess = ({ outcome }: SettledItem): boolean =>
	outcome === 'succeeded' || outcome === 'planned';

/** Gives an item its outcome. */
export const settle = <I extends Item>(
	operation: WriteOperation,
	item: I,
	{ detail = operation.successText(item), ...outcome }: ItemResult,
	cause?: SettledItem['cause'],
): I & SettledItem => ({ ...item, ...outcome, detail, ...(cause && { cause }) });

/** Merges the target, the listed record, the ID and the payload, which Return Existing does not send; later values win. */
export const cellsOf = (
	{ list, identityColumns }: WriteOperation,
	{ target, record, payload, id, ifExists }: Item,
): IDataObject => ({
	...toItemJson({ [list.nameField]: target.name, ...target.within }),
	...pick(identityColumns, record ?? {}),
	...toItemJson({ [list.idField]: id }),
	...(ifExists === 'return' && record ? pick(Object.keys(payload), record) : toItemJson(payload)),
});

/** Returns the values of an item's row. */
export const rowOf = (operation: WriteOperation, item: SettledItem): IDataObject => ({
	...cellsOf(operation, item),
	...item.dryRunCells,
	...(item.outcome === 'succeeded' && { deleted: operation.deletes?.(item) }),
	outcome: item.outcome,
	detail: item.detail,
});
