import { asText, hasMembers, isObject, parseJson, type JsonObject } from '../json';
import { ApiError } from './apiError';
import { cleanAnswer, type Redactor } from './redact';
import type { ErrorKind } from './errorKinds';
import type { ErrorFacts } from './kindRule';
import { asksToWait, namedWait } from './namedWait';
import { shortText, statedError, textsOf, type StatedError } from './statedError';
import type { HttpResponse } from './readAnswer';
import { requestName, type ApiRequest, type Scope } from './request';

/** What an answer is the answer to. */
export interface Asked {
	request: ApiRequest;
	/** The scope that the request needs. */
	scope: Scope;
	/** Hides what the request and its credential keep secret. */
	redactor: Redactor;
}

/**
 * Reads an HTTP answer: its body if the service did what was asked, or why it did not. The code of the
 * service counts first and the HTTP status second, since errors also come under HTTP 200 (interface
 * specification, Errors: HTTP status codes are not shown).
 * @param now ms since 1970, for a Retry-After that is a date if the service does not tell its own time
 */
export function parseResponse(
	{ request, scope, redactor }: Asked,
	{ status, headers, text, most = '' }: HttpResponse,
	now: number,
): JsonObject | ApiError {
	const body = text === undefined ? TOO_LARGE : bodyOf(text, redactor);
	const isRead = typeof body !== 'string';
	const stated = isRead ? statedError(body) : undefined;
	const holdsData = isRead && stated === undefined && hasMembers(body.data);
	// What an answer reports of single items says nothing of its request.
	const isRefusal = !holdsData && (stated !== undefined || status >= 400);
	const texts = isRefusal ? textsOf(isRead ? body : { text }) : [];
	const sentAt = clockOf(headers) ?? now;
	const retryAfterMs = namedWait(headers, texts, sentAt);
	const kind = kindOf(stated, status, {
		isLocked: texts.some(asksToWait),
		namesTime: (namedWait(headers, [], sentAt) ?? 0) > 0,
		holdsData,
	});
	const facts: ErrorFacts = {
		request: requestName(request),
		scope,
		httpCode: String(status),
		...(stated === undefined ? {} : factsOf(stated)),
	};
	if (kind === 'throttled' || kind === 'unavailable') {
		return new ApiError(kind, retryAfterMs === undefined ? facts : { ...facts, retryAfterMs });
	}
	if (body === TOO_LARGE) return new ApiError('tooLarge', { ...facts, what: most });
	if (kind === 'redirected') {
		return new ApiError(kind, {
			...facts,
			what: toOrigin(redactor.text(asText(headers.location))),
		});
	}
	if (kind !== undefined) return new ApiError(kind, facts);
	if (isRead) return body;
	return body === WEB_PAGE
		? new ApiError('webPage', facts)
		: new ApiError('notJson', { ...facts, what: body });
}

const TOO_LARGE = 'too large';
const WEB_PAGE = 'a web page';

/** The body of an answer without secrets, or in words what it is instead. */
function bodyOf(text: string, redactor: Redactor): JsonObject | string {
	let value: unknown;
	try {
		value = parseJson(text);
	} catch {
		if (/^\s*</.test(text)) return WEB_PAGE;
		return text.trim() === '' ? 'an empty body' : NOT_COMPLETE;
	}
	if (!isObject(value)) return NOT_COMPLETE;
	cleanAnswer(value, redactor);
	return value;
}

const NOT_COMPLETE = 'text that is not complete JSON';

/** What an answer says beside its code. */
interface Aside {
	/** Its words ask to try again later. */
	isLocked: boolean;
	/** A header names a time to wait. */
	namesTime: boolean;
	/** It has data, as an answer to what was done has. */
	holdsData: boolean;
}

function kindOf(
	stated: StatedError | undefined,
	status: number,
	{ isLocked, namesTime, holdsData }: Aside,
): ErrorKind | undefined {
	const certain = stated === undefined ? undefined : certainKind(stated);
	if (certain !== undefined) return certain;
	// A proxy that lost the answer may ask to try again too: only below 500 do words mean that nothing was done.
	if (status === 429 || (isLocked && status < 500)) return 'throttled';
	if (status === 503 && namesTime) return 'unavailable';
	if (stated !== undefined && (hasOwnCode(stated) || !isToldByStatus(status))) {
		if (CHECKED_FIRST.test(stated.code)) return 'filtered';
		return status >= 500 ? 'failed' : 'refused';
	}
	// Which status goes with what is not shown.
	return holdsData && status >= 300 ? 'gateway' : kindOfStatus(status);
}

