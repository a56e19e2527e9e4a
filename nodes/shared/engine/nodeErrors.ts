import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { ApiError } from '../http/apiError';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { linkOf } from './messagesPage';

export const hasErrorOutput = (context: IExecuteFunctions): boolean =>
	context.getNode().onError === 'continueErrorOutput';

/**
 * The json of an item that reports an error: `error`, with its `message` first and what else is known.
 * With an error output, every n8n sends an item there whose json has no other key. The item's own
 * `error` is not used: n8n keeps its message alone.
 */
export const errorJson = (message: string, known: IDataObject = {}): IDataObject => ({
	error: Object.assign({ message }, known, { message }),
});

/**
 * An error as it stops the workflow, with a link to what the pages say of it. n8n shows its words as
 * HTML, in which `<source_ip>` of a pattern would be an element.
 */
export function forPanel<E extends NodeApiError | NodeOperationError>(error: E): E {
	const link = linkOf(error.message);
	error.message = withoutMarkup(error.message);
	error.description = `${withoutMarkup(error.description ?? '')}${link}` || undefined;
	return error;
}

const withoutMarkup = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');

/** An error in one text: what happened, and how to go on. */
export const issueOf = ({ message, description }: NodeApiError | NodeOperationError): string =>
	description ? `${message.replace(/\.+$/, '')}. ${description}` : message;

/**
 * Any error as n8n shows it, at its item.
 * @param itemIndex left out if there are no items: in a trigger
 */
export function toNodeError(
	context: Pick<IExecuteFunctions, 'getNode'>,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const node = context.getNode();
	if (error instanceof ApiError || error instanceof InvalidParameterError) {
		return error.toNodeError(node, itemIndex);
	}
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		if (itemIndex !== undefined) error.context.itemIndex = itemIndex;
		return error;
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		...(itemIndex === undefined ? {} : { itemIndex }),
	});
}
