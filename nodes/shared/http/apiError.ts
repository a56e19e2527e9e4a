import { NodeApiError, type INode, type JsonObject as ErrorObject } from 'n8n-workflow';

import { isObject, parseJson, type JsonObject } from '../json';
import type { ApiRequest } from './request';

/** Why n8n's poll back-off should wait, and how; the shape of `failure` in NodeApiError's options. */
export type FailureCause =
	| { cause: 'rate-limited' | 'temporarily-unavailable'; retryAfterMs?: number }
	| { cause: 'credential-invalid' | 'configuration-invalid' };

/** What came back instead of an answer, in words for the user. */
export interface ErrorDetails {
	message: string;
	description: string;
	/** Whether the service may have carried the request out all the same. */
	applied: 'no' | 'unknown';
	/** Which requests may be sent again: all of them, those that only read, or none. */
	retry: 'always' | 'idempotent' | 'never';
	/** How long the service asks to wait, in ms. */
	retryAfterMs?: number;
	/** No other request would fare better with this credential. */
	stopsAll?: boolean;
	/** HTTP status or network code. */
	httpCode?: string;
	/** The service's own code, for instance 07001113. */
	code?: string;
	/** Names of required parameters that the service misses. */
	missing?: readonly string[];
	failure?: FailureCause;
}

/** A refusal, thrown by the wire and by readers that cannot trust an answer. */
export class ApiError extends Error {
	constructor(readonly details: ErrorDetails) {
		super(details.message);
	}

	/** The refusal as n8n shows it. Holds nothing of the request and nothing of the answer's body. */
	toNodeError(node: INode, itemIndex?: number): NodeApiError {
		const { message, description, httpCode, failure } = this.details;
		const shown: ErrorObject = { message, description };
		const error = new NodeApiError(node, shown, {
			message,
			description,
			...(httpCode === undefined ? {} : { httpCode }),
			...(itemIndex === undefined ? {} : { itemIndex }),
			...(failure === undefined ? {} : { failure }),
		});
		// For network codes n8n puts its own words, which know neither the service nor its timeout.
		error.message = message;
		return error;
	}
}

/** The refusal that a fault is; any other fault goes on its way. */
export function asApiErrorOrThrow(fault: unknown): ApiError {
	if (fault instanceof ApiError) return fault;
	throw fault;
}

/** An HTTP answer as the wire gets it: the body is its text. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	text: string;
}

/** The code of a token that is missing, invalid, revoked or expired (Errors). */
export const UNAUTHORIZED = '07001113';

/**
 * Reads an HTTP answer: its body where the service answered, or why it did not.
 * The three shapes of the specification's Errors section are recognised under any HTTP status.
 * @param now ms since 1970, for a Retry-After that is a date
 */
export function parseResponse(
	request: ApiRequest,
	{ status, headers, text }: HttpResponse,
	now: number,
): { body: JsonObject } | { refused: ErrorDetails } {
	const body = bodyOf(text);
	const stated = body === undefined ? undefined : statedError(body);
	if (status === 429 || status === 503) {
		return { refused: throttled(status, retryAfter(headers['retry-after'], now), stated) };
	}
	if (stated !== undefined) return { refused: fromService(request, stated, status) };
	if (status >= 300 && status < 400) return { refused: redirected(status, headers.location) };
	if (status === 401 || status === 403) {
		return {
			refused: { ...fromProxy(status), stopsAll: true, failure: { cause: 'credential-invalid' } },
		};
	}
	if (status >= 400) return { refused: fromProxy(status) };
	if (body === undefined) return { refused: unreadable(request, text, status) };
	return { body };
}

/** The refusal of an answer that arrived whole but does not hold what the specification says. */
export const unexpectedAnswer = (request: ApiRequest, what: string): ApiError =>
	new ApiError({
		message: `The service answered ${nameOf(request)} in an unexpected way: ${what}`,
		description:
			'Nothing of this answer was used. Check that the base URL points to the log management service and that its version serves the interface /api/v2.',
		applied: 'unknown',
		retry: 'never',
	});

