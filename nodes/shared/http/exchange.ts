import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isObject, toJson } from '../json';
import { ApiError } from './apiError';
import type { Connection } from './connection';
import type { ErrorKind } from './errorKinds';
import { readAnswer, type HttpResponse } from './readAnswer';
import type { ApiRequest } from './request';

/** The n8n contexts that reach the service: an execution, a picker, a poll. */
export type Host = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const CREDENTIAL = 'logManagementApi';

/**
 * Sends a request once, through n8n's request helper. Afterwards nothing is left of it: the end of its
 * time and the end of the execution close its connection.
 * @returns the HTTP answer, whatever its status, or the error of the network
 * @throws TypeError if n8n's helper answers without the full response that it was asked for
 */
export async function exchange(
	host: Host,
	connection: Connection,
	request: ApiRequest,
	ended: AbortSignal,
): Promise<HttpResponse | ApiError> {
	const { timeoutMs } = connection;
	// The helper's own timeout counts silence only; a body that drips never reaches it.
	const deadline = AbortSignal.timeout(timeoutMs);
	const signals = [deadline, ended, ...cancelSignalOf(host)];
	const options = endedBy(optionsOf(connection, request), signals);
	const failed = (error: unknown): ApiError =>
		networkError(deadline.aborted ? TIMED_OUT : networkCodeOf(error), timeoutMs / 1000);
	let answer: unknown;
	try {
		answer = await host.helpers.httpRequestWithAuthentication.call(host, CREDENTIAL, options);
	} catch (error) {
		return failed(error);
	}
	return await readAnswer(answer, AbortSignal.any([deadline, ended])).catch(failed);
}

const cancelSignalOf = (host: Host): AbortSignal[] => {
	const signal = 'getExecutionCancelSignal' in host ? host.getExecutionCancelSignal() : undefined;
	return signal === undefined ? [] : [signal];
};

/** In executions n8n's helper puts the signal of the execution in the place of any other. */
const endedBy = (options: IHttpRequestOptions, signals: AbortSignal[]): IHttpRequestOptions => {
	const abortSignal = AbortSignal.any(signals);
	return Object.defineProperty(options, 'abortSignal', {
		enumerable: true,
		get: () => abortSignal,
		set: () => undefined,
	});
};

function optionsOf(
	{ baseUrl, timeoutMs, ignoreSslIssues, allowedDomains }: Connection,
	request: ApiRequest,
): IHttpRequestOptions {
	const { method, path, body } = request;
	return {
		method,
		url: `${baseUrl}${path}${queryOf(request)}`,
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
		},
		...(body === undefined ? {} : { body: toJson(body) }),
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		skipSslCertificateValidation: ignoreSslIssues,
		timeout: timeoutMs,
		...(allowedDomains === undefined ? {} : { allowedDomains }),
	};
}

function queryOf({ query = {} }: ApiRequest): string {
	const params = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) params.append(name, String(value));
	}
	return params.size === 0 ? '' : `?${params.toString()}`;
}

/** Codes of a name or a port that no connection was made to; others can strike an open connection. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);

export const TIMED_OUT = 'ETIMEDOUT';

const BLOCKED = 'SSRF_BLOCKED';
const UNTRUSTED = /CERT|UNABLE_TO_VERIFY/;
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
