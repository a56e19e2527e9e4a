import type { ApiError } from './apiError';
import { isIdempotent, type ApiRequest } from './request';

export interface RetryPolicy {
	/** The maximum number of attempts, the first one included. */
	maxAttempts: number;
	/** The longest wait in ms for the service or before a retry; it does not bound the wait for the pace. */
	maxWaitMs: number;
}

/** The waits before the first, second, … retry, in ms. At the end of its list, a request is given up. */
export const WAITS_MS = {
	/** Without a usable response: a proxy or a service that restarts often recovers within seconds. */
	unanswered: [1000, 2000],
	/** After "too many requests" without a time, since the service may lock the token for minutes. */
	throttled: [10_000, 30_000, 60_000, 120_000, 300_000],
} as const;

/** Adds a random time, at most the wait itself and 5 seconds, so that n8n processes continue at different moments. */
export const withJitter = (ms: number, random: number): number => ms + random * Math.min(ms, 5000);

/**
 * Returns the ms until a request is sent again, without jitter: the time that the service named, or the
 * next wait.
 * @param attempt the number of the attempt that failed, from 1
 * @returns undefined if the request is not sent again
 */
export function delayOf(
	request: ApiRequest,
	{ kind, retry, facts: { retryAfterMs } }: ApiError,
	attempt: number,
	{ maxAttempts, maxWaitMs }: RetryPolicy,
): number | undefined {
	const isAllowed = retry === 'always' || (retry === 'idempotent' && isIdempotent(request));
	const wait = WAITS_MS[kind === 'throttled' ? 'throttled' : 'unanswered'][attempt - 1];
	if (!isAllowed || wait === undefined || attempt >= maxAttempts) return undefined;
	const delay = retryAfterMs ?? wait;
	return delay > maxWaitMs ? undefined : delay;
}
