import { NodeOperationError, sleep } from 'n8n-workflow';

import type { Json } from '../json';
import { ApiError, asApiErrorOrThrow } from './apiError';
import { serverOf, readConnection, type Connection } from './connection';
import { CREDENTIAL, exchange, type Host } from './exchange';
import { parseResponse, clockOf } from './parseResponse';
import { RateLimiter } from './rateLimiter';
import { Redactor } from './redact';
import { requestName, type ApiRequest, type ApiResponse, type Scope, type Send } from './request';
import { DEFAULT_RETRY_POLICY, waitBefore, type RetryPolicy } from './retryPolicy';

/** The connection of one execution: its credential is read once. */
export interface ApiClient {
	/**
	 * Sends a request and returns the service's answer. Requests that change nothing are repeated
	 * after network errors and 5xx, every request after an answer that says "not now"; a write is
	 * never repeated otherwise.
	 * @throws ApiError, or NodeOperationError if the execution is cancelled
	 */
	readonly send: Send;
	/**
	 * Waits that many ms, in slices, so that a cancelled execution stops soon.
	 * @throws NodeOperationError if the execution is cancelled
	 */
	readonly pause: (ms: number) => Promise<void>;
	/** Ends what is still under way: pages that were asked for ahead. */
	readonly close: () => void;
	/** Requests that left so far, repeated ones included. */
	readonly requests: number;
	/** Requests that the pace and the service let leave at once; Infinity without a limit. */
	readonly available: () => number;
	/** Ms that the pace and the service hold back the last of the next `requests`. */
	readonly expectedWait: (requests: number) => number;
	/** Which service this is: the address of its interface, spelled in one way. */
	readonly address: string;
	/** The time zone of the service, if the credential names it. */
	readonly timeZone?: string | undefined;
}

interface ClientOptions {
	/** The scope of requests that name none. */
	scope: Scope;
	retryPolicy?: Partial<RetryPolicy>;
	/** Endpoints that answered that they require the fallback body; given if it outlives the client. */
	requiring?: Set<string>;
	/** Ms that a request may take from now on, if that is less than the timeout of the credential. */
	timeLeft?: () => number;
}

/** @throws NodeOperationError when the credential cannot be used */
export async function createClient(
	host: Host,
	{ scope, retryPolicy, requiring = new Set(), timeLeft = () => Infinity }: ClientOptions,
): Promise<ApiClient> {
	const connection = readConnection(host.getNode(), await host.getCredentials(CREDENTIAL));
	const policy = { ...DEFAULT_RETRY_POLICY, ...retryPolicy };
	return new HttpClient(host, connection, { scope, retryPolicy: policy, requiring, timeLeft });
}

const SLICE_MS = 250;

class HttpClient implements ApiClient {
	requests = 0;
	readonly address: string;
	readonly timeZone: string | undefined;
	private readonly ended = new AbortController();
	private readonly limiter: RateLimiter;
	private readonly redactor: Redactor;

	constructor(
		private readonly host: Host,
		private readonly connection: Connection,
		private readonly options: Required<ClientOptions> & { retryPolicy: RetryPolicy },
	) {
		this.address = serverOf(connection.baseUrl);
		this.limiter = new RateLimiter({ ...connection, server: this.address });
		this.redactor = new Redactor([connection.token]);
		this.timeZone = connection.timeZone;
	}

	readonly close = (): void => this.ended.abort();

	readonly available = (): number => this.limiter.available(Date.now());

	readonly expectedWait = (requests: number): number =>
		this.limiter.expectedWait(requests, Date.now());

	readonly send = async (request: ApiRequest): Promise<ApiResponse> => {
		const fallback = fallbackOf(request);
		if (!this.options.requiring.has(requestName(request))) {
			try {
				return await this.sendUntilAnswered(request);
			} catch (error) {
				const apiError = asApiErrorOrThrow(error);
				if (!apiError.facts.missing?.some((name) => fallback.has(name))) throw apiError;
				this.options.requiring.add(requestName(request));
			}
		}
		return fallback.size === 0
			? await this.sendUntilAnswered(request)
			: await this.sendWithFallback(request, fallback);
	};

