/** Writes a string, a number or an ID as text; empty for anything else. */
export const asText = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
		? String(value)
		: '';

/** Makes the key by which names are compared, since Windows ignores case and surrounding blanks. */
export const nameKey = (name: string): string => name.trim().toLowerCase();

/** Returns whether two names or values are equal without regard to case and surrounding blanks. */
export const equalsIgnoringCase = (value: unknown, expected: unknown): boolean =>
	nameKey(asText(value)) === nameKey(asText(expected));

/** The maximum length of a text of the service in messages, hints and rows. */
const MAX_TEXT_CHARACTERS = 2000;

/** Shortens a text or a number of the service to one line. */
export const shortText = (value: unknown): string =>
	asText(value)
		.slice(0, MAX_TEXT_CHARACTERS)
		.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ');

export const withoutPeriod = (text: string): string => text.replace(/[.\s]+$/, '');

/** Writes a number with its noun: "1 log source", "2 log sources". @param plural the plural, which ends with "s" */
export const countText = (count: number, plural: string): string =>
	`${count} ${count === 1 ? plural.slice(0, -1) : plural}`;
