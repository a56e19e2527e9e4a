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
