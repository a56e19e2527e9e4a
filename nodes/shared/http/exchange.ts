import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { toJson } from '../json';
import type { ApiError } from './apiError';
import type { Connection } from './connection';
import { networkCodeOf, networkError, TIMED_OUT } from './networkError';
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
): Promise<HttpResponse | ApiError> {
	const { timeoutMs } = connection;
	// The helper's own timeout counts silence only; a body that drips never reaches it.
	const deadline = AbortSignal.timeout(timeoutMs);
	const options = endedBy(optionsOf(connection, request), [deadline, ...cancelSignalOf(host)]);
	const failed = (error: unknown): ApiError =>
		networkError(deadline.aborted ? TIMED_OUT : networkCodeOf(error), timeoutMs / 1000);
	let answer: unknown;
	try {
		answer = await host.helpers.httpRequestWithAuthentication.call(host, CREDENTIAL, options);
	} catch (error) {
		return failed(error);
	}
	const reading = readAnswer(answer, deadline);
	try {
		return await reading;
	} catch (error) {
		return failed(error);
	}
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
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, String(value)] as [string, string]],
	);
	return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
