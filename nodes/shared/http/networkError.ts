import { isObject, type JsonObject } from '../json';
import { asText } from '../texts';
import { ApiError } from './apiError';

/** The kinds of network codes and texts; the first that fits counts. Any other code may end an open connection. */
const KIND_PATTERNS = [
	[/^SSRF_BLOCKED/, 'ssrfBlocked'],
	// The first codes mean that no connection was made; others mean it only if the text names the step, as `connect`.
	[
		/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL)|\b(?:connect|getaddrinfo) E[A-Z]/,
		'unreachable',
	],
	[/^(?:ETIMEDOUT|ECONNABORTED)/, 'timedOut'],
	[
		/^(?:EPROTO|ERR_SSL).*(?:wrong.version.number|packet.length.too.long|http.request)/is,
		'notHttps',
	],
	// The handshake failed. A bad record may also come later, in the response to a request that was carried out.
	[/^(?:EPROTO|ERR_SSL)(?!.*(?:bad.record|decrypt))/is, 'unreachable'],
	[/^\w*(?:CERT|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH)/, 'untrustedCertificate'],
] as const;

/** Makes the error of a request without a complete response. @param deadline is aborted once the timeout is over */
export function networkError(error: unknown, deadline: AbortSignal, timeoutMs: number): ApiError {
	const errors = chainOf(error);
	const httpCode = deadline.aborted ? 'ETIMEDOUT' : codeOf(errors);
	const words = [httpCode, ...errors.map(({ message }) => asText(message))].join(' ');
	const [, kind = 'lost'] = KIND_PATTERNS.find(([pattern]) => pattern.test(words)) ?? [];
	return ApiError.of(kind, { httpCode, timeoutSeconds: timeoutMs / 1000 });
}

/** Lists an error and the errors that it wraps: n8n's helper wraps more than once, Node wraps one for each address. */
function chainOf(error: unknown, levels = 5): JsonObject[] {
	if (!isObject(error) || levels === 0) return [];
	const wrapped = [error.cause ?? error.errorResponse, error.errors].flat();
	return [error, ...wrapped.flatMap((inner) => chainOf(inner, levels - 1))];
}

/** Finds a network code such as ECONNRESET; SSRF_BLOCKED if n8n did not let the request leave. */
function codeOf(errors: readonly JsonObject[]): string {
	// SsrfBlockedIpError, SsrfBlockedHostnameError
	if (errors.some(({ name }) => asText(name).startsWith('SsrfBlocked'))) return 'SSRF_BLOCKED';
	// Before n8n 2.41 an error loses its cause, and only its httpCode keeps the code.
	const codes = errors.flatMap(({ code, httpCode }) => [code, httpCode]).map(asText);
	return codes.find((code) => /^[A-Z][A-Z0-9_]+$/.test(code)) ?? 'UNKNOWN';
}
