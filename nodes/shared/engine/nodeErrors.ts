import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { ApiError } from '../http/apiError';
import { InvalidParameterError } from '../parameters/invalidParameter';

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

const PAGE =
	'https://github.com/log-management-nodes/n8n-nodes-log-management/blob/main/docs/messages.md';

/** The headings of the page: messages with `…` for a value. */
export const HEADINGS: readonly string[] = [
	'The service cannot be reached',
	'The service did not answer within … seconds',
	'The connection to the service broke before its answer was complete',
	'The certificate of the service is not trusted',
	'The port of the base URL does not speak https',
	'n8n does not allow requests to the base URL',
	'The base URL leads to another address',
	'The address answered with HTTP … and no message of the service',
	'The address answered … with a web page instead of data',
	'The answer to … cannot be read: …',
	'The answer to … is larger than …',
	'The answers to … have more than 500 MB together',
	'The service answered … in an unexpected way: …',
	'The service refused the access token',
	'The access token lacks the scope …',
	'The service receives too many requests',
	'The service is not available at the moment',
	'The service refused …: …',
	'The service requires … for …',
	'The service lists no …',
	'The service lists more than one …',
	'The service refused … of … without saying which: …',
	'The summary of the answer and its list of refused items do not agree, so this item may or may not have been carried out',
	'It was not sent: …',
	'The service no longer knows the cursor of this search',
	'The bulk request was not ready within … seconds',
	'The service counts … alerts and served …',
	'The service gives no count that can be relied on',
	'No alert of the last 30 days fits the filters',
	'The stored state cannot be read and is not used',
	'Several main processes of n8n poll this trigger',
	'Nothing is silent or in a wrong state now',
];

/**
 * A link to what the page says of a message, as HTML; empty if the page says nothing. Of several
 * headings that fit, the longest is the message's.
 */
export function linkOf(message: string): string {
	const [heading] = HEADINGS.filter((one) => holds(message, one)).sort(
		(one, other) => other.length - one.length,
	);
	if (heading === undefined) return '';
	return ` <a href="${PAGE}#${anchorOf(heading)}" target="_blank">More about this message</a>`;
}

/** Whether a message holds the parts of a heading, in their order. */
function holds(message: string, heading: string): boolean {
	let end = 0;
	return heading.split('…').every((part) => {
		const start = message.indexOf(part, end);
		end = start + part.length;
		return start >= 0;
	});
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^a-z0-9 -]/g, '')
		.replaceAll(' ', '-');
