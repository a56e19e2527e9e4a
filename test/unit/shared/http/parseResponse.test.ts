import { describe, expect, it } from '@jest/globals';

import type { ErrorDetails } from '../../../../nodes/shared/http/apiError';
import { parseResponse, retryAfter } from '../../../../nodes/shared/http/parseResponse';
import type { ApiRequest } from '../../../../nodes/shared/http/request';

const request: ApiRequest = { method: 'GET', path: '/log-sources' };
const now = Date.parse('2026-01-01T00:00:00Z');

const parse = (status: number, text: string, headers: Record<string, unknown> = {}) =>
	parseResponse(request, 'logsources.READ', { status, headers, text }, now);

const errorOf = (
	status: number,
	text: string,
	headers: Record<string, unknown> = {},
): ErrorDetails => {
	const parsed = parse(status, text, headers);
	if (!('error' in parsed)) throw new Error('The answer was read as a success');
	return parsed.error;
};

const stated = (code: string, detail: string, title = 'Bad Request') =>
	JSON.stringify({ error: { code, title, detail } });

const statuses = [200, 302, 400, 401, 403, 404, 429, 500, 503];
describe('a successful answer', () => {
	it.each([200, 201, 202])('is its body under HTTP %i', (status) => {
		expect(parse(status, '{"data":{}}')).toEqual({ body: { data: {} } });
	});

	it('is its body where it holds a code beside data', () => {
		const body = { data: [], code: '07001113', title: 'x' };
		expect(parse(200, JSON.stringify(body))).toEqual({ body });
	});

	it('keeps integers of 19 digits', () => {
		expect(parse(200, '{"data":{"rule_id":1700000000000000001}}')).toEqual({
			body: { data: { rule_id: '1700000000000000001' } },
		});
	});
});

describe('a refused token', () => {
	it.each(statuses)('is known under HTTP %i', (status) => {
		const details = errorOf(status, stated('07001113', 'The token has expired.'), {
			'retry-after': '7',
		});
		expect(details).toMatchObject({
			message: 'The service refused the access token',
			description: expect.stringContaining('The token has expired. Create an access token'),
			code: '07001113',
			httpCode: String(status),
			applied: 'no',
			retry: 'never',
			stopsAll: true,
			failure: { cause: 'credential-invalid' },
		});
		expect(details.description).toContain('with the scope logsources.READ');
	});

	it.each(['00000101', '00000106'])('is known by the code %s', (code) => {
		expect(errorOf(200, stated(code, 'No'))).toMatchObject({
			message: 'The service refused the access token',
			stopsAll: true,
		});
	});
});

