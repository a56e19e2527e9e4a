import { asText, isObject, parseJson, type JsonObject } from '../json';
import type { ErrorDetails } from './apiError';
import { requestName, type ApiRequest, type Scope } from './request';
import { statedError, type StatedError } from './statedError';

/** An HTTP answer; the body is its text. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	text: string;
}

/**
 * Reads an HTTP answer: its body where the service did what was asked, or why it did not. The code
 * of the service counts first and the HTTP status second, since errors also come under HTTP 200
 * (interface specification, Errors: HTTP status codes are not shown).
 * @param scope the scope that the request needs
 * @param now ms since 1970, for a Retry-After that is a date where the service does not tell its own time
 */
export function parseResponse(
	request: ApiRequest,
	scope: Scope,
	{ status, headers, text }: HttpResponse,
	now: number,
): { body: JsonObject } | { error: ErrorDetails } {
	const body = bodyOf(text);
	const stated = body === undefined ? undefined : statedError(body);
	const retryAfterMs = retryAfter(headers['retry-after'], timeOf(headers) ?? now);
	if (stated !== undefined && isThrottle(stated)) {
		return { error: throttled(status, retryAfterMs, stated) };
	}
	const specific = stated === undefined ? undefined : specificError(request, scope, stated, status);
	if (specific !== undefined) return { error: specific };
	if (status === 429) return { error: throttled(status, retryAfterMs, stated) };
	if (status === 503 && retryAfterMs !== undefined) {
		return { error: unavailable(retryAfterMs, stated) };
	}
	if (stated !== undefined && !(isToldByStatus(status) && !hasOwnCode(stated))) {
		return { error: generalError(request, stated, status) };
	}
	if (status >= 300 && status < 400) return { error: redirected(status, headers.location) };
	if (status === 401 || status === 403) {
		return {
			error: {
				...fromProxy(status, stated),
				stopsAll: true,
				failure: { cause: 'credential-invalid' },
			},
		};
	}
	if (status >= 400) return { error: fromProxy(status, stated) };
	if (body === undefined) return { error: unreadable(request, text, status) };
	return { body };
}

/** Whether words without a code may be those of a proxy, so that the status tells what they mean. */
const isToldByStatus = (status: number): boolean =>
	status >= 500 || [401, 403, 408].includes(status);

const hasOwnCode = ({ code }: StatedError): boolean => /^(?:\d{8}|[A-Z][A-Z0-9_]+)$/.test(code);

const THROTTLE_CODES = new Set(['00000109', 'IAM0019']);

// A refusal may quote a parameter whose value contains the word, so only the whole text counts.
const isThrottle = ({ code, title, detail }: StatedError): boolean =>
	THROTTLE_CODES.has(code) ||
	[code, title, detail].some((text) => /^[A-Z_]*THROTTLES?_LIMIT[A-Z_]*$/.test(text.trim()));

/** A token that is missing, invalid, revoked or expired (Errors), and the codes of related interfaces. */
const TOKEN_CODES = new Set(['07001113', '00000101', '00000106']);

/** Refusals that a request meets before any of it is carried out: the vendor's request filter. */
const CHECKED_FIRST =
	/^(?:0000010[0234578]|[A-Z_]+_(?:NOT_MATCHED|DETECTED|LENGTH|OCCURANCE|FOUND|FOUND_IN_JSON|OUT_OF_RANGE|PARSE_ERROR|ALLOWED_SIZE))$/;

/** The error of a code that tells by itself what is wrong; undefined for any other code. */
function specificError(
	request: ApiRequest,
	scope: Scope,
	stated: StatedError,
	status: number,
): ErrorDetails | undefined {
	const { code, detail } = stated;
	const said = sentenceOf(stated);
	const common = { httpCode: String(status), code, applied: 'no', retry: 'never' } as const;
	if (TOKEN_CODES.has(code)) {
		return {
			...common,
			message: 'The service refused the access token',
			description: `${said}. Create an access token with the scope ${scope} in the API settings of the service and save it in the credential.`,
			stopsAll: true,
			failure: { cause: 'credential-invalid' },
		};
	}
	const missing = /\[(?!API\])([^\]]+)\]/.exec(detail)?.[1]?.split(/\s*,\s*/);
	if (missing === undefined || !/missing/i.test(detail)) return undefined;
	return {
		...common,
		message: `The service requires ${missing.join(', ')} for ${requestName(request)}`,
		description: `${said}. Set the parameter and run the node again.`,
		missing,
		failure: { cause: 'configuration-invalid' },
	};
}

const generalError = (request: ApiRequest, stated: StatedError, status: number): ErrorDetails => ({
	message: `The service refused ${requestName(request)}: ${stated.detail || stated.title || stated.code}`,
	description: `${sentenceOf(stated)}. Check the parameters of this operation against what exists in the service.`,
	// "Something went wrong" does not say that nothing was done.
	applied: CHECKED_FIRST.test(stated.code) ? 'no' : 'unknown',
	retry: status >= 500 ? 'idempotent' : 'never',
	httpCode: String(status),
	code: stated.code,
});