	private async sendWithFallback(
		request: ApiRequest,
		fallback: ReadonlyMap<string, Json>,
	): Promise<ApiResponse> {
		try {
			const body = { ...request.body, ...Object.fromEntries(fallback) };
			return await this.sendUntilAnswered({ ...request, body });
		} catch (error) {
			throw tellFallback(asApiErrorOrThrow(error), fallback);
		}
	}

	private async sendUntilAnswered(request: ApiRequest): Promise<ApiResponse> {
		for (let attempt = 1; ; attempt++) {
			const result = await this.sendInTurn(request);
			if (!(result instanceof ApiError)) return result;
			const wait = waitBefore(attempt + 1, request, result, this.options.retryPolicy);
			if (wait === undefined) throw result;
			this.host.logger.info(`${result.message}; ${requestName(request)} is sent again`);
			await this.pause(wait);
		}
	}

	/**
	 * @returns also errors, after which the request may be sent again
	 * @throws ApiError if the lock of the service lasts longer than a request may wait: nothing was sent
	 */
	private async sendInTurn(request: ApiRequest): Promise<ApiResponse | ApiError> {
		const ticket = {};
		const ask = (): number => {
			const now = Date.now();
			this.stopIfLocked(now);
			return this.limiter.ask(ticket, now);
		};
		this.stopIfCancelled();
		try {
			let wait = ask();
			if (wait > 1000) {
				this.host.logger.info(
					`The next request waits ${Math.ceil(wait / 1000)} s for the service's limit`,
				);
			}
			for (; wait > 0; wait = ask()) await this.pause(wait);
			return await this.sendOnce(request);
		} finally {
			this.limiter.release(ticket, Date.now());
		}
	}

	private stopIfLocked(now: number): void {
		const locked = this.limiter.lockedFor(now);
		if (locked <= this.options.retryPolicy.maxWaitMs) return;
		throw new ApiError('locked', { retryAfterMs: locked });
	}

	private async sendOnce(request: ApiRequest): Promise<ApiResponse | ApiError> {
		const { host, limiter } = this;
		this.requests += 1;
		const started = Date.now();
		const timeoutMs = Math.min(this.connection.timeoutMs, this.options.timeLeft());
		const connection = { ...this.connection, timeoutMs };
		const answer = await exchange(host, connection, request, this.ended.signal);
		const now = Date.now();
		if (answer instanceof ApiError) {
			this.stopIfCancelled();
			return answer;
		}
		host.logger.debug(
			`${requestName(request)} answered HTTP ${answer.status} in ${now - started} ms`,
		);
		const { scope = this.options.scope, secrets = [] } = request;
		this.redactor.add(secrets);
		const parsed = parseResponse({ request, scope, redactor: this.redactor }, answer, now);
		const isError = parsed instanceof ApiError;
		if (isError && parsed.kind === 'throttled') limiter.refused(parsed.facts.retryAfterMs, now);
		else limiter.passed(now);
		const { headers, size = 0 } = answer;
		return isError ? parsed : { body: parsed, date: clockOf(headers), size };
	}

	readonly pause = async (ms: number): Promise<void> => {
		for (let left = ms; left > 0; left -= SLICE_MS) {
			this.stopIfCancelled();
			await sleep(Math.min(left, SLICE_MS));
		}
	};

	private stopIfCancelled(): void {
		const { host, ended } = this;
		const isCancelled =
			'getExecutionCancelSignal' in host && host.getExecutionCancelSignal()?.aborted === true;
		if (!isCancelled && !ended.signal.aborted) return;
		throw new NodeOperationError(host.getNode(), 'The execution was canceled');
	}
}

/** The members of the fallback body that the request itself leaves out. */
const fallbackOf = ({ fallbackBody = {}, body = {} }: ApiRequest): Map<string, Json> =>
	new Map(Object.entries(fallbackBody).filter(([name]) => body[name] === undefined));

/** A refusal says what was added to the request, since the user did not set it. */
function tellFallback(error: ApiError, fallback: ReadonlyMap<string, Json>): ApiError {
	if (!error.isRefusal) return error;
	const added = [...fallback].map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ');
	return error.withAdvice(
		`The service requires a value that was not set, so ${added} was sent, which stands for everything. Set the parameter if the service does not take this value.`,
	);
}
