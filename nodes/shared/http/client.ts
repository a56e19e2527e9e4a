import { hash } from 'crypto';

import { sleep } from 'n8n-workflow';

import { nodeOperationError } from '../nodeErrors';
import { hideSecret } from '../secrets';
import { ApiError } from './apiError';
import { connectionOf, type Connection } from './connection';
import { cancelSignalOf, CREDENTIAL, exchange, type N8nContext } from './exchange';
import { serviceTimeOf, parseResponse } from './parseResponse';
import { limiterOf, type RateLimiter } from './rateLimiter';
import { requestName, type ApiRequest, type ApiResponse, type Scope, type Send } from './request';
import { isSentAgain, PAUSES_MS, type RetryPolicy } from './retryPolicy';

interface ClientOptions {
	/** The scope of requests that name none. */
	scope: Scope;
	/** The input item whose values the expressions of the credential see; the first one by default. */
	itemIndex?: number;
	retryPolicy?: Partial<RetryPolicy>;
	/** Returns the ms that are left for a request; one whose turn comes later is not sent again. */
	timeLeft?: () => number;
}

/** Creates the client of a credential. @throws ApiError if the credential cannot be used */
export async function createClient(
	context: N8nContext,
	{ scope, itemIndex, retryPolicy, timeLeft = () => Infinity }: ClientOptions,
): Promise<ApiClient> {
	const connection = connectionOf(await context.getCredentials(CREDENTIAL, itemIndex));
	// HOLDS_MS and PAUSES_MS bound the attempts.
	const policy = { maxAttempts: Infinity, maxWaitMs: 300_000, ...retryPolicy };
	return new ApiClient(context, connection, { scope, timeLeft, ...policy });
}

const SLICE_MS = 250;

/** Sends the requests of one execution over one connection. */
export class ApiClient {
	/** The number of requests sent so far, repeated ones included. */
	requestCount = 0;
	/** The number of requests that timed out since the last other result; the attempts of one request count once. */
	timeoutsInARow = 0;
	/** A key that clients of equal connections share; it reveals no secret. */
	readonly key: string;
	/** The address of the interface, spelled in one way. */
	readonly address: string;
	/** The time zone of the service, if the credential names it. */
	readonly timeZone: string | undefined;
	private readonly limiter: RateLimiter;
	private readonly blockingErrors: ApiError[] = [];

	constructor(
		private readonly context: N8nContext,
		private readonly connection: Connection,
		private readonly options: RetryPolicy & Required<Pick<ClientOptions, 'scope' | 'timeLeft'>>,
	) {
		this.key = hash('sha256', JSON.stringify(connection));
		this.address = connection.baseUrl;
		this.timeZone = connection.timeZone;
		this.limiter = limiterOf(connection.token, connection.baseUrl);
	}

	/** Returns whether the service accepts no request for some time. */
	readonly isHeld = (): boolean => this.limiter.holdLeft() > 0;

	/** Returns the ms until the last of the next `requests` may leave, by the pace and the service's waits. */
	readonly expectedWait = (requests: number): number =>
		this.limiter.expectedWait(requests, this.connection.requestsPerMinute);

	/**
	 * Sends a request and returns the service's response. A request is sent again as `retry` in the table of
	 * apiError.ts says. A request that would meet the error of an earlier one gets it without being sent.
	 * @throws ApiError, or NodeOperationError if the execution is cancelled
	 */
	readonly send: Send = async (request) => {
		const { scope = this.options.scope } = request;
		const blockingError = this.blockingErrors.find(
			({ rule, facts }) => rule.alsoFails === 'all' || facts.scope === scope,
		);
		if (blockingError !== undefined) throw blockingError.withMayBeApplied(false);
		let wasLost = false;
		for (let attempt = 1; ; attempt++) {
			const result = (await this.waitForTurn()) ?? (await this.sendOnce(request));
			if (!(result instanceof ApiError)) {
				this.timeoutsInARow = 0;
				return { ...result, isRepeated: wasLost };
			}
			const { maxWaitMs, timeLeft } = this.options;
			const isTooLong = this.limiter.holdLeft() > maxWaitMs || this.expectedWait(1) > timeLeft();
			if (isTooLong || !isSentAgain(request, result, attempt, this.options)) {
				this.timeoutsInARow = result.kind === 'timedOut' ? this.timeoutsInARow + 1 : 0;
				if (result.rule.alsoFails !== undefined) this.blockingErrors.push(result);
				throw wasLost ? result.withMayBeApplied(true) : result;
			}
			wasLost ||= result.mayBeApplied;
			this.context.logger.info(`${result.message}; ${requestName(request)} waits to be sent again`);
			// During a hold, the limiter alone knows how long all requests wait.
			if (!result.holdsRequests) await this.pauseWithJitter(PAUSES_MS[attempt - 1] ?? 0);
		}
	};

	/** Waits in slices, so that a cancelled execution stops soon. @throws NodeOperationError if it is cancelled */
	readonly pause = async (ms: number): Promise<void> => {
		for (let left = ms; left > 0; left -= SLICE_MS) {
			this.stopIfCancelled();
			await sleep(Math.min(left, SLICE_MS));
		}
	};

	/** Waits a random time longer, so that n8n processes continue at different moments. */
	private readonly pauseWithJitter = async (ms: number): Promise<void> =>
		await this.pause(ms + Math.random() * Math.min(ms, 5000));

	/** Waits for the pace and the service. @returns the error if the service accepts no request for too long */
	private async waitForTurn(): Promise<ApiError | undefined> {
		this.stopIfCancelled();
		const error = await this.waitWhileHeld();
		if (error !== undefined) return error;
		await this.pause(this.limiter.reserveSlot(this.connection.requestsPerMinute));
		return await this.waitWhileHeld();
	}

	private async waitWhileHeld(): Promise<ApiError | undefined> {
		const { limiter } = this;
		for (;;) {
			const held = limiter.holdLeft();
			if (held === 0) return undefined;
			if (held > this.options.maxWaitMs) return ApiError.of(limiter.heldBy, { retryAfterMs: held });
			this.context.logger.info(
				`The next request waits ${Math.ceil(held / 1000)} s for the service`,
			);
			await this.pauseWithJitter(held);
		}
	}

	private async sendOnce(request: ApiRequest): Promise<ApiResponse | ApiError> {
		const { context, limiter, connection } = this;
		this.requestCount += 1;
		const { scope = this.options.scope, secrets = [] } = request;
		for (const secret of [connection.token, ...secrets]) hideSecret(secret);
		const started = Date.now();
		const timeoutMs = Math.min(connection.timeoutMs, this.options.timeLeft());
		const response = await exchange(context, { ...connection, timeoutMs }, request);
		if (response instanceof ApiError) {
			this.stopIfCancelled();
			return response;
		}
		const now = Date.now();
		const { status, headers, bytes } = response;
		context.logger.debug(`${requestName(request)} answered HTTP ${status} in ${now - started} ms`);
		const parsed = parseResponse({ ...request, scope }, response, now);
		const isError = parsed instanceof ApiError;
		if (isError && parsed.holdsRequests) limiter.recordHold(parsed);
		else limiter.recordResponse();
		return isError ? parsed : { body: parsed, date: serviceTimeOf(headers), size: bytes?.length };
	}

	private stopIfCancelled(): void {
		if (cancelSignalOf(this.context)?.aborted !== true) return;
		throw nodeOperationError(this.context.getNode(), 'The execution was canceled');
	}
}
