import { describe, expect, it } from '@jest/globals';
import { NodeApiError, type INode } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow, type ErrorDetails, unexpectedAnswer } from '../../../../nodes/shared/http/apiError';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { networkError } from '../../../../nodes/shared/http/networkError';
import { parseResponse, retryAfter } from '../../../../nodes/shared/http/parseResponse';

const request: ApiRequest = { method: 'GET', path: '/log-sources', scope: 'logsources.READ' };
const now = Date.parse('2026-01-01T00:00:00Z');

const refusedBy = (
	status: number,
	text: string,
	headers: Record<string, unknown> = {},
): ErrorDetails => {
	const read = parseResponse(request, { status, headers, text }, now);
	if (!('refused' in read)) throw new Error('The answer was read as an answer');
	return read.refused;
};

const unauthorized = JSON.stringify({
	code: '07001113',
	title: 'Unauthorized',
	detail: 'The token has expired.',
});
const stated = (code: string, detail: string) =>
	JSON.stringify({ error: { code, title: 'Bad Request', detail } });

const statuses = [200, 302, 400, 401, 403, 404, 500];

describe('the three shapes of a refusal', () => {
	it.each(statuses)('knows a refused token under HTTP %i', (status) => {
		expect(refusedBy(status, unauthorized)).toMatchObject({
			message: 'The service refused the access token',
			description: expect.stringContaining(
				'Unauthorized (07001113): The token has expired.. The token is missing',
			),
			code: '07001113',
			httpCode: String(status),
			applied: 'no',
			retry: 'never',
			stopsAll: true,
			failure: { cause: 'credential-invalid' },
		});
		expect(refusedBy(status, unauthorized).description).toContain('the scope logsources.READ');
	});

	it.each(statuses)('names what is missing under HTTP %i', (status) => {
		expect(
			refusedBy(status, stated('07001111', '[log_type_id, rule_name] Required parameter missing')),
		).toMatchObject({
			message: 'The service requires log_type_id, rule_name for GET /log-sources',
			description: expect.stringContaining('Set the parameter'),
			missing: ['log_type_id', 'rule_name'],
			code: '07001111',
			applied: 'no',
			retry: 'never',
			failure: { cause: 'configuration-invalid' },
		});
	});

	it('names what is missing without spaces between, and nothing where nothing is named', () => {
		expect(refusedBy(400, stated('07001111', '[a,b] missing')).missing).toEqual(['a', 'b']);
		expect(refusedBy(400, stated('07001111', 'Something is missing')).message).toBe(
			'The service refused GET /log-sources: Something is missing',
		);
	});

	it.each(statuses)('says what the service says of a general failure under HTTP %i', (status) => {
		for (const [code, detail] of [
			['07001111', '[API] Request failed'],
			['07001110', 'Something went wrong'],
		] as const) {
			const refused = refusedBy(status, stated(code, detail));
			expect(refused).toMatchObject({
				message: `The service refused GET /log-sources: ${detail}`,
				description: expect.stringContaining(`Bad Request (${code}): ${detail}`),
				code,
				applied: 'no',
				retry: status >= 500 ? 'idempotent' : 'never',
			});
			expect(refused.missing).toBeUndefined();
			expect(refused.stopsAll).toBeUndefined();
		}
	});

	it('takes a code that lost its leading zero, as a number does', () => {
		expect(refusedBy(200, '{"code":7001113}').code).toBe('07001113');
	});

	it('takes a refusal without title and detail', () => {
		for (const rest of ['', ',"title":5,"detail":null']) {
			expect(refusedBy(400, `{"error":{"code":"07001110"${rest}}}`)).toMatchObject({
				message: 'The service refused GET /log-sources: 07001110',
				description: expect.stringContaining(' (07001110). Check'),
			});
		}
	});

	it('takes an answer with data for an answer, whatever else it holds', () => {
		const body = { data: [], code: '07001113', title: 'x' };
		expect(
			parseResponse(request, { status: 200, headers: {}, text: JSON.stringify(body) }, now),
		).toEqual({ body });
	});

	it.each([200, 201, 202])('reads an answer under HTTP %i', (status) => {
		expect(parseResponse(request, { status, headers: {}, text: '{"data":{}}' }, now)).toEqual({
			body: { data: {} },
		});
	});
});

