import type { ApiError } from './apiError';
import { HOLDS_MS } from './rateLimiter';
import { isIdempotent, type ApiRequest } from './request';

export interface RetryPolicy {
	/** The maximum number of attempts, the first one included. */
	maxAttempts: number;
	/** The longest wait in ms for the service; it does not bound the wait for the pace. */
	maxWaitMs: number;
}

/** The waits in ms before retries without a usable response: what restarts often recovers within seconds. */
export const PAUSES_MS = [1000, 2000] as const;

/** Returns whether a request is sent again. @param attempt the number of the attempt that failed, from 1 */
export function isSentAgain(
	request: ApiRequest,
	{ rule: { retry, holds } }: ApiError,
	attempt: number,
	{ maxAttempts }: Pick<RetryPolicy, 'maxAttempts'>,
): boolean {
	const isAllowed = retry === 'always' || (retry === 'idempotent' && isIdempotent(request));
	const maxRetries = holds === true ? HOLDS_MS.length : PAUSES_MS.length;
	return isAllowed && attempt <= maxRetries && attempt < maxAttempts;
}
