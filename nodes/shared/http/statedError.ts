import { asText, isObject, type JsonObject } from '../json';

/** What the service says of a request that it refuses: texts as it sent them. */
export interface StatedError {
	code: string;
	title: string;
	detail: string;
}

/**
 * The refusal that an answer states; undefined for an answer that states none. Its code, title and
 * detail are below `error`, or at the top of an answer without data (interface specification, Errors).
 */
export function statedError({ error, data, ...body }: JsonObject): StatedError | undefined {
	const shape = isObject(error) ? error : isMissing(data) ? body : {};
	const code = asText(shape.code);
	if (code === '') return undefined;
	return {
		code: /^\d+$/.test(code) ? code.padStart(8, '0') : code,
		title: asText(shape.title),
		detail: asText(shape.detail),
	};
}

export const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Characters at most of a text of the service in a message, a hint or a row. */
const LONGEST_TEXT = 2000;

/** A text or a number of the service in one line. */
export const shortText = (value: unknown): string =>
	asText(value)
		.slice(0, LONGEST_TEXT)
		.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ');

const MOST_TEXTS = 10;
const MOST_VALUES = 1000;

/** The first texts of an answer, wherever they are in it. */
export function textsOf(body: JsonObject): string[] {
	const texts: string[] = [];
	const queue: unknown[] = [body];
	for (let at = 0; at < queue.length && at < MOST_VALUES && texts.length < MOST_TEXTS; at++) {
		const value = queue[at];
		if (typeof value === 'string') texts.push(value);
		else if (typeof value === 'object' && value !== null) {
			const members: unknown[] = Object.values(value);
			queue.push(...members.slice(0, MOST_VALUES));
		}
	}
	return texts;
}

/** The longest time that a text names, in ms: "Try again after 22 minutes"; undefined if it names none. */
export function waitInWords(text: string): number | undefined {
	const waits = [...text.matchAll(/\b(\d{1,5}) ?(s|m)(?:ec|in)?(?:ond|ute)?s?\b/gi)].map(
		([, count, unit]) => Number(count) * (unit?.toLowerCase() === 's' ? 1000 : 60_000),
	);
	return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Retry-After in ms: seconds, or an HTTP date; undefined if it names no time to come. */
export function retryAfter(header: unknown, now: number): number | undefined {
	const value = asText(header).trim();
	const ms = /^\d{1,10}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
	return ms > 0 ? ms : undefined;
}
