import { describe, expect, it } from '@jest/globals';

import {
	ApiError,
	asApiErrorOrThrow,
	unexpectedAnswer,
} from '../../../../nodes/shared/http/apiError';
import { networkError } from '../../../../nodes/shared/http/exchange';
import { nodeWith } from '../../../support/unit/node';

const node = nodeWith();

const throttled = new ApiError('throttled', { retryAfterMs: 7000, httpCode: '429' });

describe('ApiError', () => {
	it('is shown by n8n in its own words, at its item', () => {
		const error = throttled.toNodeError(node, 3);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			description: expect.stringMatching(/^Nothing was carried out\. .* another 7 seconds\. Set/),
			httpCode: '429',
			context: { itemIndex: 3 },
			failure: { cause: 'rate-limited', retryAfterMs: 7000 },
		});
		expect(error.message).toBe('The service receives too many requests');
		expect(new ApiError('refused').toNodeError(node).failure).toBeUndefined();
	});

	it.each([
		['unauthorized', 'credential-invalid'],
		['redirected', 'configuration-invalid'],
		['gateway', 'temporarily-unavailable'],
	] as const)('of the kind %s tells n8n how long a trigger waits: %s', (kind, cause) => {
		expect(new ApiError(kind).toNodeError(node).failure).toEqual({ cause });
	});

	it.each([
		['unauthorized', 'scope'],
		['missingScope', 'scope'],
		['unreachable', 'all'],
		['redirected', 'all'],
		['refused', undefined],
	] as const)('of the kind %s stops these other requests: %s', (kind, stops) => {
		expect(new ApiError(kind).stops).toBe(stops);
	});

	it('can have more advice, and a place', () => {
		const error = new ApiError('timedOut', { seconds: 5 }).withAdvice('More.', 'page 2');
		expect(error).toMatchObject({
			kind: 'timedOut',
			message: 'The service did not answer within 5 seconds (page 2)',
			description: expect.stringMatching(/at a time\. More\.$/),
		});
	});

	it('is returned by asApiErrorOrThrow, which rethrows anything else', () => {
		expect(asApiErrorOrThrow(throttled)).toBe(throttled);
		expect(() => asApiErrorOrThrow(new TypeError('another'))).toThrow(new TypeError('another'));
	});

	it('of an unexpected answer names the request and leaves open what was applied', () => {
		expect(unexpectedAnswer({ method: 'GET', path: '/x' }, 'it is odd')).toMatchObject({
			message: 'The service answered GET /x in an unexpected way: it is odd',
			applied: 'unknown',
			retry: 'never',
		});
	});
});

const notSent = { applied: 'no', retry: 'never', stops: 'all' };
const lost = { applied: 'unknown', retry: 'idempotent', stops: undefined };

/** What is said after network codes (CODE stands for each), and what it means for the request. */
const KINDS: Array<[codes: string, message: string, description: string, rest: object]> = [
	[
		'ECONNREFUSED ENOTFOUND EAI_AGAIN EADDRNOTAVAIL',
		'The service cannot be reached',
		'No connection could be made \\(CODE\\)',
		{ ...notSent, retry: 'always' },
	],
	[
		// An open connection can end so.
		'ECONNRESET EPIPE UNKNOWN ERR_BAD_RESPONSE EHOSTUNREACH ENETUNREACH',
		'The connection to the service broke before its answer was complete',
		'CODE',
		lost,
	],
	[
		'ETIMEDOUT ECONNABORTED',
		'The service did not answer within 45 seconds',
		'Raise the timeout',
		lost,
	],
	[
		'EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG ERR_SSL_HTTP_REQUEST',
		'The port of the base URL does not speak https',
		'\\(CODE\\)\\. Write http:// in the base URL',
		notSent,
	],
	[
		'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID',
		'The certificate of the service is not trusted',
		'by NODE_EXTRA_CA_CERTS and restart it, or else turn on Ignore SSL Issues .*\\(CODE\\)',
		notSent,
	],
	[
		'SSRF_BLOCKED',
		'n8n does not allow requests to the base URL',
		'N8N_SSRF_ALLOWED_HOSTNAMES .*N8N_SSRF_ALLOWED_IP_RANGES',
		notSent,
	],
];

const rows = KINDS.flatMap(([codes, ...kind]) =>
	codes.split(' ').map((code) => [code, ...kind] as const),
);

it.each(rows)('networkError after %s says: %s', (code, message, description, rest) => {
	const wrapped = new Error('wrapped', { cause: Object.assign(new Error(), { code }) });
	const error = networkError(wrapped, new AbortController().signal, 45_000);
	expect(error).toMatchObject({ message, facts: { httpCode: code }, ...rest });
	expect(error.description).toMatch(new RegExp(description.replace('CODE', code)));
});

it.each(['SsrfBlockedIpError', 'SsrfBlockedHostnameError'])(
	'networkCodeOf finds %s wherever it is wrapped',
	(name) => {
		const blocked = Object.assign(new Error('blocked'), { name, code: 'ECONNRESET' });
		const cause = new Error('again', { cause: blocked });
		const { signal } = new AbortController();
		expect(networkError(new Error('wrapped', { cause }), signal, 1).kind).toBe('blocked');
	},
);
