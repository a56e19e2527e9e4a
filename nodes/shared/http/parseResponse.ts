import { asText, isObject, parseJson, shortText, type JsonObject } from '../json';
import { ApiError, type ErrorKind } from './apiError';
import { mostMegabytes, type HttpResponse } from './exchange';
import { isIdempotent, requestName, type ApiRequest, type Scope } from './request';

/** What an answer is the answer to. */
export interface Asked {
	request: ApiRequest;
	/** The scope that the request needs. */
	scope: Scope;
	/** What the request and its credential keep secret. */
	secrets: Iterable<string>;
}

/** What the service says of a request that it refuses: texts as it sent them. */
interface StatedError {
	code: string;
	title: string;
	detail: string;
}

/**
 * Reads an HTTP answer: its body if the service did what was asked, or why it did not. The code of the
 * service counts first and the HTTP status second, since errors also come under HTTP 200 (interface
 * specification, Errors: HTTP status codes are not shown).
 * @param now ms since 1970, for a Retry-After that is a date if the answer has no Date
 */
export function parseResponse(
	{ request, scope, secrets }: Asked,
	answer: HttpResponse,
	now: number,
): JsonObject | ApiError {
	const { status, headers, text } = answer;
	const redact = redactor(secrets);
	// An answer to a write may repeat what was sent, in the failures of its items.
	const body =
		text === undefined
			? `${mostMegabytes(status)} MB`
			: bodyOf(text, isIdempotent(request) ? undefined : redact);
	const stated = isObject(body) ? statedError(body) : undefined;
	const kind = kindOf(answer, body, stated);
	if (kind === undefined && isObject(body)) return body;
	const shown = (value: unknown): string => shortText(redact(asText(value)));
	const texts = isObject(body) ? textsIn(body).map(shown) : [];
	const words = shortText(texts.filter(Boolean).join('; ')).replace(/\.+$/, '');
	const wait =
		retryAfter(headers['retry-after'], clockOf(headers) ?? now) ??
		waitInWords(words || shortText(text));
	return new ApiError(kind ?? 'unexpected', {
		request: requestName(request),
		scope,
		httpCode: String(status),
		reason: words || `HTTP ${status}`,
		said: words,
		what:
			kind === 'redirected'
				? originOf(shown(headers.location))
				: isObject(body)
					? `it holds no data${words && `, but "${words}"`}`
					: body,
		...(stated && wordsOf(stated, shown)),
		retryAfterMs: kind === 'throttled' ? wait : undefined,
	});
}

const WEB_PAGE = 'a web page';

/** The object that a text is, or else what it is in words. */
function bodyOf(text: string, redact: ((text: string) => string) | undefined): JsonObject | string {
	const hide = (_key: string, value: unknown): unknown =>
		typeof value === 'string' ? redact?.(value) : value;
	try {
		const value = parseJson(text, redact && hide);
		if (isObject(value)) return value;
	} catch {
		if (/^\s*</.test(text)) return WEB_PAGE;
		if (text.trim() === '') return 'an empty body';
	}
	return 'no complete JSON';
}

/** The kind of error that an answer is; undefined for a success. */
function kindOf(
	{ status, text }: HttpResponse,
	body: JsonObject | string,
	stated: StatedError | undefined,
): ErrorKind | undefined {
	const { code = '', title = '' } = stated ?? {};
	const isThrottle = code === '00000109' || /THROTTLE/i.test(`${code} ${title}`);
	if (status === 429 || isThrottle) return 'throttled';
	if (status >= 300 && status < 400) return 'redirected';
	// A token that is missing, invalid, revoked or expired (Errors), or one without the scope.
	if (code === '07001113') return 'unauthorized';
	if (stated !== undefined) return /SCOPE|^00000106$/i.test(code) ? 'missingScope' : 'refused';
	if (isObject(body) && !isMissing(body.data)) return undefined;
	if (text === undefined) return 'tooLarge';
	if (status >= 500 || status === 408) return 'gateway';
	if (body === WEB_PAGE) return 'webPage';
	if (status === 401) return 'unauthorized';
	if (status === 403) return 'missingScope';
	if (!isObject(body)) return 'unreadable';
	return status >= 400 ? 'refused' : 'unexpected';
}

/**
 * The refusal that an answer states; undefined for an answer that states none. Its code, title and
 * detail are below `error`, or at the top of an answer without data (interface specification, Errors).
 */
function statedError({ error, data, ...body }: JsonObject): StatedError | undefined {
	const shape = isObject(error) ? error : isMissing(data) ? body : {};
	const code = asText(shape.code);
	if (code === '') return undefined;
	return {
		code: /^\d+$/.test(code) ? code.padStart(8, '0') : code,
		title: asText(shape.title),
		detail: asText(shape.detail),
	};
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** The service's own words, each said once. */
function wordsOf({ code, ...texts }: StatedError, shown: (text: string) => string) {
	const title = shown(texts.title);
	const detail = shown(texts.detail).replace(/\.+$/, '');
	const head = title === '' ? shown(code) : `${title} (${shown(code)})`;
	return {
		reason: detail || title || shown(code),
		said: detail === '' || detail === title ? head : `${head}: ${detail}`,
	};
}

const MOST_TEXTS = 10;
const MOST_VALUES = 1000;

/** The first texts of an answer, wherever they are: those of a level before those below it. */
function textsIn(body: JsonObject): string[] {
	const texts: string[] = [];
	const values: unknown[] = [body];
	for (let at = 0; at < values.length && texts.length < MOST_TEXTS; at++) {
		const value = values[at];
		if (typeof value === 'string') texts.push(value);
		else if (typeof value === 'object' && value !== null && at < MOST_VALUES) {
			const members: unknown[] = Object.values(value);
			values.push(...members.slice(0, MOST_VALUES));
		}
	}
	return texts;
}

/** The longest time that a text names, in ms: "Try again after 22 minutes"; undefined if it names none. */
function waitInWords(text: string): number | undefined {
	const waits = [...text.matchAll(/\b(\d{1,5}) ?(s|m)(?:ec|in)?(?:ond|ute)?s?\b/gi)].map(
		([, count, unit]) => Number(count) * (unit?.toLowerCase() === 's' ? 1000 : 60_000),
	);
	return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Retry-After in ms: seconds, or an HTTP date; undefined if it names no time to come. */
function retryAfter(header: unknown, now: number): number | undefined {
	const value = asText(header).trim();
	const ms = /^\d{1,10}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
	return ms > 0 ? ms : undefined;
}

/** The origin alone: a redirect may carry what it was sent in its query. */
function originOf(location: string): string {
	const origin = /^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(location)?.[0];
	return origin === undefined ? '' : ` to ${origin}`;
}

/** The service's clock when it answered, in ms since 1970; undefined without a Date header. */
export function clockOf({ date }: HttpResponse['headers']): number | undefined {
	const time = Date.parse(asText(date));
	return Number.isNaN(time) ? undefined : time;
}

/** Shorter secrets are part of too many words to be looked for. */
const SHORTEST_SECRET = 4;

/** Hides secrets in texts: as they are, as JSON writes them and as a URL writes them. */
export function redactor(secrets: Iterable<string>): (text: string) => string {
	const spellings = [...secrets]
		.filter((secret) => secret.trim().length >= SHORTEST_SECRET)
		.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), asUrl(secret)])
		// A spelling may contain a shorter one.
		.sort((one, other) => other.length - one.length);
	return (text) => spellings.reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text);
}

/** A text as a part of a URL; half of a character pair has no such spelling. */
const asUrl = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
