import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type NodeExecutionHint,
} from 'n8n-workflow';

import type { ApiClient } from '../http/client';
import { InvalidParameterError } from '../parameters/validate';
import { ApiError } from '../http/apiError';

/** What a runner works with: one execution of one node. */
export interface Run {
	context: IExecuteFunctions;
	api: ApiClient;
	/** Shows a note beside the output; the same note is shown once. */
	note: (message: string) => void;
}

export const hasErrorOutput = (context: IExecuteFunctions): boolean =>
	context.getNode().onError === 'continueErrorOutput';

/**
 * What an item holds that tells of a fault: `error`, with its `message` and what else is known.
 * With an error output, every n8n sends an item there whose json has no other key, and puts the
 * fields of the input item beside it. The item's own `error` is no place: n8n keeps its message alone.
 */
export const errorJson = (message: string, known: IDataObject = {}): IDataObject => ({
	error: { message, ...known },
});

/** A fault in one text: what happened, and how to go on. */
export const issueOf = ({ message, description }: NodeApiError | NodeOperationError): string =>
	description ? `${message}. ${description}` : message;

/**
 * Any fault as n8n shows it, at its item.
 * @param itemIndex left out where there are no items: in a trigger
 */
export function toNodeError(
	context: Pick<IExecuteFunctions, 'getNode'>,
	fault: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const node = context.getNode();
	if (fault instanceof ApiError || fault instanceof InvalidParameterError) {
		return fault.toNodeError(node, itemIndex);
	}
	if (fault instanceof NodeApiError || fault instanceof NodeOperationError) {
		if (itemIndex !== undefined) fault.context.itemIndex = itemIndex;
		return fault;
	}
	return new NodeOperationError(node, fault instanceof Error ? fault : String(fault), {
		...(itemIndex === undefined ? {} : { itemIndex }),
	});
}

/** Adds a hint, where this n8n shows hints of a running node. */
export function addHint(context: IExecuteFunctions, hint: NodeExecutionHint): void {
	if (typeof context.addExecutionHints === 'function') context.addExecutionHints(hint);
}