/** The kind that a code or its words tell under any status. */
function certainKind(stated: StatedError): ErrorKind | undefined {
	if (isThrottle(stated)) return 'throttled';
	if (TOKEN_CODES.has(stated.code)) return 'unauthorized';
	if (SCOPE_CODE.test(stated.code)) return 'missingScope';
	return missingIn(stated) === undefined ? undefined : 'missingParameter';
}

/** The kind of an answer that holds no words of the service; undefined for a success. */
function kindOfStatus(status: number): ErrorKind | undefined {
	if (status < 300) return undefined;
	if (status < 400) return 'redirected';
	if (status === 401 || status === 403) return 'denied';
	if (status === 404) return 'notServed';
	return status >= 500 || status === 408 ? 'gateway' : 'rejected';
}

/** Whether words without a code may be those of a proxy, so that the status says what they mean. */
const isToldByStatus = (status: number): boolean =>
	status >= 500 || [401, 403, 408].includes(status);

const hasOwnCode = ({ code }: StatedError): boolean => /^(?:\d{8}|[A-Z][A-Z0-9_]+)$/.test(code);

const THROTTLE_CODES = new Set(['00000109', 'IAM0019']);

// A refusal may quote a parameter whose value contains the word, so only the whole text counts.
const isThrottle = ({ code, title, detail }: StatedError): boolean =>
	THROTTLE_CODES.has(code) ||
	[code, title, detail].some((text) => /^[A-Z_]*THROTTLES?_LIMIT[A-Z_]*$/.test(text.trim()));

/** A token that is missing, invalid, revoked or expired (Errors), and the code of related interfaces. */
const TOKEN_CODES = new Set(['07001113', '00000101']);

/** Codes of related interfaces for a token that may not do this. */
const SCOPE_CODE = /^(?:00000106|[A-Z_]*SCOPE[A-Z_]*)$/;

/** Refusals that a request meets before any of it is carried out: the vendor's request filter. */
const CHECKED_FIRST =
	/^(?:0000010[0234578]|[A-Z_]+_(?:NOT_MATCHED|DETECTED|LENGTH|OCCURANCE|FOUND|FOUND_IN_JSON|OUT_OF_RANGE|PARSE_ERROR|ALLOWED_SIZE))$/;

/** The parameters that a refusal says are missing; undefined if it says no such thing. */
function missingIn({ detail }: StatedError): string[] | undefined {
	if (!/missing/i.test(detail)) return undefined;
	return /\[(?!API\])([^\]]+)\]/.exec(detail)?.[1]?.split(/\s*,\s*/);
}

function factsOf(stated: StatedError): ErrorFacts {
	const { code, title, detail } = stated;
	const missing = missingIn(stated);
	return {
		...(hasOwnCode(stated) ? { code } : {}),
		reason: detail || title || code,
		said: sentenceOf(stated),
		...(missing === undefined ? {} : { missing }),
	};
}

/** The service's own words, each said once. */
function sentenceOf({ code, title, detail }: StatedError): string {
	const head = title === '' ? code : `${title} (${code})`;
	return shortText(
		[head, detail === title ? '' : detail.replace(/\.+$/, '')].filter(Boolean).join(': '),
	);
}

/** The origin alone: a redirect may carry what it was sent in its query. */
function toOrigin(location: unknown): string {
	const origin = /^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(asText(location))?.[0];
	return origin === undefined ? '' : ` to ${shortText(origin)}`;
}

/** What a clock may show that was set at all, in ms since 1970: this century. */
const EARLIEST = Date.UTC(2000);
const LATEST = Date.UTC(2100);

/** The service's clock when it answered, in ms since 1970; undefined without a Date header of this century. */
export function clockOf({ date }: HttpResponse['headers']): number | undefined {
	const time = Date.parse(asText(date));
	return time >= EARLIEST && time < LATEST ? time : undefined;
}
