import { isObject } from '../json';
import { ApiError } from './apiError';
import type { ErrorKind } from './errorKinds';

/** Codes of a name or a port that no connection was made to; others can strike an open connection. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

export const TIMED_OUT = 'ETIMEDOUT';

const BLOCKED = 'SSRF_BLOCKED';

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS_CERT/;

const WRONG_PROTOCOL =
	/^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/;

/**
 * The error of a request that got no HTTP answer.
 * @param code network code such as ECONNRESET
 * @param seconds how long an answer was waited for
 */
export const networkError = (code: string, seconds: number): ApiError =>
	new ApiError(kindOf(code), { httpCode: code, seconds });

function kindOf(code: string): ErrorKind {
	if (code === BLOCKED) return 'blocked';
	if (WRONG_PROTOCOL.test(code)) return 'wrongProtocol';
	if (UNTRUSTED.test(code)) return 'untrusted';
	if (NEVER_SENT.has(code)) return 'unreachable';
	return code === TIMED_OUT || code === 'ECONNABORTED' ? 'timedOut' : 'lost';
}

/**
 * The network code of an error such as ECONNRESET; SSRF_BLOCKED if n8n did not let the request leave.
 * n8n's helper wraps the error, possibly more than once.
 */
export function networkCodeOf(error: unknown, depth = 0): string {
	if (!isObject(error) || depth > 4) return 'UNKNOWN';
	const { name, code } = error;
	// SsrfBlockedIpError, SsrfBlockedHostnameError
	if (typeof name === 'string' && name.startsWith('SsrfBlocked')) return BLOCKED;
	if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
	return networkCodeOf(error.cause ?? error.errorResponse, depth + 1);
}
