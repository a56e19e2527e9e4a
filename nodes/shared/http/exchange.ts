import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isObject, toJson } from '../json';
import type { Connection } from './connection';
import type { HttpResponse } from './parseResponse';
import type { ApiRequest } from './request';

/** The n8n contexts that reach the service: an execution, a picker, a poll. */
export type Host = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const CREDENTIAL = 'logManagementApi';

/**
 * Sends a request once, through n8n's request helper.
 * @returns the HTTP answer, whatever its status, or the code of what happened on the network
 */
export async function exchange(
	host: Host,
	connection: Connection,
	request: ApiRequest,
): Promise<HttpResponse | { networkCode: string }> {
	const { timeoutMs } = connection;
	const options = optionsOf(connection, request);
	// The helper's own timeout counts silence only; a body that drips never reaches it.
	const deadline = AbortSignal.timeout(timeoutMs);
	options.abortSignal = deadline;
	let onDeadline = (): void => undefined;
	const overdue = new Promise<never>((_, reject) => {
		onDeadline = () => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
	});
	deadline.addEventListener('abort', onDeadline);
	let answer: unknown;
	try {
		answer = await Promise.race([
			host.helpers.httpRequestWithAuthentication.call(host, CREDENTIAL, options),
			overdue,
		]);
	} catch (error) {
		return { networkCode: networkCodeOf(error) };
	} finally {
		// The signal lives until its time is up and keeps all that its listener holds.
		deadline.removeEventListener('abort', onDeadline);
	}
	return responseOf(answer);
}

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
		encoding: 'text',
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
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, String(value)] as [string, string]],
	);
	return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** @throws TypeError where n8n's helper answers without the full response that it was asked for */
export function responseOf(answer: unknown): HttpResponse {
	if (isObject(answer) && typeof answer.statusCode === 'number' && isObject(answer.headers)) {
		const { statusCode: status, headers, body } = answer;
		return { status, headers, text: typeof body === 'string' ? body : '' };
	}
	throw new TypeError('n8n returned no full response');
}

/** A network code such as ECONNRESET; n8n's helper wraps the error, possibly more than once. */
export function networkCodeOf(error: unknown, depth = 0): string {
	if (!isObject(error) || depth > 4) return 'UNKNOWN';
	if (typeof error.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(error.code)) return error.code;
	return networkCodeOf(error.cause ?? error.errorResponse, depth + 1);
}
