import { isObject, parseJson, type JsonObject } from '../json';
import { asText, shortText, withoutPeriod } from '../texts';
import { ApiError, RULES, type ErrorKind } from './apiError';
import { maxMegabytes, type HttpResponse } from './exchange';
import { MAX_NAMED_WAIT_MS } from './rateLimiter';
import { requestName, type ApiRequest, type Scope } from './request';

const WEB_PAGE = 'a web page';

/**
 * Reads a response: its body if the request succeeded, otherwise the error. "Too many requests" counts first, then
 * a redirect, then the code of the service, since refusals also come under HTTP 200 (interface
 * specification, Errors: HTTP status codes are not shown). Otherwise a body with data is a success, whatever its
 * HTTP status. Without data, the HTTP status decides which error it is.
 * @param now ms since 1970, for a Retry-After that is a date if the response has no Date
 */
export function parseResponse(
	request: ApiRequest & { scope: Scope },
	response: HttpResponse,
	now: number,
): JsonObject | ApiError {
	const { status, headers } = response;
	const { body, text, problem = '' } = contentOf(response);
	const serviceError = body && serviceErrorOf(body);
	const kind = kindOf(response, { body, problem }, serviceError);
	if (typeof kind !== 'string') return kind;
	const words = body === undefined ? text : [...new Set(textsIn(body).filter(Boolean))].join('; ');
	const safeText = withoutPeriod(shortText(words));
	const title = /<title>([^<]*)/i.exec(safeText)?.[1]?.trim() ?? '';
	// A success without JSON holds data, not a message.
	const reason = problem === WEB_PAGE ? title : body || status >= 400 ? safeText : '';
	const { holds } = RULES[kind];
	const named = parseRetryAfter(headers['retry-after'], serviceTimeOf(headers) ?? now);
	const wait = named ?? (holds === true ? longestNamedWait(safeText) : undefined);
	return ApiError.of(kind, {
		request: requestName(request),
		scope: request.scope,
		httpCode: String(status),
		reason,
		problem: problem || `it holds no data${reason && `, but "${reason}"`}`,
		redirectOrigin: originOf(shortText(headers.location)),
		...serviceError?.facts,
		...(holds && { retryAfterMs: wait && Math.min(wait, MAX_NAMED_WAIT_MS) }),
	});
}

/** Decodes a body from UTF-8 or the charset that its header names; undefined if neither fits. */
function decode(bytes: Uint8Array, contentType: unknown): string | undefined {
	const [, named = 'utf-8'] = /charset="?([^\s;"]+)/i.exec(asText(contentType)) ?? [];
	for (const charset of ['utf-8', named]) {
		try {
			return new TextDecoder(charset, { fatal: true }).decode(bytes);
		} catch {
			// The bytes do not fit, or no such charset is known.
		}
	}
	return undefined;
}

/** The text of a response, and its JSON object or a description of the response without one: "empty". */
type Content = { text?: string; body?: JsonObject | undefined; problem?: string };

function contentOf({ status, headers, bytes }: HttpResponse): Content {
	if (bytes === undefined) {
		const problem = `larger than ${maxMegabytes(status)} MB`;
		return { text: `The body is ${problem}`, problem };
	}
	const text = decode(bytes, headers['content-type']);
	if (text === undefined) return { problem: 'in an encoding that cannot be read' };
	try {
		const body = parseJson(text);
		return isObject(body) ? { body } : { text, problem: 'JSON, but not an object' };
	} catch {
		if (/^\s*</.test(text)) return { text, problem: WEB_PAGE };
		return { text, problem: text.trim() === '' ? 'empty' : 'not complete JSON' };
	}
}

