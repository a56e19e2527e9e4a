import { expect, it } from '@jest/globals';

import { type ErrorKind } from '../../../../nodes/shared/http/apiError';
import { delayOf } from '../../../../nodes/shared/http/retryPolicy';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { errorOf } from '../../../support/unit/errorOf';

const read: ApiRequest = { method: 'GET', path: '/log-sources' };
const search: ApiRequest = { method: 'POST', path: '/alerts', idempotent: true };
const write: ApiRequest = { method: 'POST', path: '/log-sources/windows' };

const delays = (request: ApiRequest, kind: ErrorKind, retryAfterMs?: number) =>
	[1, 2, 3, 4, 5, 6].map((attempt) => {
		const policy = { maxAttempts: Infinity, maxWaitMs: 300_000 };
		return delayOf(request, errorOf(kind, { retryAfterMs }), attempt, policy);
	});

const SHORT = [1000, 2000, ...Array<undefined>(4)];
const NEVER = Array<undefined>(6);

it.each<[ApiRequest, ErrorKind, Array<number | undefined>]>([
	[read, 'gateway', SHORT],
	[search, 'lost', SHORT],
	[write, 'gateway', NEVER],
	[write, 'lost', NEVER],
	[write, 'unreachable', SHORT],
	[write, 'throttled', [10_000, 30_000, 60_000, 120_000, 300_000, undefined]],
	[read, 'webPage', NEVER],
])('%j after %s is sent again after %j ms', (request, kind, expected) => {
	expect(delays(request, kind)).toEqual(expected);
});

it('a time that the service names counts, in as many attempts', () => {
	expect(delays(read, 'gateway', 7000)).toEqual([7000, 7000, ...Array<undefined>(4)]);
	expect(delays(write, 'gateway', 7000)).toEqual(NEVER);
});

it.each([
	[{ maxAttempts: 2 }, 2, undefined],
	[{ maxWaitMs: 999 }, 1, undefined],
])('the policy %j gives attempt %i the delay %j', (policy, attempt, delay) => {
	const error = errorOf('gateway');
	const whole = { maxAttempts: Infinity, maxWaitMs: 300_000, ...policy };
	expect(delayOf(read, error, attempt, whole)).toBe(delay);
});
