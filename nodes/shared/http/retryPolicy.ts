import type { ApiError } from './apiError';
import { isIdempotent, type ApiRequest } from './request';

/** How often a request is tried, and the longest wait. The waits after "too many requests" are those of a Lock. */
export interface RetryPolicy {
	/** Attempts for a request, the first one included. */
	attempts: number;
	/** The longest wait before an attempt, in ms; a request that would wait longer is given up. */
	maxWaitMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { attempts: 6, maxWaitMs: 300_000 };

/**
 * The wait before the next attempt in ms; undefined if the request is not sent again. A write is
 * sent again only if the service certainly did not carry it out.
 * @param attempt the number of the next attempt, from 2 on
 */
export function waitBefore(
	attempt: number,
	request: ApiRequest,
	{ kind, retry, facts }: ApiError,
	{ attempts, maxWaitMs }: RetryPolicy,
): number | undefined {
	const isAllowed = retry === 'always' || (retry === 'idempotent' && isIdempotent(request));
	if (!isAllowed || attempt > attempts) return undefined;
	// The lock of the service is waited for: see RateLimiter.
	if (kind === 'throttled') return 0;
	const named = facts.retryAfterMs ?? 0;
	const wait = named > 0 ? named : 1000 * 2 ** (attempt - 2);
	return wait > maxWaitMs ? undefined : wait;
}
