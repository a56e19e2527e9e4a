import { describe, expect, it } from '@jest/globals';

import { ApiError } from '../../../../nodes/shared/http/apiError';
import { retryAfter } from '../../../../nodes/shared/http/namedWait';
import { clockOf, parseResponse } from '../../../../nodes/shared/http/parseResponse';
import { Redactor } from '../../../../nodes/shared/http/redact';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { growthOf } from '../../../support/unit/growth';
import { nodeWith } from '../../../support/unit/node';

const request: ApiRequest = { method: 'GET', path: '/log-sources' };
const now = Date.parse('2026-01-01T00:00:00Z');

const parse = (status: number, text: string | undefined, headers: Record<string, unknown> = {}) =>
	parseResponse(
		{ request, scope: 'logsources.READ', redactor: new Redactor(['canary-token']) },
		{ status, headers, text, ...(text === undefined ? { most: '100 MB' } : {}) },
		now,
	);

const errorOf = (...answer: Parameters<typeof parse>) => {
	const parsed = parse(...answer);
	if (!(parsed instanceof ApiError)) throw new Error('The answer was read as a success');
	const { message, description, facts, applied, retry, stopsAll } = parsed;
	const { failure } = parsed.toNodeError(nodeWith());
	return { message, description, ...facts, applied, retry, stopsAll, failure };
};

const stated = (code: string, detail: string, title = 'Bad Request') =>
	JSON.stringify({ error: { code, title, detail } });

const inSeven = { 'retry-after': '7' };

const statuses = [200, 302, 400, 401, 403, 404, 429, 500, 503];

const notDone = { applied: 'no', retry: 'never' };
const mayBeDone = { applied: 'unknown', retry: 'idempotent' };
const wrongCredential = { stopsAll: true, failure: { cause: 'credential-invalid' } };
const wrongSetting = { failure: { cause: 'configuration-invalid' } };
const passing = { failure: { cause: 'temporarily-unavailable' } };

it.each([200, 201, 202])(
	'a successful answer is its body under HTTP %i, with every digit',
	(status) => {
		expect(parse(status, '{"data":{"rule_id":1700000000000000001}}')).toEqual({
			data: { rule_id: '1700000000000000001' },
		});
	},
);

it('a successful answer is its body where it holds a code beside data', () => {
	const body = { data: [], code: '07001113', title: 'x' };
	expect(parse(200, JSON.stringify(body))).toEqual(body);
});

it.each([...statuses.map((status) => [status, '07001113'] as const), [200, '00000101'] as const])(
	'a refused token is known under HTTP %i by the code %s',
	(status, code) => {
		const details = errorOf(status, stated(code, 'The token has expired.'), inSeven);
		expect(details).toMatchObject({
			message: 'The service refused the access token',
			description: expect.stringContaining('The token has expired. Create an access token'),
			code,
			httpCode: String(status),
			...notDone,
			...wrongCredential,
		});
		expect(details.description).toContain('with the scope logsources.READ');
	},
);

it.each(['00000106', 'OAUTH_SCOPE_MISMATCH'])(
	'a token without the scope is told apart by the code %s',
	(code) => {
		expect(errorOf(200, stated(code, 'Not allowed'))).toMatchObject({
			message: 'The access token lacks the scope logsources.READ',
			...notDone,
			...wrongCredential,
		});
	},
);

it.each(statuses)('a missing parameter is named under HTTP %i', (status) => {
	expect(
		errorOf(status, stated('07001111', '[log_type_id, rule_name] Required parameter missing')),
	).toMatchObject({
		message: 'The service requires log_type_id, rule_name for GET /log-sources',
		description: expect.stringContaining('Set the parameter'),
		missing: ['log_type_id', 'rule_name'],
		code: '07001111',
		...notDone,
		...wrongSetting,
	});
});

it.each([
	['[a,b] missing', ['a', 'b']],
	['[API] [a] missing', ['a']],
	['Something is missing', undefined],
	['[API] Something is missing', undefined],
	['[a] is wrong', undefined],
])('a missing parameter is read from "%s" as %j', (detail, missing) => {
	const details = errorOf(400, stated('07001111', detail));
	expect(details.missing).toEqual(missing);
	const refused = `The service refused GET /log-sources: ${detail}`;
	expect(details.message === refused).toBe(missing === undefined);
});

const general = statuses.filter((status) => status !== 429);

