import { asText, isObject } from '../json';

/** The longest wait that is believed, in ms. */
const LONGEST_NAMED_WAIT_MS = 1_800_000;

/**
 * How long a refusal asks to wait, in ms: by Retry-After, by X-Rate-Limit, or in words such as "Try again
 * after 22 minutes". Undefined if it names no time. The specification shows none of them. A header
 * that names a time also makes HTTP 503 "not now", so that a write is sent again.
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
	const ms = msOfSeconds(value);
	if (ms !== undefined) return ms;
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
			.map((limit) => (isObject(limit) ? msOfSeconds(asText(limit['retry-after'])) : undefined));
	} catch {
		return [];
	}
}

const msOfSeconds = (digits: string): number | undefined =>
	/^\d+(?:\.\d+)?$/.test(digits) ? Math.ceil(Number(digits)) * 1000 : undefined;

const UNIT_MS: ReadonlyMap<string, number> = new Map([
	['s', 1000],
	['m', 60_000],
	['h', 3_600_000],
	['d', 86_400_000],
]);

const TIME = String.raw`(\d{1,6}(?:\.\d{1,3})?) ?(s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?)\b`;
const AGAIN = String.raw`(?:try again|retry) (?:after|in) ${TIME}`;
const WAIT = new RegExp(String.raw`\b${AGAIN}(?:,? (?:and )?${TIME})?`, 'i');

function waitInWords(text: string): number | undefined {
	const [found, ...times] = WAIT.exec(text) ?? [];
	if (found === undefined) return undefined;
	const [count, unit, more, moreUnit] = times;
	return Math.ceil(msOf(count, unit) + msOf(more, moreUnit));
}

const msOf = (count = '0', unit = ''): number =>
	Number(count) * (UNIT_MS.get(unit.charAt(0).toLowerCase()) ?? 0);

// A refusal may quote a parameter that holds the words, so they count only where a sentence begins.
const SENTENCE = new RegExp(
	String.raw`(?:^|[.!;:,(-] ?)(?:please )?(?:you (?:can|may) )?${AGAIN}`,
	'i',
);

/** Whether a text of a refusal asks to wait. */
export const asksToWait = (text: string): boolean =>
	SENTENCE.test(text.replace(/"[^"]*"|(?<!\w)'[^']*'/g, '').trim());
