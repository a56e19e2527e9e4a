import { asText, isObject } from '../json';

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

/** Retry-After in ms: seconds or an HTTP date; undefined for anything else. */
export function retryAfter(header: unknown, now: number): number | undefined {
	const value = asText(header).slice(0, 100).trim();
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	if (!/[a-z]{3}/i.test(value)) return undefined;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** `retry-after` in seconds of each limit in `[{"duration", "remaining-count", "retry-after"}]`. */
function rateLimits(header: unknown): Array<number | undefined> {
	if (header === undefined) return [];
	try {
		const limits: unknown = JSON.parse(asText(header));
		return (Array.isArray(limits) ? limits : [limits]).map((limit: unknown) =>
			isObject(limit) ? secondsOf(asText(limit['retry-after'])) : undefined,
		);
	} catch {
		return [];
	}
}

const secondsOf = (digits: string): number | undefined =>
	/^\d+$/.test(digits) ? Number(digits) * 1000 : undefined;

const UNIT_MS: ReadonlyMap<string, number> = new Map([
	['s', 1000],
	['m', 60_000],
	['h', 3_600_000],
]);

function waitInWords(text: string): number | undefined {
	const [, count, unit = ''] = /\btry again (?:after|in) (\d{1,6}) ?([smh])/i.exec(text) ?? [];
	const unitMs = UNIT_MS.get(unit.toLowerCase());
	return unitMs === undefined ? undefined : Number(count) * unitMs;
}

// A refusal may quote a parameter that holds the words, so they count only as a sentence of their own.
const SENTENCE =
	/(?:^|[.!;:,] )(?:please )?try again (?:after|in) \d{1,6} ?(?:sec(?:ond)?|min(?:ute)?|h(?:ou)?r)s?\.?$/i;

/** Whether a text of a refusal asks to wait. */
export const asksToWait = (text: string): boolean => SENTENCE.test(text.trim());