/** The service's own words, each said once. */
function sentenceOf({ code, title, detail }: StatedError): string {
	const head = title === '' ? code : `${title} (${code})`;
	return [head, detail === title ? '' : detail.replace(/\.+$/, '')].filter(Boolean).join(': ');
}

function throttled(
	status: number,
	retryAfterMs: number | undefined,
	stated: StatedError | undefined,
): ErrorDetails {
	return {
		message: 'The service receives too many requests',
		description: `HTTP ${status}.${saidBy(stated)}${waitText(retryAfterMs)} Nothing was carried out. Set Requests per Minute in the credential to the limit of the service, or run the node again later.`,
		applied: 'no',
		retry: 'always',
		httpCode: String(status),
		...(stated === undefined ? {} : { code: stated.code }),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		failure: {
			cause: 'rate-limited',
			...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		},
	};
}

function unavailable(
	retryAfterMs: number | undefined,
	stated: StatedError | undefined,
): ErrorDetails {
	return {
		message: 'The service is not available at the moment',
		description: `HTTP 503.${saidBy(stated)}${waitText(retryAfterMs)} Nothing was carried out. Run the node again later.`,
		applied: 'no',
		retry: 'always',
		httpCode: '503',
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		failure: {
			cause: 'temporarily-unavailable',
			...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		},
	};
}

const saidBy = (stated: StatedError | undefined): string =>
	stated === undefined ? '' : ` ${sentenceOf(stated)}.`;

const waitText = (retryAfterMs: number | undefined): string =>
	retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds.`;

function redirected(status: number, location: unknown): ErrorDetails {
	const target = typeof location === 'string' ? toOrigin(location) : '';
	return {
		message: 'The base URL leads to another address',
		description: `The server answered with a redirect (HTTP ${status}${target}), which is not followed, so that the access token goes nowhere else. Put the final address into the base URL of the credential.`,
		applied: 'no',
		retry: 'never',
		stopsAll: true,
		httpCode: String(status),
		failure: { cause: 'configuration-invalid' },
	};
}

/** The origin alone: a redirect may carry what it was sent in its query. */
const toOrigin = (location: string): string => {
	const origin = /^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(location)?.[0];
	return origin === undefined ? '' : ` to ${origin}`;
};

function fromProxy(status: number, stated?: StatedError): ErrorDetails {
	const mayBeApplied = status >= 500 || status === 408;
	// A web server answers 404 while the application behind it starts.
	const mayPass = mayBeApplied || status === 404;
	const said = saidBy(stated);
	return {
		message: `The address answered with HTTP ${status} and no message of the service`,
		description: `${
			mayBeApplied
				? 'A proxy or the server itself could not complete the request. Run the node again when the service is available.'
				: 'The service may be starting, or a proxy or another server answers at the base URL. Check the base URL in the credential.'
		}${said === '' ? '' : ` Its answer:${said}`}`,
		applied: mayBeApplied ? 'unknown' : 'no',
		retry: mayBeApplied ? 'idempotent' : 'never',
		httpCode: String(status),
		failure: { cause: mayPass ? 'temporarily-unavailable' : 'configuration-invalid' },
	};
}

function unreadable(request: ApiRequest, text: string, status: number): ErrorDetails {
	const common = {
		applied: 'unknown',
		httpCode: String(status),
		failure: { cause: 'temporarily-unavailable' },
	} as const;
	if (/^\s*</.test(text)) {
		return {
			...common,
			message: `The address answered ${requestName(request)} with a web page instead of data`,
			description:
				'Either the base URL leads to a page for people, or the service refused the access token and shows its login page. Check the base URL and the access token in the credential.',
			retry: 'never',
		};
	}
	const what = text.trim() === '' ? 'an empty body' : 'text that is not complete JSON';
	return {
		...common,
		message: `The answer to ${requestName(request)} cannot be read: ${what}`,
		description:
			'A proxy may have cut off the answer. Check the base URL in the credential and any proxy between n8n and the service.',
		retry: 'idempotent',
	};
}

function bodyOf(text: string): JsonObject | undefined {
	try {
		const value = parseJson(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** The service's clock when it answered, in ms since 1970; undefined without a Date header. */
export function timeOf({ date }: HttpResponse['headers']): number | undefined {
	const time = Date.parse(asText(date));
	return Number.isNaN(time) ? undefined : time;
}

/** Retry-After in ms: seconds or an HTTP date; undefined where it is neither. */
export function retryAfter(header: unknown, now: number): number | undefined {
	const value = asText(header).trim();
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	if (!/[a-z]{3}/i.test(value)) return undefined;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
