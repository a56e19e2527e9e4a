import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import * as workflow from 'n8n-workflow';

import { takeRows } from '../files/rowScanner';
import { apiUrl } from './baseUrl';
import type { Gathered, Gather } from '../files/rowBatch';
import { isObject, toJson } from '../json';
import {
	networkError,
	parseResponse,
	ApiError,
	asApiErrorOrThrow,
	type ErrorDetails,
} from './apiError';
import type { ApiResponse, ApiRequest, Send } from './request';

/** The n8n contexts that reach the service: an execution, a picker, a poll. */
export type Host = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** The connection of one execution: its credential is read once. */
export interface ApiClient {
	/**
	 * Sends a request and answers with the service's answer. Reads are repeated after network
	 * faults and 5xx, every request after 429 and 503; a write is never repeated otherwise.
	 * @throws ApiError
	 */
	readonly send: Send;
	/** Waits that many ms, in slices, so that a cancelled execution stops within one. */
	readonly pause: (ms: number) => Promise<void>;
	/** Requests that left so far, repeated ones included. */
	readonly requests: number;
}

export interface RetryPolicy {
	/** Attempts for a request, the first one included. */
	attempts: number;
	/** The longest wait before an attempt, in ms; a service that asks for more is not waited for. */
	longestWaitMs: number;
}

const DEFAULT_RETRY_POLICY: RetryPolicy = { attempts: 5, longestWaitMs: 120_000 };
const CREDENTIAL = 'logManagementApi';
const SLICE_MS = 250;
const HIDDEN = '[hidden]';

/** The next free moment, in ms since 1970, of each server that is paced in this process. */
const nextFree = new Map<string, number>();

/** Endpoints that were seen in this process to require what a request holds for that case only. */
const requiring = new Set<string>();

/** @throws NodeOperationError when the base URL of the credential cannot be one */
export async function createClient(
	host: Host,
	patience: Partial<RetryPolicy> = {},
): Promise<ApiClient> {
	const credential = await host.getCredentials(CREDENTIAL);
	const wire = new HttpClient(host, credential, { ...DEFAULT_RETRY_POLICY, ...patience });
	return wire;
}

class HttpClient implements ApiClient {
	requests = 0;
	private readonly base: string;
	private readonly token: string;
	private readonly timeoutMs: number;
	private readonly spacingMs: number;
	private readonly allowedDomains: string | undefined;

	constructor(
		private readonly host: Host,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly patience: RetryPolicy,
	) {
		this.base = this.baseOf(credential);
		this.token = typeof credential.accessToken === 'string' ? credential.accessToken.trim() : '';
		this.timeoutMs = (positive(credential.timeout) ?? 60) * 1000;
		const perMinute = positive(credential.requestsPerMinute);
		this.spacingMs = perMinute === undefined ? 0 : 60_000 / perMinute;
		this.allowedDomains = this.domains();
	}

	readonly send = async <G extends Gathered>(
		request: ApiRequest,
		gather?: Gather<G>,
	): Promise<ApiResponse<G>> => {
		const { fallbackBody = {}, ...rest } = request;
		const whole = { ...rest, body: { ...fallbackBody, ...rest.body } };
		const endpoint = `${request.method} ${this.base}${request.path}`;
		if (requiring.has(endpoint)) return await this.sendUntilAnswered(whole, gather);
		try {
			return await this.sendUntilAnswered(request, gather);
		} catch (fault) {
			const refusal = asApiErrorOrThrow(fault);
			if (!refusal.details.missing?.some((name) => name in fallbackBody)) throw refusal;
			requiring.add(endpoint);
			return await this.sendUntilAnswered(whole, gather);
		}
	};

	private async sendUntilAnswered<G extends Gathered>(
		request: ApiRequest,
		gather: Gather<G> | undefined,
	): Promise<ApiResponse<G>> {
		for (let attempt = 1; ; attempt++) {
			await this.paced();
			const result = await this.attempt(request, gather);
			if (!('refused' in result)) return result;
			const wait = this.waitBefore(attempt + 1, request, result.refused);
			if (wait === undefined) throw new ApiError(result.refused);
			this.host.logger.info(
				`${result.refused.message}; ${request.method} ${request.path} is sent again in ${Math.ceil(wait / 1000)} s`,
			);
			await this.pause(wait);
		}
	}

	private async attempt<G extends Gathered>(
		request: ApiRequest,
		gather: Gather<G> | undefined,
	): Promise<ApiResponse<G> | { refused: ErrorDetails }> {
		this.requests += 1;
		const started = Date.now();
		try {
			const { statusCode, headers, body } = await this.exchange(request);
			this.host.logger.debug(
				`${request.method} ${request.path} answered HTTP ${statusCode} in ${Date.now() - started} ms`,
			);
			const text = this.withoutSecrets(textOf(body), request.secrets ?? []);
			const taken = gather && takeRows(text, gather);
			const answer = { status: statusCode, headers, text: taken?.rest ?? text };
			const read = parseResponse(request, answer, Date.now());
			if ('refused' in read) return read;
			const date = typeof headers.date === 'string' ? Date.parse(headers.date) : NaN;
			return {
				body: read.body,
				date: Number.isNaN(date) ? undefined : date,
				...(taken && { rows: taken.rows }),
			};
		} catch (fault) {
			this.stopIfCancelled();
			return { refused: networkError(codeOf(fault), this.timeoutMs / 1000) };
		}
	}

