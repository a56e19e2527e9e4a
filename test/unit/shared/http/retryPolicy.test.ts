import { expect, it } from '@jest/globals';

import { RULES, type ErrorKind } from '../../../../nodes/shared/http/apiError';
import { RateLimiter } from '../../../../nodes/shared/http/rateLimiter';
import { isSentAgain } from '../../../../nodes/shared/http/retryPolicy';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { errorOf } from '../../../support/unit/errorOf';

const read: ApiRequest = { method: 'GET', path: '/log-sources' };
const search: ApiRequest = { method: 'POST', path: '/alerts', idempotent: true };
const write: ApiRequest = { method: 'POST', path: '/log-sources/windows' };

/** Returns after how many attempts a request that meets the error each time is given up. */
const attempts = (request: ApiRequest, kind: ErrorKind, maxAttempts = Infinity): number => {
	let attempt = 1;
	while (isSentAgain(request, errorOf(kind), attempt, { maxAttempts })) attempt += 1;
	return attempt;
};

it.each<[ApiRequest, ErrorKind, number]>([
	[read, 'gateway', 3],
	[search, 'lost', 3],
	[write, 'gateway', 1],
	[write, 'lost', 1],
	[write, 'unreachable', 3],
	[read, 'webPage', 1],
])('%j after %s is sent %i times', (request, kind, expected) => {
	expect(attempts(request, kind)).toBe(expected);
	expect(attempts(request, kind, 2)).toBe(Math.min(expected, 2));
});

const HOLDING = Object.entries(RULES).flatMap(([kind, { holds }]) =>
	holds === true ? [kind as ErrorKind] : [],
);

it.each(HOLDING)('%s holds all requests, and sends each again after the hold', (kind) => {
	const error = errorOf(kind);
	const limiter = new RateLimiter();
	limiter.recordHold(error, 0);
	expect([limiter.holdLeft(0), limiter.heldBy]).toEqual([10_000, kind]);
	expect([error.holdsRequests, error.rule.next, attempts(write, kind)]).toEqual([true, 'stop', 6]);
});