describe('a missing parameter', () => {
	it.each(statuses)('is named under HTTP %i', (status) => {
		expect(
			errorOf(status, stated('07001111', '[log_type_id, rule_name] Required parameter missing')),
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

	it('is named where no space parts it from the next', () => {
		expect(errorOf(400, stated('07001111', '[a,b] missing')).missing).toEqual(['a', 'b']);
	});

	it('is named behind the mark of the interface', () => {
		expect(errorOf(400, stated('07001111', '[API] [a] missing')).missing).toEqual(['a']);
	});

	it.each(['Something is missing', '[API] Something is missing', '[a] is wrong'])(
		'is not read from %s',
		(detail) => {
			const details = errorOf(400, stated('07001111', detail));
			expect(details.message).toBe(`The service refused GET /log-sources: ${detail}`);
			expect(details.missing).toBeUndefined();
		},
	);
});

describe('a general refusal', () => {
	const general = statuses.filter((status) => status !== 429);

	it.each(
		general.flatMap((status) =>
			[
				['07001111', '[API] Request failed'],
				['07001110', 'Something went wrong'],
			].map(([code = '', detail = '']) => [code, status, detail] as const),
		),
	)('of code %s under HTTP %i leaves open what was applied', (code, status, detail) => {
		const details = errorOf(status, stated(code, detail));
		expect(details).toMatchObject({
			message: `The service refused GET /log-sources: ${detail}`,
			description: expect.stringContaining(`Bad Request (${code}): ${detail}. Check`),
			code,
			httpCode: String(status),
			applied: 'unknown',
			retry: status >= 500 ? 'idempotent' : 'never',
		});
		expect(details.stopsAll).toBeUndefined();
	});

	it.each([
		'{"ERROR_DESCRIPTION":"Something went wrong"}',
		'{"status":"failure","data":{"errorMessage":"Something went wrong"}}',
		'{"error":{"message":"Something went wrong"}}',
	])('is known without a code: %s', (text) => {
		expect(errorOf(200, text)).toMatchObject({
			message: 'The service refused GET /log-sources: Something went wrong',
			applied: 'unknown',
			retry: 'never',
		});
	});

	it('is named by its title, or else by its code', () => {
		expect(errorOf(400, '{"error":{"code":"07001110","title":"Bad Request"}}')).toMatchObject({
			message: 'The service refused GET /log-sources: Bad Request',
			description: expect.stringMatching(/^Bad Request \(07001110\)\. Check/),
		});
		expect(errorOf(400, '{"error":{"code":"07001110"}}')).toMatchObject({
			message: 'The service refused GET /log-sources: 07001110',
			description: expect.stringMatching(/^07001110\. Check/),
		});
	});

	it('says a detail that repeats the title once', () => {
		expect(errorOf(400, stated('07001110', 'No', 'No')).description).toMatch(
			/^No \(07001110\)\. Check/,
		);
	});
});

describe('a refusal of the request filter', () => {
	it.each([
		'PATTERN_NOT_MATCHED',
		'XSS_DETECTED',
		'DATATYPE_NOT_MATCHED',
		'MORE_THAN_MAX_LENGTH',
		'LESS_THAN_MIN_OCCURANCE',
		'EXTRA_PARAM_FOUND',
		'EXTRA_KEY_FOUND_IN_JSON',
		'ARRAY_SIZE_OUT_OF_RANGE',
		'JSON_PARSE_ERROR',
		'REQUEST_SIZE_MORE_THAN_ALLOWED_SIZE',
		'00000100',
		'00000102',
		'00000103',
		'00000104',
		'00000105',
		'00000107',
		'00000108',
	])('%s says that nothing was applied', (code) => {
		for (const status of [200, 400, 500]) {
			expect(errorOf(status, stated(code, 'regex'))).toMatchObject({
				message: 'The service refused GET /log-sources: regex',
				description: expect.stringContaining(code),
				code,
				applied: 'no',
			});
		}
	});

	it.each(['INTERNAL_SERVER_ERROR', 'REQUEST_FAILED', 'ERROR', '00000999', '10000100'])(
		'is not what the code %s says',
		(code) => {
			expect(errorOf(400, stated(code, 'regex')).applied).toBe('unknown');
		},
	);
});

describe('a throttled answer', () => {
	it.each([
		['HTTP 429 without words', 429, ''],
		['HTTP 429 with a web page', 429, '<html>'],
		['HTTP 429 with a general refusal', 429, stated('07001111', '[API] Request failed')],
		[
			'HTTP 400 with a title of throttling',
			400,
			stated('07001110', 'Wait', 'URL_ROLLING_THROTTLES_LIMIT_EXCEEDED'),
		],
		['HTTP 200 with the code IAM0019', 200, '{"errorCode":"IAM0019","errorMessage":"Wait"}'],
		['HTTP 200 with the code 00000109', 200, stated('00000109', 'Wait')],
		['HTTP 503 with the code 00000109', 503, stated('00000109', 'Wait')],
	])('is known: %s', (_what, status, text) => {
		const details = errorOf(status, text, { 'retry-after': '7' });
		expect(details).toMatchObject({
			message: 'The service receives too many requests',
			description: expect.stringContaining('It asks to wait 7 seconds. Nothing was carried out.'),
			applied: 'no',
			retry: 'always',
			httpCode: String(status),
			retryAfterMs: 7000,
			failure: { cause: 'rate-limited', retryAfterMs: 7000 },
		});
	});

	it('is no refusal that repeats a name with the word', () => {
		const details = errorOf(400, stated('07001110', 'The name Throttle_Log is taken'));
		expect(details).toMatchObject({ applied: 'unknown', retry: 'never' });
	});

	it('repeats the words of the service', () => {
		const details = errorOf(429, stated('07001111', '[API] Request failed'));
		expect(details.description).toContain('Bad Request (07001111): [API] Request failed.');
		expect(details.code).toBe('07001111');
	});

	it('has no wait where the service names none', () => {
		const details = errorOf(429, '');
		expect(details).not.toHaveProperty('retryAfterMs');
		expect(details).not.toHaveProperty('code');
		expect(details.failure).toStrictEqual({ cause: 'rate-limited' });
		expect(details.description).toMatch(/^HTTP 429\. Nothing was carried out\./);
	});
});

describe('HTTP 503', () => {
	it.each([
		['', { 'retry-after': '7' }],
		['<html>', { 'retry-after': '7' }],
		[stated('07001111', '[API] Request failed'), { 'retry-after': '7' }],
	])('with %j and Retry-After lets every request be repeated', (text, headers) => {
		expect(errorOf(503, text, headers)).toMatchObject({
			message: 'The service is not available at the moment',
			description: expect.stringContaining('It asks to wait 7 seconds. Nothing was carried out.'),
			applied: 'no',
			retry: 'always',
			retryAfterMs: 7000,
			failure: { cause: 'temporarily-unavailable', retryAfterMs: 7000 },
		});
	});

	it.each([
		'',
		'<html>',
		'{"data":{}}',
		'{"error":{"message":"Upstream"}}',
		'{"status":"error","message":"Upstream"}',
	])('with %j alone leaves open what was applied', (text) => {
		for (const headers of [{}, { 'retry-after': 'soon' }]) {
			expect(errorOf(503, text, headers)).toMatchObject({
				message: 'The address answered with HTTP 503 and no message of the service',
				applied: 'unknown',
				retry: 'idempotent',
				failure: { cause: 'temporarily-unavailable' },
			});
		}
	});
});

describe('an answer of something else than the service', () => {
	it.each(['<!doctype html><p>Sign in</p>', '  <html>'])(
		'is a web page, perhaps of the login, with %j under HTTP 200',
		(text) => {
			expect(errorOf(200, text)).toMatchObject({
				message: 'The address answered GET /log-sources with a web page instead of data',
				description: expect.stringContaining('refused the access token and shows its login page'),
				applied: 'unknown',
				retry: 'never',
				failure: { cause: 'temporarily-unavailable' },
			});
		},
	);

	it.each([
		['', 'an empty body'],
		[' \n', 'an empty body'],
		['{"data":{"log_sour', 'text that is not complete JSON'],
		['[]', 'text that is not complete JSON'],
		['null', 'text that is not complete JSON'],
		['cut <', 'text that is not complete JSON'],
	])('is unreadable with %j under HTTP 200', (text, what) => {
		expect(errorOf(200, text)).toMatchObject({
			message: `The answer to GET /log-sources cannot be read: ${what}`,
			description: expect.stringContaining('Check the base URL'),
			applied: 'unknown',
			retry: 'idempotent',
			failure: { cause: 'temporarily-unavailable' },
		});
	});

	it.each([500, 502, 504, 408])('leaves open under HTTP %i what was applied', (status) => {
		for (const text of ['<html>', '{"error":{"message":"Upstream"}}', '{"status":"error"}']) {
			const details = errorOf(status, text);
			expect(details).toMatchObject({
				message: `The address answered with HTTP ${status} and no message of the service`,
				description: expect.stringContaining('could not complete the request'),
				applied: 'unknown',
				retry: 'idempotent',
				failure: { cause: 'temporarily-unavailable' },
			});
			expect(details).not.toHaveProperty('code');
		}
	});

	it('repeats the words of a proxy that has no code of the service', () => {
		expect(errorOf(502, '{"error":{"message":"Upstream"}}').description).toMatch(
			/^A proxy .* Its answer: Upstream\.$/,
		);
		expect(errorOf(404, '<html>').description).toMatch(/^The service may be starting/);
	});

	it.each([
		[400, 'configuration-invalid'],
		[405, 'configuration-invalid'],
		[413, 'configuration-invalid'],
		[404, 'temporarily-unavailable'],
	])('says under HTTP %i that nothing was applied, for a cause %s', (status, cause) => {
		const details = errorOf(status, 'nope');
		expect(details).toMatchObject({
			description: expect.stringContaining('Check the base URL'),
			applied: 'no',
			retry: 'never',
			failure: { cause },
		});
		expect(details.stopsAll).toBeUndefined();
	});

	it.each([401, 403])('stops all requests under HTTP %i', (status) => {
		for (const text of ['<html>', '{"error":{"message":"Not signed in"}}']) {
			expect(errorOf(status, text)).toMatchObject({
				applied: 'no',
				retry: 'never',
				stopsAll: true,
				failure: { cause: 'credential-invalid' },
			});
		}
	});

	it.each([
		['https://other.example/login?token=abc', ' to https://other.example'],
		['http://other.example', ' to http://other.example'],
		['//other.example', ''],
		['/login?from=https://logs.example/', ''],
		['/login', ''],
		['https://user:pass@other.example/', ''],
		[undefined, ''],
	])('is a redirect to %s, told by its origin alone', (location, shown) => {
		for (const status of [300, 302]) {
			const details = errorOf(status, '', { location });
			expect(details).toMatchObject({
				message: 'The base URL leads to another address',
				applied: 'no',
				retry: 'never',
				stopsAll: true,
				failure: { cause: 'configuration-invalid' },
			});
			expect(details.description).toContain(`(HTTP ${status}${shown})`);
			expect(details.description).not.toContain('abc');
		}
	});
});

describe('retryAfter', () => {
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
	])('reads %j as %j ms', (header, ms) => {
		expect(retryAfter(header, now)).toBe(ms);
	});
});