	private async exchange(request: ApiRequest): Promise<IN8nHttpFullResponse> {
		const options: IHttpRequestOptions = {
			method: request.method,
			url: `${this.base}${request.path}${queryOf(request)}`,
			headers: { Accept: 'application/json' },
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			skipSslCertificateValidation: this.credential.ignoreSslIssues === true,
			timeout: this.timeoutMs,
			...(this.allowedDomains === undefined ? {} : { allowedDomains: this.allowedDomains }),
		};
		if (request.body !== undefined) {
			options.body = toJson(request.body);
			options.headers = { ...options.headers, 'Content-Type': 'application/json' };
		}
		// The helper's own timeout counts silence only; a body that drips would never end.
		const deadline = AbortSignal.timeout(this.timeoutMs);
		options.abortSignal = deadline;
		let overdue = (): void => undefined;
		const timeOut = new Promise((_, reject) => {
			overdue = () => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
		});
		deadline.addEventListener('abort', overdue);
		try {
			const answer: unknown = await Promise.race([
				this.host.helpers.httpRequestWithAuthentication.call(this.host, CREDENTIAL, options),
				timeOut,
			]);
			return isFullResponse(answer) ? answer : { statusCode: 200, headers: {}, body: '' };
		} finally {
			// The signal lives until its time is up, and with it would all that its listener holds.
			deadline.removeEventListener('abort', overdue);
		}
	}

	/** The wait before the next attempt in ms; undefined when there is to be none. */
	private waitBefore(
		attempt: number,
		request: ApiRequest,
		refused: ErrorDetails,
	): number | undefined {
		const repeatable = request.idempotent ?? request.method === 'GET';
		const allowed = refused.retry === 'always' || (refused.retry === 'idempotent' && repeatable);
		if (!allowed || attempt > this.patience.attempts) return undefined;
		const wait = refused.retryAfterMs ?? 1000 * 2 ** (attempt - 2);
		return wait > this.patience.longestWaitMs ? undefined : wait;
	}

	private async paced(): Promise<void> {
		if (this.spacingMs === 0) return;
		const now = Date.now();
		const free = Math.max(now, nextFree.get(this.base) ?? 0);
		nextFree.set(this.base, free + this.spacingMs);
		await this.pause(free - now);
	}

	readonly pause = async (ms: number): Promise<void> => {
		for (let left = ms; left > 0; left -= SLICE_MS) {
			this.stopIfCancelled();
			await workflow.sleep(Math.min(left, SLICE_MS));
		}
	};

	private withoutSecrets(text: string, secrets: readonly string[]): string {
		return [this.token, ...secrets]
			.filter((secret) => secret.length >= 4)
			.flatMap(spellings)
			.reduce((clean, spelt) => clean.replaceAll(spelt, HIDDEN), text);
	}

	private baseOf(credential: ICredentialDataDecryptedObject): string {
		try {
			return apiUrl(credential.baseUrl);
		} catch (fault) {
			throw this.unusable(fault instanceof Error ? fault.message : String(fault));
		}
	}

	/** The credential's allowed domains, where this n8n has them. */
	private domains(): string | undefined {
		if (typeof workflow.getCredentialAllowedDomains !== 'function') return undefined;
		const allowedDomains = workflow.getCredentialAllowedDomains({
			node: this.host.getNode(),
			credentialData: this.credential,
			// The address is the credential's own, not one that an item brings along.
			credentialOwnedSurface: true,
		});
		if (allowedDomains && !workflow.isDomainAllowed({ url: this.base, allowedDomains })) {
			throw this.unusable('The base URL is not among the allowed domains of the credential');
		}
		return allowedDomains;
	}

	private unusable(message: string): workflow.NodeOperationError {
		return new workflow.NodeOperationError(this.host.getNode(), message, {
			description: 'Open the credential of this node, correct it and test it there.',
			failure: { cause: 'configuration-invalid' },
		});
	}

	private stopIfCancelled(): void {
		const { host } = this;
		if (!('getExecutionCancelSignal' in host) || !host.getExecutionCancelSignal()?.aborted) return;
		throw new workflow.NodeOperationError(this.host.getNode(), 'The execution was canceled');
	}
}

/** How a secret may stand in an answer: as it is, in a URL, in JSON, or in JSON that JSON quotes. */
function spellings(secret: string): string[] {
	const quoted = inJson(secret);
	const plain = [secret, encodeURIComponent(secret), quoted, inJson(quoted)];
	return [...new Set(plain.flatMap((spelt) => [spelt, spelt.replaceAll('/', '\\/')]))];
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function queryOf({ query = {} }: ApiRequest): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, String(value)] as [string, string]],
	);
	return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

const positive = (value: unknown): number | undefined => {
	const number = Number(value);
	return Number.isFinite(number) && number > 0 ? number : undefined;
};

const textOf = (body: unknown): string => (typeof body === 'string' ? body : '');

const isFullResponse = (value: unknown): value is IN8nHttpFullResponse =>
	isObject(value) && typeof value.statusCode === 'number' && isObject(value.headers);

/** A network code such as ECONNRESET; n8n's helper wraps the fault, possibly more than once. */
function codeOf(fault: unknown, depth = 0): string {
	if (!isObject(fault) || depth > 4) return 'UNKNOWN';
	if (typeof fault.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(fault.code)) {
		return fault.code;
	}
	return codeOf(fault.cause ?? fault.errorResponse, depth + 1);
}
