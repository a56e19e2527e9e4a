import { expect, it } from '@jest/globals';

import type { ErrorDetails } from '../../../../nodes/shared/http/apiError';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { DEFAULT_RETRY_POLICY, waitBefore } from '../../../../nodes/shared/http/retryPolicy';

const read: ApiRequest = { method: 'GET', path: '/log-sources' };
const search: ApiRequest = { method: 'POST', path: '/alerts', idempotent: true };
const write: ApiRequest = { method: 'POST', path: '/log-sources/windows' };
const policy = { attempts: 4, maxWaitMs: 3000 };

const details = (retry: ErrorDetails['retry'], rest: Partial<ErrorDetails> = {}): ErrorDetails => ({
	message: '',
	description: '',
	applied: 'unknown',
	retry,
	...rest,
});

it.each<[string, ErrorDetails['retry'], ApiRequest, number | undefined]>([
	['a read', 'always', read, 1000],
	['a search', 'always', search, 1000],
	['a write', 'always', write, 1000],
	['a read', 'idempotent', read, 1000],
	['a search', 'idempotent', search, 1000],
	['a write', 'idempotent', write, undefined],
	['a read', 'never', read, undefined],
	['a search', 'never', search, undefined],
	['a write', 'never', write, undefined],
])('waitBefore of the second attempt of %s with retry %s', (_name, retry, request, wait) => {
	expect(waitBefore(2, request, details(retry), policy)).toBe(wait);
});

it('waitBefore doubles with each attempt up to the last', () => {
	const waits = [2, 3, 4, 5].map((attempt) =>
		waitBefore(attempt, read, details('always'), { attempts: 4, maxWaitMs: 10_000 }),
	);
	expect(waits).toEqual([1000, 2000, 4000, undefined]);
});

it.each([
	[0, 1000],
	[3000, 3000],
	[3001, undefined],
])('waitBefore of a service that asks for %d ms is %s', (retryAfterMs, wait) => {
	expect(waitBefore(2, read, details('always', { retryAfterMs }), policy)).toBe(wait);
});

it('waitBefore leaves the wait of a throttled request to the rate limiter, until its attempts end', () => {
	const throttled = details('always', {
		retryAfterMs: 120_000,
		failure: { cause: 'rate-limited', retryAfterMs: 120_000 },
	});
	expect(waitBefore(4, write, throttled, policy)).toBe(0);
	expect(waitBefore(5, write, throttled, policy)).toBeUndefined();
});

it('waitBefore allows five repetitions and five minutes where nothing else is chosen', () => {
	expect(DEFAULT_RETRY_POLICY).toEqual({ attempts: 6, maxWaitMs: 300_000 });
});
