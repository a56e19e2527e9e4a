import { asText, isObject, parseJson, type JsonObject } from '../json';
import { ApiError } from './apiError';
import type { ErrorFacts, ErrorKind } from './errorKinds';
import { mostMegabytes, type HttpResponse } from './readAnswer';
import type { Redact } from './redact';
import { isIdempotent, requestName, type ApiRequest, type Scope } from './request';
import {
	isMissing,
	retryAfter,
	shortText,
	statedError,
	textsOf,
	waitInWords,
	type StatedError,
} from './statedError';

/** What an answer is the answer to. */
export interface Asked {
	request: ApiRequest;
	/** The scope that the request needs. */
	scope: Scope;
	/** Hides what the request and its credential keep secret. */
	redact: Redact;
}

/**
 * Reads an HTTP answer: its body if the service did what was asked, or why it did not. The code of the
 * service counts first and the HTTP status second, since errors also come under HTTP 200 (interface
 * specification, Errors: HTTP status codes are not shown).
 * @param now ms since 1970, for a Retry-After that is a date if the answer has no Date
 */
export function parseResponse(
	asked: Asked,
	answer: HttpResponse,
	now: number,
): JsonObject | ApiError {
	const body = bodyOf(asked, answer);
	const stated = isObject(body) ? statedError(body) : undefined;
	const kind = kindOf(answer, body, stated);
	if (kind === undefined && isObject(body)) return body;
	return errorOf(asked, answer, { body, kind: kind ?? 'unexpected', stated, now });
}

/** What was read of an answer that is no success. */
interface Reading {
	body: Body;
	kind: ErrorKind;
	stated: StatedError | undefined;
	now: number;
}

/** What the text of an answer is: an object, larger than it may be, or something else in words. */
type Body = JsonObject | `${number} MB` | 'a web page' | 'an empty body' | 'no complete JSON';

function bodyOf({ request, redact }: Asked, { status, text }: HttpResponse): Body {
	if (text === undefined) return `${mostMegabytes(status)} MB`;
	// An answer to a write may repeat what was sent, in the failures of its items.
	const hide = (_key: string, value: unknown): unknown =>
		typeof value === 'string' ? redact(value) : value;
	try {
		const value = parseJson(text, isIdempotent(request) ? undefined : hide);
		if (isObject(value)) return value;
	} catch {
		if (/^\s*</.test(text)) return 'a web page';
		if (text.trim() === '') return 'an empty body';
	}
	return 'no complete JSON';
}

/** The kind of error that an answer is; undefined for a success. */
function kindOf(
	{ status, text }: HttpResponse,
	body: Body,
	stated: StatedError | undefined,
): ErrorKind | undefined {
	if (status === 429 || (stated !== undefined && isThrottle(stated))) return 'throttled';
	if (status >= 300 && status < 400) return 'redirected';
	if (stated !== undefined) return kindOfCode(stated.code);
	if (isObject(body) && !isMissing(body.data)) return undefined;
	if (text === undefined) return 'tooLarge';
	if (status >= 500 || status === 408) return 'gateway';
	if (body === 'a web page') return 'webPage';
	if (status === 401) return 'unauthorized';
	if (status === 403) return 'missingScope';
	if (!isObject(body)) return 'unreadable';
	return status >= 400 ? 'refused' : 'unexpected';
}

const isThrottle = ({ code, title }: StatedError): boolean =>
	code === '00000109' || /THROTTLE/i.test(`${code} ${title}`);

/** A token that is missing, invalid, revoked or expired (Errors), or one without the scope. */
function kindOfCode(code: string): ErrorKind {
	if (code === '07001113') return 'unauthorized';
	return /SCOPE|^00000106$/i.test(code) ? 'missingScope' : 'refused';
}

function errorOf(
	{ request, scope, redact }: Asked,
	{ status, headers, text = '' }: HttpResponse,
	{ body, kind, stated, now }: Reading,
): ApiError {
	const shown = (value: unknown): string => shortText(redact(asText(value)));
	const texts = isObject(body) ? textsOf(body).map(shown).filter(Boolean) : [];
	const words = shortText(texts.join('; ')).replace(/\.+$/, '');
	const wait =
		retryAfter(headers['retry-after'], clockOf(headers) ?? now) ??
		waitInWords(words || shortText(text));
	return new ApiError(kind, {
		request: requestName(request),
		scope,
		httpCode: String(status),
		reason: words || `HTTP ${status}`,
		what:
			kind === 'redirected'
				? originOf(shown(headers.location))
				: isObject(body)
					? `it holds no data${words && `, but "${words}"`}`
					: body,
		...(words === '' ? {} : { said: words }),
		...(stated === undefined ? {} : factsOf(stated, shown)),
		...(kind !== 'throttled' || wait === undefined ? {} : { retryAfterMs: wait }),
	});
}

/** The service's own words, each said once. */
function factsOf({ code, ...texts }: StatedError, shown: Redact): ErrorFacts {
	const title = shown(texts.title);
	const detail = shown(texts.detail).replace(/\.+$/, '');
	const head = title === '' ? shown(code) : `${title} (${shown(code)})`;
	return {
		code: shown(code),
		reason: detail || title || shown(code),
		said: detail === '' || detail === title ? head : `${head}: ${detail}`,
	};
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
