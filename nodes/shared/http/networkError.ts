import { isObject, type JsonObject } from '../json';
import { asText } from '../texts';
import { ApiError, type ErrorKind } from './apiError';

/** The kinds of network codes. Any other code may end an open connection, so its kind is `lost`. */
const KIND_OF_CODE: ReadonlyArray<readonly [RegExp, ErrorKind]> = [
	[/^SSRF_BLOCKED$/, 'ssrfBlocked'],
	[/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL)$/, 'unreachable'],
	[/^(?:ETIMEDOUT|ECONNABORTED)$/, 'timedOut'],
];

/** The meaning of codes and OpenSSL's texts, and the remedy. The first pattern that fits counts. */
const CONNECTION_CAUSES: ReadonlyArray<readonly [RegExp, headline: string, remedy: string]> = [
	[
		/^(?:EPROTO|ERR_SSL).*(?:wrong.version.number|packet.length.too.long|http.request)/is,
		'The port of the base URL does not speak https',
		'Use the port of the service that speaks https, or write http:// in the base URL of the credential',
	],
	[
		/^HPE_INVALID_CONSTANT/,
		'The port of the base URL does not speak http',
		'If it speaks https, write https:// in the base URL of the credential',
	],
	[
		// A bad record may also come later, in the response to a request that was carried out.
		/^(?:EPROTO|ERR_SSL)(?!.*(?:bad.record|decrypt))/is,
		'n8n and the service could not agree on a secure connection',
		'Let the service accept TLS 1.2 or 1.3 with current ciphers, and require no client certificate',
	],
	[
		/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)/,
		'The certificate of the service has expired or is not valid yet',
		'Renew the certificate of the service, or correct the clock of n8n',
	],
	[
		/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/,
		'The certificate of the service is for another host name',
		'Write a host name of the certificate into the base URL of the credential',
	],
	[
		/^\w*(?:CERT|UNABLE_TO_VERIFY)/,
		'The certificate of the service is not trusted',
		"Add the service's certificate authority to n8n with NODE_EXTRA_CA_CERTS and restart n8n, or turn on Ignore SSL Issues in the credential",
	],
];

/**
 * Makes the error of a request that got no complete HTTP response.
 * @param deadline is aborted once the timeout is over
 */
export function networkError(error: unknown, deadline: AbortSignal, timeoutMs: number): ApiError {
	const errors = chainOf(error);
	const httpCode = deadline.aborted ? 'ETIMEDOUT' : codeOf(errors);
	const texts = [httpCode, ...errors.map(({ message }) => asText(message))].join(' ');
	const [, headline, remedy] = CONNECTION_CAUSES.find(([pattern]) => pattern.test(texts)) ?? [];
	if (headline !== undefined) {
		// Without TLS, a server may have carried out the request before its reply.
		const kind = httpCode.startsWith('HPE_') ? 'lost' : 'connectionSettings';
		return new ApiError(kind, { httpCode, headline, advice: `${remedy} (${httpCode}).` });
	}
	const [, kind = 'lost'] = KIND_OF_CODE.find(([pattern]) => pattern.test(httpCode)) ?? [];
	return new ApiError(kind, { httpCode, seconds: timeoutMs / 1000 });
}

/** Lists an error and the errors that it wraps, since n8n's helper may wrap more than once. */
const chainOf = (error: unknown, levels = 5): JsonObject[] =>
	isObject(error) && levels > 0
		? [error, ...chainOf(error.cause ?? error.errorResponse, levels - 1)]
		: [];

/** Finds a network code such as ECONNRESET; SSRF_BLOCKED if n8n did not let the request leave. */
function codeOf(errors: readonly JsonObject[]): string {
	// SsrfBlockedIpError, SsrfBlockedHostnameError
	if (errors.some(({ name }) => asText(name).startsWith('SsrfBlocked'))) return 'SSRF_BLOCKED';
	// Before n8n 2.41 an error loses its cause, and only its httpCode keeps the code.
	const codes = errors.flatMap(({ code, httpCode }) => [code, httpCode]).map(asText);
	return codes.find((code) => /^[A-Z][A-Z0-9_]+$/.test(code)) ?? 'UNKNOWN';
}
