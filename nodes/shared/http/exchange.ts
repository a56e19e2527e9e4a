import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isObject, toJson } from '../json';
import { ApiError, type ErrorKind } from './apiError';
import type { Connection } from './connection';
import type { ApiRequest } from './request';

/** The n8n contexts that reach the service: an execution, a picker, a poll. */
export type Host = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const CREDENTIAL = 'logManagementApi';

/** An HTTP answer. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** The text of the body; undefined if it is larger than it may be. */
	text: string | undefined;
	/** Bytes of the body, as far as it was read. */
	size?: number;
}

/** When the execution was cancelled; undefined if this n8n, or this context, does not tell. */
export const cancelSignalOf = (host: Host): AbortSignal | undefined =>
	'getExecutionCancelSignal' in host ? host.getExecutionCancelSignal() : undefined;

/**
 * Sends a request once, through n8n's request helper. The end of its time and a cancelled execution
 * close its connection.
 * @returns the HTTP answer, whatever its status, or the error of the network
 * @throws TypeError if n8n's helper answers without the full response that it was asked for
 */
export async function exchange(
	host: Host,
	connection: Connection,
	request: ApiRequest,
): Promise<HttpResponse | ApiError> {
	const { timeoutMs } = connection;
	// The helper's own timeout counts silence only; a body that drips never reaches it.
	const deadline = AbortSignal.timeout(timeoutMs);
	const signals = [deadline, cancelSignalOf(host)].filter((signal) => signal !== undefined);
	const abortSignal = AbortSignal.any(signals);
	// In executions n8n's helper puts the signal of the execution in the place of any other.
	const options = Object.defineProperty(optionsOf(connection, request), 'abortSignal', {
		enumerable: true,
		get: () => abortSignal,
		set: () => undefined,
	});
	const failed = (error: unknown): ApiError => networkError(error, deadline, timeoutMs);
	// Without this, n8n resolves the credential again, with the values of the first item.
	const data = { accessToken: connection.token };
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
	let answer: unknown;
	try {
		answer = await host.helpers.httpRequestWithAuthentication.call(host, CREDENTIAL, options, {
			credentialsDecrypted,
		});
	} catch (error) {
		return failed(error);
	}
	return await readAnswer(answer, deadline).catch(failed);
}

function optionsOf(
	{ baseUrl, timeoutMs, ignoreSslIssues, allowedDomains }: Connection,
	{ method, path, query = {}, body }: ApiRequest,
): IHttpRequestOptions {
	const params = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) params.append(name, String(value));
	}
	return {
		method,
		url: `${baseUrl}${path}${params.size === 0 ? '' : `?${params.toString()}`}`,
		headers: {
			Accept: 'application/json',
			...(body && { 'Content-Type': 'application/json' }),
		},
		...(body && { body: toJson(body) }),
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

/** Megabytes at most in the body of an answer after decompression: 50 of a success, 1 of any other. */
export const mostMegabytes = (status: number): number => (status >= 200 && status < 300 ? 50 : 1);

interface ByteStream extends AsyncIterable<Uint8Array> {
	/** Closes the connection, too. */
	destroy?: () => unknown;
}

const isByteStream = (body: unknown): body is ByteStream =>
	isObject(body) && Symbol.asyncIterator in body;

/**
 * Reads the full response of n8n's helper, whose body is a stream. A body that is too large is not
 * read to its end, nor one that is not complete when `signal` is aborted: its connection is closed.
 * @returns a promise that rejects with the error of the network that ended the stream
 * @throws TypeError, at once, if that is no full response
 */
export function readAnswer(answer: unknown, signal: AbortSignal): Promise<HttpResponse> {
	const { statusCode: status, headers, body } = isObject(answer) ? answer : {};
	if (typeof status !== 'number' || !isObject(headers) || !isByteStream(body)) {
		throw new TypeError('n8n returned no full response');
	}
	const most = mostMegabytes(status) * 1_000_000;
	return bytesOf(body, most, signal).then((parts) => {
		const size = parts.reduce((sum, { length }) => sum + length, 0);
		const text = size > most ? undefined : new TextDecoder().decode(Buffer.concat(parts));
		return { status, headers, text, size };
	});
}

/** The bytes of a stream; more than `most` if it has more, but not all of them. */
async function bytesOf(body: ByteStream, most: number, signal: AbortSignal): Promise<Uint8Array[]> {
	const parts: Uint8Array[] = [];
	let size = 0;
	// Nothing may come any more that could end the loop.
	const close = (): unknown => body.destroy?.();
	if (signal.aborted) close();
	signal.addEventListener('abort', close);
	try {
		for await (const part of body) {
			parts.push(part);
			size += part.length;
			// Leaving the loop destroys the stream.
			if (size > most) break;
		}
	} finally {
		signal.removeEventListener('abort', close);
	}
	return parts;
}

/** Codes of a name or a port that no connection was made to; others can strike an open connection. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']);
const TIMED_OUT = new Set(['ETIMEDOUT', 'ECONNABORTED']);
const BLOCKED = 'SSRF_BLOCKED';
const UNTRUSTED = /CERT|UNABLE_TO_VERIFY/;
const WRONG_PROTOCOL =
	/^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/;

/**
 * The error of a request that got no HTTP answer.
 * @param deadline when an answer was no longer waited for, and after how many ms
 */
export function networkError(error: unknown, deadline: AbortSignal, timeoutMs: number): ApiError {
	const httpCode = deadline.aborted ? 'ETIMEDOUT' : networkCodeOf(error);
	return new ApiError(kindOf(httpCode), { httpCode, seconds: timeoutMs / 1000 });
}

function kindOf(code: string): ErrorKind {
	if (code === BLOCKED) return 'blocked';
	if (WRONG_PROTOCOL.test(code)) return 'wrongProtocol';
	if (UNTRUSTED.test(code)) return 'untrusted';
	if (NEVER_SENT.has(code)) return 'unreachable';
	return TIMED_OUT.has(code) ? 'timedOut' : 'lost';
}

/**
 * The network code of an error such as ECONNRESET; SSRF_BLOCKED if n8n did not let the request leave.
 * n8n's helper wraps the error, possibly more than once.
 */
function networkCodeOf(error: unknown, depth = 0): string {
	if (!isObject(error) || depth > 4) return 'UNKNOWN';
	const { name, code } = error;
	// SsrfBlockedIpError, SsrfBlockedHostnameError
	if (typeof name === 'string' && name.startsWith('SsrfBlocked')) return BLOCKED;
	if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
	return networkCodeOf(error.cause ?? error.errorResponse, depth + 1);
}