describe('answers of others', () => {
	it.each([
		['<!doctype html><p>Sign in</p>', 'a web page instead of JSON', 'never'],
		['  <html>', 'a web page instead of JSON', 'never'],
		['', 'an empty body', 'idempotent'],
		[' \n', 'an empty body', 'idempotent'],
		['{"data":{"log_sour', 'text that is not complete JSON', 'idempotent'],
		['[]', 'text that is not complete JSON', 'idempotent'],
		['null', 'text that is not complete JSON', 'idempotent'],
		['cut <', 'text that is not complete JSON', 'idempotent'],
	])('says of %j under 200 that it is %s', (text, what, retry) => {
		expect(refusedBy(200, text)).toMatchObject({
			message: `The answer to GET /log-sources cannot be read: ${what}`,
			description: expect.stringContaining('Check the base URL'),
			applied: 'unknown',
			retry,
			failure: { cause: 'temporarily-unavailable' },
		});
	});

	it.each([500, 502, 504, 408])('leaves open whether HTTP %i carried it out', (status) => {
		expect(refusedBy(status, '<html>')).toMatchObject({
			message: `The address answered with HTTP ${status} and no message of the service`,
			description: expect.stringContaining('could not complete the request'),
			applied: 'unknown',
			retry: 'idempotent',
			failure: { cause: 'temporarily-unavailable' },
		});
	});

	it.each([400, 404, 405, 413])('knows that HTTP %i of a proxy carried nothing out', (status) => {
		expect(refusedBy(status, 'nope')).toMatchObject({
			description: expect.stringContaining('Check the base URL'),
			applied: 'no',
			retry: 'never',
			failure: { cause: 'configuration-invalid' },
		});
		expect(refusedBy(status, 'nope').stopsAll).toBeUndefined();
	});

	it.each([401, 403])('stops at HTTP %i of a proxy', (status) => {
		expect(refusedBy(status, '<html>')).toMatchObject({
			applied: 'no',
			stopsAll: true,
			failure: { cause: 'credential-invalid' },
		});
	});

	it.each([
		['https://other.example/login?token=abc', ' to https://other.example'],
		['http://other.example', ' to http://other.example'],
		['//other.example', ''],
		['/login?from=https://logs.example/', ''],
		['/login', ''],
		['https://user:pass@other.example/', ''],
		[undefined, ''],
	])('tells a redirect to %s by its origin alone', (location, shown) => {
		for (const status of [300, 302]) {
			const refused = refusedBy(status, '', { location });
			expect(refused).toMatchObject({
				message: 'The base URL leads to another address',
				applied: 'no',
				retry: 'never',
				stopsAll: true,
				failure: { cause: 'configuration-invalid' },
			});
			expect(refused.description).toContain(`(HTTP ${status}${shown})`);
			expect(refused.description).not.toContain('abc');
		}
	});
});