/** A network fault, by its code; `sent` tells whether the request may have reached the service. */
export function networkError(code: string, seconds: number): ErrorDetails {
	if (TLS_CODES.test(code)) {
		return {
			message: 'The certificate of the service is not trusted',
			description: `The connection was refused on this side (${code}). If the server uses a self-signed certificate, turn on Ignore SSL Issues in the credential.`,
			applied: 'no',
			retry: 'never',
			stopsAll: true,
			httpCode: code,
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (NEVER_SENT.has(code)) {
		return {
			message: 'The service cannot be reached',
			description: `No connection could be made (${code}). Check the base URL in the credential, and that the service is running and reachable from n8n.`,
			applied: 'no',
			retry: 'always',
			stopsAll: true,
			httpCode: code,
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	const timedOut = code === 'ETIMEDOUT' || code === 'ECONNABORTED';
	return {
		message: timedOut
			? `The service did not answer within ${seconds} seconds`
			: 'The connection to the service broke before its answer was complete',
		description: timedOut
			? 'Raise the timeout in the credential, or ask for less at a time.'
			: `The connection was lost (${code}). Check the network and any proxy between n8n and the service.`,
		applied: 'unknown',
		retry: 'idempotent',
		httpCode: code,
		failure: { cause: 'temporarily-unavailable' },
	};
}

const NEVER_SENT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EADDRNOTAVAIL',
]);

const TLS_CODES = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|EPROTO/;

interface StatedError {
	code: string;
	title: string;
	detail: string;
}

/** `{code, title, detail}` at the top level or below `error`; undefined for an answer of another shape. */
function statedError(body: JsonObject): StatedError | undefined {
	const shape = isObject(body.error) ? body.error : 'data' in body ? {} : body;
	const { code, title, detail } = shape;
	if (typeof code !== 'string' && typeof code !== 'number') return undefined;
	return {
		code: String(code).padStart(8, '0'),
		title: typeof title === 'string' ? title : '',
		detail: typeof detail === 'string' ? detail : '',
	};
}

function fromService(request: ApiRequest, stated: StatedError, status: number): ErrorDetails {
	const said = [`${stated.title} (${stated.code})`, stated.detail].filter(Boolean).join(': ');
	const common = {
		httpCode: String(status),
		code: stated.code,
		applied: 'no',
		retry: 'never',
	} as const;
	if (stated.code === UNAUTHORIZED) {
		return {
			...common,
			message: 'The service refused the access token',
			description: `${said}. The token is missing, invalid, revoked or expired, or it lacks the scope ${request.scope}. Create a token with this scope in the API settings of the service and save it in the credential.`,
			stopsAll: true,
			failure: { cause: 'credential-invalid' },
		};
	}
	const missing = /\[(?!API\])([^\]]+)\]/.exec(stated.detail)?.[1]?.split(/\s*,\s*/);
	if (missing !== undefined && /missing/i.test(stated.detail)) {
		return {
			...common,
			message: `The service requires ${missing.join(', ')} for ${nameOf(request)}`,
			description: `${said}. Set the parameter and run the node again.`,
			missing,
			failure: { cause: 'configuration-invalid' },
		};
	}
	return {
		...common,
		message: `The service refused ${nameOf(request)}: ${stated.detail || stated.title || stated.code}`,
		description: `${said}. Check the parameters of this operation against what exists in the service.`,
		...(status >= 500 ? { retry: 'idempotent' as const } : {}),
	};
}

function throttled(
	status: number,
	retryAfterMs: number | undefined,
	stated?: StatedError,
): ErrorDetails {
	const wait =
		retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds.`;
	const said = stated === undefined ? '' : ` ${stated.title} (${stated.code}): ${stated.detail}.`;
	return {
		message:
			status === 429
				? 'The service receives too many requests'
				: 'The service is not available at the moment',
		description: `HTTP ${status}.${said}${wait} Nothing was carried out. Set Requests per Minute in the credential to stay below the limit of the service, or run the node again later.`,
		applied: 'no',
		retry: 'always',
		httpCode: String(status),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		failure: {
			cause: status === 429 ? 'rate-limited' : 'temporarily-unavailable',
			...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		},
	};
}

function redirected(status: number, location: unknown): ErrorDetails {
	const target = typeof location === 'string' ? originOf(location) : '';
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
const originOf = (location: string): string => {
	const origin = /^https?:\/\/[^/?#@]+(?=[/?#]|$)/i.exec(location)?.[0];
	return origin === undefined ? '' : ` to ${origin}`;
};

function fromProxy(status: number): ErrorDetails {
	const mayBeDone = status >= 500 || status === 408;
	return {
		message: `The address answered with HTTP ${status} and no message of the service`,
		description: mayBeDone
			? 'A proxy or the server itself could not complete the request. Run the node again when the service is well.'
			: 'A proxy or another server seems to stand at the base URL. Check the base URL in the credential.',
		applied: mayBeDone ? 'unknown' : 'no',
		retry: mayBeDone ? 'idempotent' : 'never',
		httpCode: String(status),
		failure: { cause: mayBeDone ? 'temporarily-unavailable' : 'configuration-invalid' },
	};
}

function unreadable(request: ApiRequest, text: string, status: number): ErrorDetails {
	const webPage = /^\s*</.test(text);
	const what = webPage
		? 'a web page instead of JSON'
		: text.trim() === ''
			? 'an empty body'
			: 'text that is not complete JSON';
	return {
		message: `The answer to ${nameOf(request)} cannot be read: ${what}`,
		description:
			'A proxy may have cut the answer off, or the base URL may lead to a page for people. Check the base URL in the credential and any proxy on the way.',
		applied: 'unknown',
		retry: webPage ? 'never' : 'idempotent',
		httpCode: String(status),
		failure: { cause: 'temporarily-unavailable' },
	};
}

const nameOf = ({ method, path }: ApiRequest): string => `${method} ${path}`;

function bodyOf(text: string): JsonObject | undefined {
	try {
		const value = parseJson(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Retry-After in ms: seconds or an HTTP date; undefined where it is neither. */
export function retryAfter(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string' && typeof header !== 'number') return undefined;
	const value = String(header).trim();
	if (/^\d+$/.test(value)) return Number(value) * 1000;
	if (!/[a-z]{3}/i.test(value)) return undefined;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