it.each(
	general.flatMap((status) => [
		['07001111', status, '[API] Request failed'] as const,
		['07001110', status, 'Something went wrong'] as const,
	]),
)(
	'a general refusal of code %s under HTTP %i leaves open what was applied',
	(code, status, detail) => {
		const details = errorOf(status, stated(code, detail));
		expect(details).toMatchObject({
			message: `The service refused GET /log-sources: ${detail}`,
			description: expect.stringContaining(`Bad Request (${code}): ${detail}. Check`),
			code,
			httpCode: String(status),
			applied: 'unknown',
			retry: status >= 500 ? 'idempotent' : 'never',
		});
		expect(details.stopsAll).toBe(false);
	},
);

it.each<[string, string, RegExp]>([
	['{"ERROR_DESCRIPTION":"No"}', 'No', /^No\. Check/],
	['{"data":{"title":"success"},"error":"No"}', 'No', /^No\. Check/],
	['{"status":"failure","data":{"errorMessage":"No"}}', 'No', /^failure: No\. Check/],
	['{"error":{"message":"No"}}', 'No', /^No\. Check/],
	['{"error":{"code":"07001110","title":"Bad"}}', 'Bad', /^Bad \(07001110\)\. Check/],
	['{"error":{"code":"07001110"}}', '07001110', /^07001110\. Check/],
	[stated('07001110', 'No', 'No'), 'No', /^No \(07001110\)\. Check/],
])('a general refusal is described by what it holds: %s', (text, said, description) => {
	expect(errorOf(200, text)).toMatchObject({
		message: `The service refused GET /log-sources: ${said}`,
		description: expect.stringMatching(description),
		applied: 'unknown',
		retry: 'never',
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
	const limit = 'URL_ROLLING_THROTTLES_LIMIT_EXCEEDED';

	it.each([
		['HTTP 429 without words', 429, ''],
		['HTTP 429 with a web page', 429, '<html>'],
		['HTTP 429 with a general refusal', 429, stated('07001111', '[API] Request failed')],
		['HTTP 400 with a title of throttling', 400, stated('07001110', 'Wait', limit)],
		['HTTP 400 with a detail of throttling', 400, stated('07001110', ` ${limit} `)],
		['HTTP 200 with the code IAM0019', 200, '{"errorCode":"IAM0019","errorMessage":"Wait"}'],
		['HTTP 200 with the code 00000109', 200, stated('00000109', 'Wait')],
		['HTTP 503 with the code 00000109', 503, stated('00000109', 'Wait')],
	])('is known: %s', (_what, status, text) => {
		expect(errorOf(status, text, inSeven)).toMatchObject({
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

it.each(['', '<html>', stated('07001111', '[API] Request failed')])(
	'HTTP 503 with %j and Retry-After lets every request be repeated',
	(text) => {
		expect(errorOf(503, text, inSeven)).toMatchObject({
			message: 'The service is not available at the moment',
			description: expect.stringContaining('It asks to wait 7 seconds. Nothing was carried out.'),
			applied: 'no',
			retry: 'always',
			retryAfterMs: 7000,
			failure: { cause: 'temporarily-unavailable', retryAfterMs: 7000 },
		});
	},
);

describe('an answer of something else than the service', () => {
	it.each([
		['<!doctype html><p>Sign in</p>', 'answered GET /log-sources with a web page instead of data'],
		['  <html>', 'answered GET /log-sources with a web page instead of data'],
		['', 'The answer to GET /log-sources cannot be read: an empty body'],
		[' \n', 'cannot be read: an empty body'],
		['{"data":{"log_sour', 'cannot be read: text that is not complete JSON'],
		['[]', 'cannot be read: text that is not complete JSON'],
		['null', 'cannot be read: text that is not complete JSON'],
		['cut <', 'cannot be read: text that is not complete JSON'],
	])('is no data under HTTP 200: %j', (text, message) => {
		const isPage = message.endsWith('data');
		expect(errorOf(200, text)).toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringContaining(
				isPage
					? 'the access token and shows its login page'
					: 'A proxy may have cut off the answer',
			),
			applied: 'unknown',
			retry: isPage ? 'never' : 'idempotent',
			...passing,
		});
	});

	it.each([500, 502, 503, 504, 408])('leaves open under HTTP %i what was applied', (status) => {
		const words = ['{"error":{"message":"Upstream"}}', '{"status":"error","message":"Upstream"}'];
		for (const text of ['', '<html>', '{"data":{}}', ...words]) {
			const details = errorOf(status, text, { 'retry-after': 'soon' });
			expect(details).toMatchObject({
				message: `The address answered with HTTP ${status} and no message of the service`,
				description: expect.stringContaining('could not complete the request'),
				...mayBeDone,
				...passing,
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
		[400, wrongSetting],
		[405, wrongSetting],
		[413, wrongSetting],
		[404, passing],
		[401, wrongCredential],
		[403, wrongCredential],
	])('says under HTTP %i that nothing was applied, with %j', (status, cause) => {
		const details = errorOf(status, '<html>');
		expect(details).toMatchObject({
			description: expect.stringContaining('Check the base URL'),
			...notDone,
			...cause,
		});
		expect(details.stopsAll).toBe('stopsAll' in cause);
	});

	it.each([401, 403])('stops all requests under HTTP %i with words of its own', (status) => {
		expect(errorOf(status, '{"error":{"message":"Not signed in"}}')).toMatchObject({
			...notDone,
			...wrongCredential,
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
	])('is a redirect to %s, told by its origin alone', (location, shown) => {
		for (const status of [300, 302]) {
			const details = errorOf(status, '', { location });
			expect(details).toMatchObject({
				message: 'The base URL leads to another address',
				description: expect.stringContaining(`(HTTP ${status}${shown})`),
				...notDone,
				stopsAll: true,
				...wrongSetting,
			});
			expect(details.description).not.toContain('abc');
		}
	});
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
	['1.5', 2000],
	['2026-01-01T00:00:10Z', undefined],
	['', undefined],
	[undefined, undefined],
	[['5'], undefined],
])('retryAfter reads %j as %j ms', (header, ms) => {
	expect(retryAfter(header, now)).toBe(ms);
});

const sentence = 'Access is blocked. Try again after 22 minutes';
const limits = (seconds: unknown) =>
	JSON.stringify([{ duration: 60, 'remaining-count': 0, 'retry-after': seconds }]);

it.each<[string, number, string, Record<string, unknown>, number]>([
	[
		'words in details',
		400,
		JSON.stringify({ error: { details: { message: sentence } } }),
		{},
		22 * 60_000,
	],
	['words in a detail', 200, stated('00000109', sentence), {}, 22 * 60_000],
	[
		'words elsewhere',
		429,
		JSON.stringify({ a: [{ b: 'Please try again in 30 seconds.' }] }),
		{},
		30_000,
	],
	['X-Rate-Limit', 429, '', { 'x-rate-limit': limits(90) }, 90_000],
	['two headers in one', 429, '', { 'x-rate-limit': `${limits(5)}, ${limits(90)}` }, 90_000],
	['parts of a second', 429, '', { 'x-rate-limit': limits('0.5') }, 1000],
	['a text', 429, 'Try again after 2 minutes', {}, 120_000],
	['the shorter word', 429, 'Retry after 22 minutes', {}, 1_320_000],
	['a web page', 429, '<h1>Busy</h1><p>Try again after 2 minutes</p>', {}, 120_000],
	['a list', 429, '["Try again after 2 minutes"]', {}, 120_000],
	['a sentence that goes on', 400, stated('', `${sentence} or contact us.`), {}, 22 * 60_000],
	['words in brackets', 400, stated('', 'Busy (try again after 2 minutes)'), {}, 120_000],
	[
		'words between apostrophes',
		400,
		stated('', "You can't now: try again in 9 s, it's busy"),
		{},
		9000,
	],
	['words behind a dash', 400, stated('', 'Limit reached - try again in 9 s!'), {}, 9000],
	['two units', 400, stated('', 'You can try again after 1 hour and 5 minutes'), {}, 1_800_000],
	['two smaller units', 400, stated('', 'Try again after 1 minute and 5 seconds'), {}, 65_000],
	['parts of a minute', 400, stated('', 'Try again in 1.5 minutes.'), {}, 90_000],
	['a day', 400, stated('', 'Try again after 1 day'), {}, 1_800_000],
	['the longest of several', 429, '', { 'x-rate-limit': limits('5'), ...inSeven }, 7000],
	['a wait of days', 429, '', { 'retry-after': '999999999' }, 1_800_000],
	[
		'a date by the clock of the service',
		429,
		'',
		{
			date: 'Wed, 31 Dec 2025 22:00:00 GMT',
			'retry-after': 'Wed, 31 Dec 2025 22:00:42 GMT',
		},
		42_000,
	],
])('a lock is known by %s', (_how, status, text, headers, retryAfterMs) => {
	expect(errorOf(status, text, headers)).toMatchObject({
		message: 'The service receives too many requests',
		retryAfterMs,
	});
});

it.each(['{', '[{}]', '{"retry-after":"soon"}', limits(-5), 'x'.repeat(9000)])(
	'a header X-Rate-Limit that names no time is none: %j',
	(header) => {
		expect(errorOf(429, '', { 'x-rate-limit': header })).not.toHaveProperty('retryAfterMs');
	},
);

it.each(['"Try again after 22 minutes"', '"foo. Try again in 5 minutes" is not allowed'])(
	'a refusal that quotes the words of a lock is none: %s',
	(text) => {
		const quoted = stated('07001111', `No such name: ${text}`);
		expect(errorOf(400, quoted).message).toMatch(/^The service refused/);
	},
);

it.each([
	'Gateway Timeout. Please try again in 1 seconds.',
	'{"message":"Try again in 1 seconds"}',
])('a proxy that lost an answer and asks to try again leaves open what was done: %s', (text) => {
	for (const status of [500, 502, 504]) {
		expect(errorOf(status, text)).toMatchObject({ applied: 'unknown', retry: 'idempotent' });
	}
});

const report = (issue: string): string =>
	JSON.stringify({ data: { failed_log_sources: [{ log_source: 'B', issue }] } });

it.each([302, 400, 403, 404, 500, 503])(
	'an answer that reports items under HTTP %i leaves open what was done, whatever it says of one',
	(status) => {
		expect(errorOf(status, report('Try again in 1 second'))).toMatchObject({
			applied: 'unknown',
			retry: 'idempotent',
		});
	},
);

it.each([
	['a wait of nothing', '', { 'retry-after': '0' }],
	['a limit that is not reached', '', { 'x-rate-limit': limits(0) }],
	['words of a service', '{"message":"The connection was lost. Try again in 2 seconds"}', {}],
	['words of a proxy', '<p>Closed. Please try again in 30 seconds.</p>', {}],
])('HTTP 503 with %s leaves open what was done', (_with, text, headers) => {
	expect(errorOf(503, text, headers)).toMatchObject({ applied: 'unknown', retry: 'idempotent' });
});

it.each([
	['Mon, 05 Jan 2026 00:00:00 GMT', Date.UTC(2026, 0, 5)],
	['Wed, 01 Jan 2200 00:00:00 GMT', undefined],
	['Thu, 01 Jan 1970 00:00:10 GMT', undefined],
	['soon', undefined],
	[undefined, undefined],
])('the Date %s is that of a clock: %s', (date, time) => {
	expect(clockOf({ date })).toBe(time);
});

it.each([200, 400, 500])('an answer that is too large under HTTP %i names the limit', (status) => {
	expect(errorOf(status, undefined)).toMatchObject({
		message: `The answer to GET /log-sources (HTTP ${status}) is larger than 100 MB`,
		applied: 'unknown',
		retry: 'never',
	});
});

it.each([
	[429, 'rate-limited'],
	[503, 'temporarily-unavailable'],
])('an answer that is too large asks to wait all the same under HTTP %i', (status, cause) => {
	expect(errorOf(status, undefined, inSeven)).toMatchObject({
		retryAfterMs: 7000,
		failure: { cause },
	});
});

it('a redirect hides a secret in its address', () => {
	expect(errorOf(302, '', { location: 'https://canary-token.test/' }).description).toContain(
		'to https://[hidden].test',
	);
});

it('what the service says is cut and comes in one line', () => {
	const { message, description } = errorOf(
		400,
		stated('07001111', `a\r\n\u202eb${'c'.repeat(9000)}`),
	);
	expect(message).toMatch(/^The service refused GET \/log-sources: a bc+$/);
	expect([message.length < 2100, description.length < 2200]).toEqual([true, true]);
});

it.each([
	['brackets', (length: number) => `missing ${'['.repeat(length)}`],
	['points', (length: number) => '.'.repeat(length)],
	['words of a lock', (length: number) => 'THROTTLE_LIMIT'.repeat(length / 14)],
	['spaces', (length: number) => `Try again in${' '.repeat(length)}`],
])('the time to read a refusal of many %s grows as the text does', (_name, textOf) => {
	const answerOf = (length: number) => stated('07001111', textOf(length), textOf(length));
	expect(growthOf(answerOf, (answer) => parse(400, answer))).toBeLessThan(2.5);
});
