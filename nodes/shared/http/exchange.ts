import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { toJson } from '../json';
import type { ApiError } from './apiError';
import type { Connection } from './connection';
import { networkError } from './networkError';
import type { ApiRequest } from './request';

/** The n8n contexts that reach the service: an execution, a picker, a poll. */
export type N8nContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const CREDENTIAL = 'logManagementApi';

export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** The body after decompression; undefined if it is larger than `maxMegabytes`. */
	bytes: Uint8Array | undefined;
}

/** Returns the signal of a cancelled execution; undefined if this n8n or this context has none. */
export const cancelSignalOf = (context: N8nContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/**
 * Sends a request once, through n8n's request helper. The timeout and a cancelled execution close its connection.
 * @returns the HTTP response, whatever its status, or the network error
 */
export async function exchange(
	context: N8nContext,
	connection: Connection,
	request: ApiRequest,
): Promise<HttpResponse | ApiError> {
	const { timeoutMs, token } = connection;
	// The helper's own timeout only measures silence, which a slowly dripping body never reaches.
	const deadline = AbortSignal.timeout(timeoutMs);
	const signals = [deadline, cancelSignalOf(context)].filter((signal) => signal !== undefined);
	const abortSignal = AbortSignal.any(signals);
	// In executions n8n's helper replaces the signal with the execution's own.
	const options = Object.defineProperty(httpOptionsOf(connection, request), 'abortSignal', {
		enumerable: true,
		get: () => abortSignal,
		set: () => undefined,
	});
	// Without this argument, n8n would resolve the credential for the first item.
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data: { accessToken: token } };
	try {
		const sending = context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
			{ credentialsDecrypted },
		);
		return await readResponse(sending as Promise<StreamResponse>, deadline);
	} catch (error) {
		return networkError(error, deadline, timeoutMs);
	}
}

const JSON_TYPE = 'application/json';

function httpOptionsOf(
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
		headers: { Accept: JSON_TYPE, ...(body && { 'Content-Type': JSON_TYPE }) },
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

/** Returns the maximum size of a response after decompression: 50 MB for a success, 1 MB for any other. */
export const maxMegabytes = (status: number): number => (status >= 200 && status < 300 ? 50 : 1);

/** A full response of n8n's helpers, whose body is a stream. */
export interface StreamResponse {
	statusCode: number;
	headers: HttpResponse['headers'];
	body: AsyncIterable<Uint8Array> & { destroy: () => unknown };
}

/**
 * Reads a response. Its connection is closed early if the body is too large, or if it is not complete when
 * `signal` is aborted.
 * @throws the network error that ended the stream, or an error if `signal` is aborted
 */
export async function readResponse(
	response: Promise<StreamResponse>,
	signal: AbortSignal,
): Promise<HttpResponse> {
	let open: StreamResponse['body'] | undefined;
	// A stalled stream never yields, and n8n's helper never settles for some responses, such as HTTP 101.
	const aborted = new Promise<never>((_resolve, reject) => {
		const stop = (): void => reject(new Error('The response was not complete in time'));
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop);
	});
	const read = async (): Promise<HttpResponse> => {
		const { statusCode: status, headers, body } = await response;
		open = body;
		// For a response after the abort, `finally` below has already run.
		if (signal.aborted) body.destroy();
		const parts: Uint8Array[] = [];
		let size = 0;
		for await (const part of body) {
			parts.push(part);
			size += part.length;
			// Leaving the loop destroys the stream.
			if (size > maxMegabytes(status) * 1_000_000) return { status, headers, bytes: undefined };
		}
		return { status, headers, bytes: Buffer.concat(parts) };
	};
	return await Promise.race([read(), aborted]).finally(() => {
		if (signal.aborted) open?.destroy();
	});
}
