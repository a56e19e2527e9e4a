import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isObject, toJson } from '../json';
import type { ApiError } from './apiError';
import type { Connection } from './connection';
import { networkError } from './networkError';
import type { ApiRequest } from './request';

/** The n8n contexts that reach the service: an execution, a picker, a poll. */
export type Host = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const CREDENTIAL = 'logManagementApi';

/** An HTTP response. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** The body after decompression; undefined if it is larger than `maxMegabytes`. */
	bytes: Uint8Array | undefined;
}

/** Is aborted when the execution is cancelled; undefined if this n8n or this context has no such signal. */
export const cancelSignalOf = (host: Host): AbortSignal | undefined =>
	'getExecutionCancelSignal' in host ? host.getExecutionCancelSignal() : undefined;

/**
 * Sends a request once, through n8n's request helper. The timeout and a cancelled execution close its
 * connection.
 * @returns the HTTP response, whatever its status, or the network error
 * @throws TypeError if n8n's helper returns no full response
 */
export async function exchange(
	host: Host,
	connection: Connection,
	request: ApiRequest,
): Promise<HttpResponse | ApiError> {
	const { timeoutMs } = connection;
	// The helper's own timeout only measures silence: a body that drips never reaches it.
	const deadline = AbortSignal.timeout(timeoutMs);
	const signals = [deadline, cancelSignalOf(host)].filter((signal) => signal !== undefined);
	const abortSignal = AbortSignal.any(signals);
	// In executions n8n's helper replaces the signal by that of the execution.
	const options = Object.defineProperty(optionsOf(connection, request), 'abortSignal', {
		enumerable: true,
		get: () => abortSignal,
		set: () => undefined,
	});
	const failed = (error: unknown): ApiError => networkError(error, deadline, timeoutMs);
	// Without this, n8n resolves the credential again, with the values of the first item.
	const data = { accessToken: connection.token };
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
	let response: unknown;
	try {
		response = await host.helpers.httpRequestWithAuthentication.call(host, CREDENTIAL, options, {
			credentialsDecrypted,
		});
	} catch (error) {
		return failed(error);
	}
	return await readResponse(response, deadline).catch(failed);
}

function optionsOf(
	{ baseUrl, timeoutMs, ignoreSslIssues }: Connection,
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
	};
}

/** The maximum size of a response after decompression: 50 MB for a success, 1 MB for any other. */
export const maxMegabytes = (status: number): number => (status >= 200 && status < 300 ? 50 : 1);

interface ByteStream extends AsyncIterable<Uint8Array> {
	/** Also closes the connection. */
	destroy?: () => unknown;
}

const isByteStream = (body: unknown): body is ByteStream =>
	isObject(body) && Symbol.asyncIterator in body;

/**
 * Reads the full response of n8n's helper, whose body is a stream. The connection is closed early if the
 * body is too large, or if it is not complete when `signal` is aborted.
 * @returns a promise that rejects with the network error that ended the stream
 * @throws TypeError, at once, if that is no full response
 */
export function readResponse(response: unknown, signal: AbortSignal): Promise<HttpResponse> {
	const { statusCode: status, headers, body } = isObject(response) ? response : {};
	if (typeof status !== 'number' || !isObject(headers) || !isByteStream(body)) {
		throw new TypeError('n8n returned no full response');
	}
	const maxBytes = maxMegabytes(status) * 1_000_000;
	return bytesOf(body, maxBytes, signal).then((bytes) => ({ status, headers, bytes }));
}

/** The bytes of a stream; undefined if there are more than `maxBytes`. */
async function bytesOf(
	body: ByteStream,
	maxBytes: number,
	signal: AbortSignal,
): Promise<Uint8Array | undefined> {
	const parts: Uint8Array[] = [];
	let size = 0;
	// A stalled stream never yields, so the loop below could not notice the timeout.
	const close = (): unknown => body.destroy?.();
	if (signal.aborted) close();
	signal.addEventListener('abort', close);
	try {
		for await (const part of body) {
			parts.push(part);
			size += part.length;
			// Leaving the loop destroys the stream.
			if (size > maxBytes) return undefined;
		}
	} finally {
		signal.removeEventListener('abort', close);
	}
	return Buffer.concat(parts);
}