describe('not now', () => {
	it.each([
		[429, 'The service receives too many requests', 'rate-limited'],
		[503, 'The service is not available at the moment', 'temporarily-unavailable'],
	])('lets every request be repeated after %i', (status, message, cause) => {
		for (const text of ['', '<html>', stated('07001111', '[API] Request failed')]) {
			const refused = refusedBy(status, text, { 'retry-after': '7' });
			expect(refused).toMatchObject({
				message,
				applied: 'no',
				retry: 'always',
				retryAfterMs: 7000,
				failure: { cause, retryAfterMs: 7000 },
			});
			expect(refused.description).toContain('It asks to wait 7 seconds.');
		}
	});

	it('repeats what the service says beside it', () => {
		expect(refusedBy(429, stated('07001111', '[API] Request failed')).description).toContain(
			'Bad Request (07001111): [API] Request failed.',
		);
	});

	it('has no wait where the service names none', () => {
		const refused = refusedBy(429, '');
		expect(refused).not.toHaveProperty('retryAfterMs');
		expect(refused.failure).toStrictEqual({ cause: 'rate-limited' });
		expect(refused.description).toMatch(/^HTTP 429\. Nothing was carried out\./);
	});

	it.each([
		['0', 0],
		['120', 120_000],
		[' 5 ', 5000],
		[5, 5000],
		['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
		['Wed, 31 Dec 2025 00:00:00 GMT', 0],
		['soon', undefined],
		['-5', undefined],
		['1.5', undefined],
		['2026-01-01T00:00:10Z', undefined],
		['', undefined],
		[undefined, undefined],
		[['5'], undefined],
	])('reads Retry-After %j as %j ms', (header, ms) => {
		expect(retryAfter(header, now)).toBe(ms);
	});
});

describe('network faults', () => {
	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'knows that nothing was sent after %s',
		(code) => {
			expect(networkError(code, 60)).toMatchObject({
				message: 'The service cannot be reached',
				description: expect.stringContaining(`No connection could be made (${code})`),
				applied: 'no',
				retry: 'always',
				stopsAll: true,
				httpCode: code,
				failure: { cause: 'temporarily-unavailable' },
			});
		},
	);

	it.each(['ECONNRESET', 'EPIPE', 'UNKNOWN', 'ERR_BAD_RESPONSE'])(
		'does not know what was done after %s',
		(code) => {
			expect(networkError(code, 60)).toMatchObject({
				message: 'The connection to the service broke before its answer was complete',
				description: expect.stringContaining(code),
				applied: 'unknown',
				retry: 'idempotent',
				failure: { cause: 'temporarily-unavailable' },
			});
		},
	);

	it.each(['ETIMEDOUT', 'ECONNABORTED'])('says how long it waited after %s', (code) => {
		expect(networkError(code, 45)).toMatchObject({
			message: 'The service did not answer within 45 seconds',
			description: expect.stringContaining('Raise the time-out'),
			applied: 'unknown',
			retry: 'idempotent',
		});
	});

	it.each([
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
	])('points to Ignore SSL Issues after %s', (code) => {
		expect(networkError(code, 60)).toMatchObject({
			message: 'The certificate of the service is not trusted',
			description: expect.stringContaining('turn on Ignore SSL Issues'),
			applied: 'no',
			retry: 'never',
			stopsAll: true,
			failure: { cause: 'configuration-invalid' },
		});
	});
});

describe('Refusal', () => {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: 'test',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};

	it('is shown by n8n in its own words, at its item', () => {
		const refusal = new ApiError({
			...refusedBy(429, '', { 'retry-after': '7' }),
			code: '07001111',
		});
		const error = refusal.toNodeError(node, 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe('The service receives too many requests');
		expect(error.description).toBe(refusal.details.description);
		expect(error.httpCode).toBe('429');
		expect(error.context.itemIndex).toBe(3);
		expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
	});

	it('holds nothing of the answer beyond what it says', () => {
		const text = stated('07001110', 'Something went wrong').replace('{', '{"token":"canary",');
		const error = new ApiError(refusedBy(400, text)).toNodeError(node);
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it('is found in a fault; any other fault goes on its way', () => {
		const refusal = unexpectedAnswer(request, 'it is odd');
		expect(asApiErrorOrThrow(refusal)).toBe(refusal);
		expect(() => asApiErrorOrThrow(new TypeError('another'))).toThrow(new TypeError('another'));
	});

	it('says where an answer is unexpected', () => {
		expect(unexpectedAnswer(request, 'it is odd').details).toMatchObject({
			message: 'The service answered GET /log-sources in an unexpected way: it is odd',
			applied: 'unknown',
			retry: 'never',
		});
	});
});