/** Returns the kind of error of a response, or the body of a success. */
function kindOf(
	{ status, bytes }: HttpResponse,
	{ body, problem }: Content,
	serviceError: ServiceError | undefined,
): ErrorKind | JsonObject {
	const { title = '', facts: { serviceCode: code = '' } = {} } = serviceError ?? {};
	const isThrottle = code === '00000109' || /THROTTLE/i.test(`${code} ${title}`);
	if (status === 429 || isThrottle) return 'throttled';
	if (status >= 300 && status < 400) return 'redirected';
	// The token is missing, invalid, revoked or expired (Errors), or lacks the scope.
	if (code === '07001113') return 'unauthorized';
	if (/SCOPE|^00000106$/i.test(code)) return 'missingScope';
	if (serviceError !== undefined) return 'refused';
	if (body !== undefined && (body.data ?? null) !== null) return body;
	if (status >= 500 || status === 408) return 'gateway';
	if (bytes === undefined) return 'tooLarge';
	if (problem === WEB_PAGE) return 'webPage';
	if (status === 401) return 'unauthorized';
	// Without a code of the service, a firewall may have refused this one request.
	if (status === 403) return 'refused';
	if (body === undefined) return 'unreadable';
	return status >= 400 ? 'refused' : 'unexpected';
}

type ServiceError = NonNullable<ReturnType<typeof serviceErrorOf>>;

/**
 * Finds the refusal in a body; undefined without a code. Its code, title and detail are below `error`, or at
 * the top of a body without data (interface specification, Errors). A numeric code gets eight digits.
 */
function serviceErrorOf({ error, data, ...body }: JsonObject) {
	const shape = isObject(error) ? error : (data ?? null) === null ? body : {};
	const [code, title, detail] = [shape.code, shape.title, shape.detail].map(asText);
	if (!code) return undefined;
	const serviceCode = /^\d+$/.test(code) ? code.padStart(8, '0') : code;
	const texts = [detail, title, serviceCode].filter(Boolean).map(shortText).map(withoutPeriod);
	// No text repeats another.
	const [reason = '', ...others] = new Set(texts);
	const titleAndCode = others.length > 0 ? ` (${others.join(', ')})` : '';
	return { title, facts: { serviceCode, reason, titleAndCode } };
}

/** Collects the texts in a JSON value, down to five levels. */
const textsIn = (value: unknown, levels = 5): string[] =>
	typeof value === 'object' && value !== null && levels > 0
		? Object.values(value).flatMap((member) => textsIn(member, levels - 1))
		: [asText(value)];

/** Finds the longest time in seconds or minutes that a text names, such as "after 22 minutes", in ms. */
function longestNamedWait(text: string): number | undefined {
	const waits = [...text.matchAll(/\b(\d{1,5}) ?(s|m)(?:(?:ec(?:ond)?|in(?:ute)?)s?)?\b/gi)].map(
		([, count, unit]) => Number(count) * (unit?.toLowerCase() === 's' ? 1000 : 60_000),
	);
	return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Reads Retry-After, in seconds or as a time, as ms; undefined if it names no future time. */
function parseRetryAfter(header: unknown, now: number): number | undefined {
	const value = asText(header).trim();
	const isNumber = /^\d+(?:\.\d+)?$/.test(value);
	const ms = isNumber ? Math.ceil(Number(value) * 1000) : (parseHttpDate(value) ?? now) - now;
	return ms > 0 ? ms : undefined;
}

/** Matches IMF-fixdate, RFC 850 and asctime (RFC 9110, 5.6.7), all of which are UTC. */
const HTTP_DATE =
	/^[A-Z][a-z]+(?:, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT| [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** Reads a time in a header, in ms since 1970; undefined for any other text. */
function parseHttpDate(header: unknown): number | undefined {
	const text = asText(header).trim();
	const utc = text.endsWith('GMT') ? text : `${text} GMT`;
	return (HTTP_DATE.test(text) && Date.parse(utc)) || undefined;
}

/** Names only the origin of a redirect, since its query may repeat parts of the request. */
const originOf = (location: string): string =>
	/^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(location)?.[0] ?? '';

/** Reads the time of the service from a Date header, in ms since 1970; undefined without such a header. */
export const serviceTimeOf = ({ date }: HttpResponse['headers']): number | undefined =>
	parseHttpDate(date);
