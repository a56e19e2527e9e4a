import { ApiError } from './apiError';
import type { ErrorKind } from './errorKinds';

/** Codes of a name or a port that no connection was made to; others can strike an open connection. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

const TIMED_OUT = new Set(['ETIMEDOUT', 'ECONNABORTED']);

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
	if (WRONG_PROTOCOL.test(code)) return 'wrongProtocol';
	if (UNTRUSTED.test(code)) return 'untrusted';
	if (NEVER_SENT.has(code)) return 'unreachable';
	return TIMED_OUT.has(code) ? 'timedOut' : 'lost';
}
