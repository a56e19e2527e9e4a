import { withoutSecrets } from './secrets';

/** Writes a string, a number or an ID as text; empty for anything else. */
export const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
		? String(value)
		: '';

/** Matches a text from its first to its last character that is neither a blank nor of no width. */
const SEEN =
	/[^\s\p{Bidi_Control}\u200B-\u200D\u2060](?:.*[^\s\p{Bidi_Control}\u200B-\u200D\u2060])?/su;

/** Removes blanks and unseen characters around a text. */
export const trim = (text: string): string => SEEN.exec(text)?.[0] ?? '';

/** Makes the key by which names are compared, without case, outer blanks, and the final dot of a full domain name. */
export const nameKey = (name: string): string =>
	trim(name)
		.toLowerCase()
		.replace(/(?<=[^.])\.$/, '');

/** Returns whether two names or values are equal without regard to case and surrounding blanks. */
export const equalsIgnoringCase = (value: unknown, expected: unknown): boolean =>
	nameKey(asText(value)) === nameKey(asText(expected));

/** Makes one short line of a text, without secrets and without control and direction characters. */
function messageText(value: unknown, maxCharacters: number): string {
	const text = withoutSecrets(asText(value), maxCharacters);
	const start = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
	// Half of a surrogate pair may be left where the text was cut.
	return start.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]+/gu, ' ');
}

/** Shortens a reason of the service, or a list of values, for a message. */
export const shortText = (value: unknown): string => messageText(value, 2000);

/** Shortens a name or a value for a message. */
export const valueText = (value: unknown): string => messageText(value, 100);

/** Quotes a name or a value in a message. */
export const quote = (value: unknown): string => `"${valueText(value)}"`;

export const withoutPeriod = (text: string): string => text.replace(/[.\s]+$/, '');

/** Writes a number with its noun: "1 log source", "2 log sources". @param plural the plural, which ends with "s" */
export const countText = (count: number, plural: string): string =>
	`${count} ${count === 1 ? plural.slice(0, -1) : plural}`;

/** Makes a label: `Event ID` for EventID, `Log Type` for log type. */
export const labelOfName = (name: string): string =>
	name
		.replace(/([a-z])(?=[A-Z])/g, '$1_')
		.split(/[_ ]/)
		.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
		.join(' ');
