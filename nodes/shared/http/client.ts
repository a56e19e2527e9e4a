import { sleep } from 'n8n-workflow';

import { nodeOperationError } from '../nodeErrors';
import { ApiError } from './apiError';
import { connectionKey, readConnection, type Connection } from './connection';
import { cancelSignalOf, CREDENTIAL, exchange, type Host } from './exchange';
import { clockOf, parseResponse } from './parseResponse';
import { limiterOf, WAITS_MS, type RateLimiter } from './rateLimiter';
import {
	isIdempotent,
	requestName,
	type ApiRequest,
	type ApiResponse,
	type Scope,
	type Send,
} from './request';

/** How often a request is sent, and the longest wait before it is sent again. */
export interface RetryPolicy {
	/** Attempts for a request without a usable answer, the first one included; 1: never again. */
	attempts: number;
	/** A request that would wait longer is given up, in ms. */
	maxWaitMs: number;
}

interface ClientOptions {
	/** The scope of requests that name none. */
	scope: Scope;
	/** The input item whose values the expressions of the credential see; the first one by default. */
	itemIndex?: number;
	retryPolicy?: Partial<RetryPolicy>;
	/** Ms that a request may take from now on, if that is less than the timeout of the credential. */
	timeLeft?: () => number;
}

/** @throws NodeOperationError when the credential cannot be used */
export async function createClient(
	host: Host,
	{ scope, itemIndex, retryPolicy, timeLeft = () => Infinity }: ClientOptions,
): Promise<ApiClient> {
	const credential = await host.getCredentials(CREDENTIAL, itemIndex);
	const connection = readConnection(host.getNode(), credential);
	const policy = { attempts: 3, maxWaitMs: 300_000, ...retryPolicy };
	return new ApiClient(host, connection, { scope, retryPolicy: policy, timeLeft });
}

const SLICE_MS = 250;

/** A wait that lasts up to 5 seconds longer, so that several processes do not go on at one moment. */
const withJitter = (ms: number): number => ms + Math.random() * Math.min(ms, 5000);

/** Sends the requests of one execution over one connection. */
export class ApiClient {
	/** Requests that left so far, repeated ones included. */
	requests = 0;
	/** Clients of equal connections have the same key. It reveals no secret. */
	readonly key: string;
	/** Which service this is: the address of its interface, spelled in one way. */
	readonly address: string;
	/** The time zone of the service, if the credential names it. */
	readonly timeZone: string | undefined;
	private readonly limiter: RateLimiter;
	/** What was sent and no message may show: an answer may repeat that of an earlier request. */
	private readonly secrets: Set<string>;

	constructor(
		private readonly host: Host,
		private readonly connection: Connection,
		private readonly options: Required<Pick<ClientOptions, 'scope' | 'timeLeft'>> & {
			retryPolicy: RetryPolicy;
		},
	) {
		this.key = connectionKey(connection);
		this.address = connection.baseUrl;
		this.timeZone = connection.timeZone;
		this.limiter = limiterOf(connection.token, connection.baseUrl);
		this.secrets = new Set([connection.token]);
	}

	/** Ms that the pace and the service hold back the last of the next `requests`. */
	readonly expectedWait = (requests: number): number =>
		this.limiter.expectedWait(requests, this.connection.requestsPerMinute, Date.now());

	/**
	 * Sends a request and returns the service's answer. Requests that change nothing are sent again
	 * after network errors and 5xx. A write is sent again only if nothing of it was carried out: after
	 * "too many requests", or without a connection.
	 * @throws ApiError, or NodeOperationError if the execution is cancelled
	 */
	readonly send: Send = async (request) => {
		for (let attempt = 1; ; attempt++) {
			await this.waitForTurn();
			const result = await this.sendOnce(request);
			if (!(result instanceof ApiError)) return result;
			if (!this.isSentAgain(request, result, attempt)) throw result;
			this.host.logger.info(`${result.message}; ${requestName(request)} is sent again`);
			// The limiter holds what the service throttles.
			if (result.kind !== 'throttled') await this.pause(withJitter(1000 * 2 ** (attempt - 1)));
		}
	};

	/**
	 * Waits that many ms, in slices, so that a cancelled execution stops soon.
	 * @throws NodeOperationError if the execution is cancelled
	 */
	readonly pause = async (ms: number): Promise<void> => {
		for (let left = ms; left > 0; left -= SLICE_MS) {
			this.stopIfCancelled();
			await sleep(Math.min(left, SLICE_MS));
		}
	};

	private isSentAgain(request: ApiRequest, { kind, retry }: ApiError, attempt: number): boolean {
		const { attempts } = this.options.retryPolicy;
		const most = kind === 'throttled' && attempts > 1 ? WAITS_MS.length + 1 : attempts;
		const isAllowed = retry === 'always' || (retry === 'idempotent' && isIdempotent(request));
		return isAllowed && attempt < most;
	}

	/** @throws ApiError if the service wants to be left alone for longer than a request may wait */
	private async waitForTurn(): Promise<void> {
		this.stopIfCancelled();
		await this.waitWhileHeld();
		const wait = this.limiter.takePlace(this.connection.requestsPerMinute, Date.now());
		if (wait > 1000) {
			const seconds = Math.ceil(wait / 1000);
			this.host.logger.info(`The next request waits ${seconds} s for Requests per Minute`);
		}
		await this.pause(wait);
		await this.waitWhileHeld();
	}

	private async waitWhileHeld(): Promise<void> {
		for (;;) {
			const held = this.limiter.heldFor(Date.now());
			if (held === 0) return;
			if (held > this.options.retryPolicy.maxWaitMs) {
				throw new ApiError('throttled', { retryAfterMs: held });
			}
			this.host.logger.info(`The next request waits ${Math.ceil(held / 1000)} s for the service`);
			await this.pause(withJitter(held));
		}
	}

	private async sendOnce(request: ApiRequest): Promise<ApiResponse | ApiError> {
		const { host, limiter, connection } = this;
		this.requests += 1;
		const started = Date.now();
		const timeoutMs = Math.min(connection.timeoutMs, this.options.timeLeft());
		const answer = await exchange(host, { ...connection, timeoutMs }, request);
		if (answer instanceof ApiError) {
			this.stopIfCancelled();
			return answer;
		}
		const now = Date.now();
		const { status, headers, size } = answer;
		host.logger.debug(`${requestName(request)} answered HTTP ${status} in ${now - started} ms`);
		const { scope = this.options.scope, secrets = [] } = request;
		for (const secret of secrets) this.secrets.add(secret);
		const body = parseResponse({ request, scope, secrets: this.secrets }, answer, now);
		if (body instanceof ApiError && body.kind === 'throttled') {
			limiter.throttled(body.facts.retryAfterMs, now);
		} else limiter.passed(now);
		return body instanceof ApiError ? body : { body, date: clockOf(headers), size };
	}

	private stopIfCancelled(): void {
		if (cancelSignalOf(this.host)?.aborted !== true) return;
		throw nodeOperationError(this.host.getNode(), 'The execution was canceled');
	}
}
