import type { ErrorDetails } from './apiError';

/**
 * The details of a request that got no HTTP answer.
 * @param code network code such as ECONNRESET
 * @param seconds the timeout of the credential
 */
export function networkError(code: string, seconds: number): ErrorDetails {
	if (WRONG_PROTOCOL.test(code)) {
		return {
			message: 'The port of the base URL does not speak https',
			description: `The server answered without TLS (${code}). Write http:// in the base URL of the credential, or use the port of the service that speaks https.`,
			applied: 'unknown',
			retry: 'never',
			stopsAll: true,
			httpCode: code,
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (UNTRUSTED.test(code)) {
		return {
			message: 'The certificate of the service is not trusted',
			description: `n8n closed the connection (${code}). If the server uses a self-signed certificate, turn on Ignore SSL Issues in the credential.`,
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

/** Codes of a name or a port that no connection was made to; others can strike an open connection. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS_CERT/;

const WRONG_PROTOCOL =
	/^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/;
