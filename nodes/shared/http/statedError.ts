import { asText, isObject, type JsonObject } from '../json';

/** What the service says of a request that it refuses. */
export interface StatedError {
	code: string;
	title: string;
	detail: string;
}

/**
 * The refusal that an answer states; undefined for an answer that states none. Recognised are the
 * shapes of the interface specification (Errors) and those of related interfaces of its maker:
 * `{code, title, detail}` and `{errorCode, errorMessage}` at the top, below `error` or below `data`
 * of an answer whose status is a failure, `{details: {message}}` and `{ERROR_DESCRIPTION}`; besides, an
 * `error` that is a text beside `data`.
 */
export function statedError(body: JsonObject): StatedError | undefined {
	const { error, status, data } = body;
	// A text alone may be that of a web server.
	const isBesideData = typeof error === 'string' && isObject(data);
	if (isObject(error) || isBesideData) {
		const stated = errorIn(isObject(error) ? error : { detail: error });
		if (stated.code || stated.title || stated.detail) return stated;
	}
	if (isFailure(status)) {
		const { code, title, detail } = errorIn(isObject(data) ? data : {});
		return { code: code || 'failure', title: title || shortText(body.summary), detail };
	}
	if (data !== undefined && data !== null) return undefined;
	const stated = errorIn(body);
	return stated.code || body.ERROR_DESCRIPTION !== undefined ? stated : undefined;
}

/** Characters at most of a text of the service in a message, a hint or a row. */
const LONGEST_TEXT = 2000;

/** A text or a number of a refusal in one line; cut before anything else reads it. */
export const shortText = (value: unknown): string =>
	asText(value)
		.slice(0, LONGEST_TEXT)
		.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ');

const MOST_TEXTS = 50;

/** The first texts of a refusal, wherever they are in it. */
export function textsOf(body: JsonObject): string[] {
	const texts: string[] = [];
	const queue: unknown[] = [body];
	for (let at = 0; at < Math.min(queue.length, 1000) && texts.length < MOST_TEXTS; at++) {
		const value = queue[at];
		if (typeof value === 'string') texts.push(shortText(value));
		else if (typeof value === 'object' && value !== null) {
			const members: unknown[] = Object.values(value);
			queue.push(...members.slice(0, MOST_TEXTS));
		}
	}
	return texts;
}

const isFailure = (status: unknown): boolean => /^(?:failure|failed|error)$/i.test(asText(status));

function errorIn(shape: JsonObject): StatedError {
	const code = shortText(shape.code ?? shape.errorCode ?? shape.errorcode ?? shape.ERROR_CODE);
	return {
		code: /^\d+$/.test(code) ? code.padStart(8, '0') : code,
		title: shortText(shape.title),
		detail: shortText(
			shape.detail ??
				shape.errorMessage ??
				shape.message ??
				shape.ERROR_DESCRIPTION ??
				(isObject(shape.details) ? shape.details.message : undefined),
		),
	};
}

/** The longest wait that is believed, in ms. */
const LONGEST_NAMED_WAIT_MS = 1_800_000;

/**
 * How long a refusal asks to wait, in ms: by Retry-After, by X-Rate-Limit, or in words such as "Try again
 * after 22 minutes". Undefined if it names no time. Not shown in the specification.
 * @param now ms since 1970, by the clock that a date in Retry-After is of
 */
export function namedWait(
	headers: Readonly<Record<string, unknown>>,
	texts: readonly string[],
	now: number,
): number | undefined {
	const waits = [
		retryAfter(headers['retry-after'], now),
		...rateLimits(headers['x-rate-limit']),
		...texts.map(waitInWords),
	].filter((wait) => wait !== undefined);
	return waits.length === 0 ? undefined : Math.min(Math.max(...waits), LONGEST_NAMED_WAIT_MS);
}

/** Retry-After in ms: seconds, rounded up, or an HTTP date; undefined for anything else. */
export function retryAfter(header: unknown, now: number): number | undefined {
	const value = asText(header).slice(0, 100).trim();
	const seconds = secondsOf(value);
	if (seconds !== undefined) return seconds;
	if (!/[a-z]{3}/i.test(value)) return undefined;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** `retry-after` in seconds of each limit in `[{"duration", "remaining-count", "retry-after"}]`. */
function rateLimits(header: unknown): Array<number | undefined> {
	if (header === undefined) return [];
	try {
		// Several headers of one name come as one, with a comma between them.
		const limits = JSON.parse(`[${asText(header)}]`) as unknown[];
		return limits
			.flat()
			.map((limit) => (isObject(limit) ? secondsOf(asText(limit['retry-after'])) : undefined));
	} catch {
		return [];
	}
}

const secondsOf = (digits: string): number | undefined =>
	/^\d+(?:\.\d+)?$/.test(digits) ? Math.ceil(Number(digits)) * 1000 : undefined;

const UNIT_MS: ReadonlyMap<string, number> = new Map([
	['s', 1000],
	['m', 60_000],
	['h', 3_600_000],
]);

const TIME = String.raw`(\d{1,6}) ?(s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?)\b`;
const AGAIN = String.raw`(?:try again|retry) (?:after|in) ${TIME}`;
const WAIT = new RegExp(String.raw`\b${AGAIN}(?:,? (?:and )?${TIME})?`, 'i');

function waitInWords(text: string): number | undefined {
	const [found, ...times] = WAIT.exec(text) ?? [];
	if (found === undefined) return undefined;
	const [count, unit, more, moreUnit] = times;
	return timeOf(count, unit) + timeOf(more, moreUnit);
}

const timeOf = (count = '0', unit = ''): number =>
	Number(count) * (UNIT_MS.get(unit.charAt(0).toLowerCase()) ?? 0);

// A refusal may quote a parameter that holds the words, so they count only where a sentence begins.
const SENTENCE = new RegExp(
	String.raw`(?:^|[.!;:,(-] ?)(?:please )?(?:you (?:can|may) )?${AGAIN}`,
	'i',
);

/** Whether a text of a refusal asks to wait. */
export const asksToWait = (text: string): boolean =>
	SENTENCE.test(text.replace(/"[^"]*"|(?<!\w)'[^']*'/g, '').trim());
