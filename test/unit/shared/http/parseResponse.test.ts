import { describe, expect, it } from '@jest/globals';

import { ApiError, RULES } from '../../../../nodes/shared/http/apiError';
import { parseResponse, serviceTimeOf } from '../../../../nodes/shared/http/parseResponse';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { hideSecret } from '../../../../nodes/shared/secrets';
import { kindsNamedIn } from '../../../support/unit/errorOf';
import { error, REPLIES, type Reply } from '../../../support/unit/replies';

const read: ApiRequest = { method: 'GET', path: '/log-sources' };
const write: ApiRequest = { method: 'POST', path: '/log-sources/agents' };
const now = Date.parse('2026-01-01T00:00:00Z');

hideSecret('canary-token');

function parse({ status = 200, headers = {}, request = read, ...reply }: Reply) {
	const text = reply.body === undefined ? reply.text : JSON.stringify(reply.body);
	const bytes = reply.bytes ?? (text === undefined ? undefined : Buffer.from(text));
	const response = { status, headers, bytes };
	return parseResponse({ scope: 'logsources.READ', ...request }, response, now);
}

function errorOf(reply: Reply): ApiError {
	const parsed = parse(reply);
	if (parsed instanceof ApiError) return parsed;
	throw new Error('The response was read as a success');
}

describe('a success', () => {
	it.each([200, 400, 500])('is a response with data, under HTTP %i', (status) => {
		const body = { data: [], code: '07001113', title: 'x' };
		expect(parse({ status, body })).toEqual(body);
	});

	it.each([read, write])('is never rewritten, even if it holds a secret: %j', (request) => {
		const body = { data: { 'canary-token': 'canary-token' } };
		expect(parse({ request, body })).toEqual(body);
	});
});

it.each(REPLIES)('%s is recognized', (_name, reply, expected) => {
	expect(errorOf(reply).kind).toBe(expected);
});

it.each(REPLIES.filter(([, , kind]) => RULES[kind].holds))(
	'the wait that %s names is read',
	(_name, reply, kind) => {
		const { facts, description } = errorOf({ ...reply, headers: { 'retry-after': '7' } });
		expect(facts.retryAfterMs).toBe(7000);
		expect(description).toContain('It accepts no request for another 7 seconds.');
		// The wait of another status would not hold, and later requests would blame an unfinished one.
		if (RULES[kind].holds === 'ifNamed') expect([408, 500, 502, 503, 504]).toContain(reply.status);
	},
);

/** The service refuses requests with HTTP 200 and 400, which say nothing by themselves. */
const HOLDING_STATUSES = REPLIES.filter(
	([, { status = 200 }, kind]) => RULES[kind].holds === true && status !== 200 && status !== 400,
);

it.each(HOLDING_STATUSES)('the status of %s counts before a code', (_name, { status }, kind) => {
	const shown = errorOf({ status: status ?? 0, body: error('07001113', 'Wait') });
	expect(shown.kind).toBe(kind);
	expect(shown.description).toMatch(/^Nothing was carried out\. Wait \(/);
});

/** Responses, and their words: the message, and a part of the description. */
const WORDS: Array<[Reply, message: string | RegExp, description: string]> = [
	[
		{ body: error('07001111', '[log_type_id] Required parameter missing.') },
		'The service refused GET /log-sources: [log_type_id] Required parameter missing',
		'HTTP 200 (Bad Request, 07001111). Check the parameters',
	],
	[
		{ body: error('00000109') },
		'The service receives too many requests',
		'Nothing was carried out.',
	],
	[{ body: error('07001110', {}, 7) }, /: 7$/, 'HTTP 200 (07001110). Check'],
	[{ body: error('X', '', '') }, /: X$/, 'HTTP 200. Check'],
	[
		{ status: 400, body: { a: [{ b: 'No.' }], c: 'd', e: [5, true, null] } },
		/: No\.; d; 5$/,
		'HTTP 400. Check',
	],
	[{ status: 409, body: {} }, /: it gives no reason$/, 'HTTP 409. Check'],
	[{ status: 403, body: { title: 'No', detail: 'No' } }, /: No$/, 'HTTP 403. A proxy'],
	[{ body: error('1', 'Bad Request.') }, /: Bad Request$/, 'HTTP 200 (00000001). Check'],
	[
		{ body: { message: 'No' } },
		'The response to GET /log-sources is unexpected: it holds no data, but "No"',
		'Check that the base URL',
	],
	[
		{ body: error('07001113', 'The token has expired.') },
		'The service refused the access token',
		'It is mistyped, has expired, or lacks the scope logsources.READ: The token has expired (Bad Request, 07001113). Create an access token with the scope logsources.READ',
	],
	[
		{ status: 401 },
		'The service refused the access token',
		'It is mistyped, has expired, or lacks the scope logsources.READ. Create an access token',
	],
	[
		{ status: 403, body: { message: 'Blocked' } },
		'The service refused GET /log-sources: Blocked',
		'HTTP 403. A proxy or another server may have answered: check the base URL in the credential, and that the access token has the scope logsources.READ.',
	],
	[
		{ status: 403, body: error('07001110', 'The rule is in use.') },
		/: The rule is in use$/,
		'(Bad Request, 07001110). Check the parameters of this operation, and',
	],
	[
		{ body: error('OAUTH_SCOPE_MISMATCH') },
		'The access token lacks the scope logsources.READ',
		'Create an access token with the scope logsources.READ',
	],
	...[404, 405].map((status): [Reply, RegExp, string] => [
		{ status, body: { code: status, message: 'No such page' } },
		/refused GET \/log-sources: /,
		'A proxy or another server may have answered: check the base URL',
	]),
	[{ status: 404, body: error('07001110', 'No such ID') }, /: No such ID$/, 'Check the parameters'],
	[{ text: '{"data":[1' }, /\(HTTP 200\) is not complete JSON$/, 'truncated it'],
	[{ text: '[]' }, /\(HTTP 200\) is JSON, but not an object$/, 'Check the base URL'],
	[{ text: undefined }, /\(HTTP 200\) is larger than 50 MB$/, 'Read less at a time'],
	[{ status: 400, text: undefined }, /is larger than 1 MB$/, 'It was not used'],
	[{ status: 500, text: undefined }, /HTTP 500: The body is larger than 1 MB$/, 'could not'],
	[
		{ status: 302, headers: { location: 'https://a.test/login?token=abc' } },
		'The base URL leads to another address',
		'(HTTP 302 to https://a.test)',
	],
	[{ status: 302, headers: { location: 'https://u:p@a.test/' } }, /./, '(HTTP 302)'],
	[{ status: 302, headers: { location: 'http://canary-token.test' } }, /./, 'http://[hidden].test'],
	[{ body: error('1', 'a\r\n\u202eb') }, /: a b$/, 'HTTP 200 (Bad Request, 00000001)'],
	// The message is all that an item of a write shows.
	[{ status: 400, text: '' }, 'The response to GET /log-sources (HTTP 400) is empty', 'A proxy'],
	[
		{ status: 404, text: 'Too Large\n for canary-token.' },
		/^The response .* \(HTTP 404\) is not complete JSON: Too Large {2}for \[hidden\]$/,
		'A proxy',
	],
	[
		{ status: 403, text: '<html><title>\nNo entry</title><p>a</p>' },
		'The address answered GET /log-sources with a web page instead of data (HTTP 403): No entry',
		'login page',
	],
	[
		{ status: 500, body: { message: 'The licence is full.' } },
		'The service answered GET /log-sources with HTTP 500: The licence is full',
		'could not complete',
	],
	[{ status: 502, text: '<p>' }, /with HTTP 502$/, 'could not complete'],
];

it.each(WORDS)('%j is put in words', (reply, message, description) => {
	const shown = errorOf({ text: '', ...reply });
	if (typeof message === 'string') expect(shown.message).toBe(message);
	else expect(shown.message).toMatch(message);
	expect(shown.description).toContain(description);
	expect(shown.description).not.toMatch(/\.\.|undefined/);
});

it('WORDS has a reply of each kind, and REPLIES in support/unit/replies.ts of each that holds', () => {
	const kinds = kindsNamedIn('parseResponse.ts');
	const worded = new Set<string>(WORDS.map(([reply]) => errorOf(reply).kind));
	const replied = new Set<string>(REPLIES.map(([, , kind]) => kind));
	expect(kinds.filter((kind) => !worded.has(kind))).toEqual([]);
	expect(kinds.filter((kind) => RULES[kind].holds && !replied.has(kind))).toEqual([]);
});

const named = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` });
const data = (name: string) => `{"data":"${name}"}`;

it.each<[string, Record<string, unknown>, Buffer]>([
	['UTF-8 with a mark', {}, Buffer.from(`\ufeff${data('BÜRO-7')}`)],
	['UTF-8 under another header', named('ISO-8859-1'), Buffer.from(data('BÜRO-7'))],
	['Latin-1', named('ISO-8859-1'), Buffer.from(data('BÜRO-7'), 'latin1')],
	['UTF-16', named('utf-16le'), Buffer.from(data('BÜRO-7'), 'utf16le')],
])('a name in %s is read right', (_name, headers, bytes) => {
	expect(parse({ headers, bytes })).toEqual({ data: 'BÜRO-7' });
});

it.each<[string, Record<string, unknown>]>([
	['no charset', {}],
	['an unknown charset', named('x-none')],
	['a charset that the bytes do not fit', named('shift_jis')],
])('Latin-1 under %s is refused: no text has a replacement character', (_name, headers) => {
	const bytes = Buffer.concat([Buffer.from(data('B')), Buffer.of(0xdc, 0xff)]);
	const { kind, message } = errorOf({ headers, bytes });
	expect([kind, message]).toEqual([
		'unreadable',
		'The response to GET /log-sources (HTTP 200) is in an encoding that cannot be read',
	]);
});

it('words of the service are cut after secrets are hidden', () => {
	const long = `${'c'.repeat(1995)}canary-token${'d'.repeat(9000)}`;
	const { message, description } = errorOf({ body: error('07001111', long) });
	expect([message.length < 2100, description.length < 4200]).toEqual([true, true]);
	expect(message).toMatch(/c\[hidd…$/);
});

const busy = (detail: string) => ({ body: error('00000109', detail) });
const at = (clock: string) => `Wed, 31 Dec 2025 ${clock} GMT`;

it.each<[Reply, number | undefined]>([
	[{ headers: { 'retry-after': ' 5 ' } }, 5000],
	[{ headers: { 'retry-after': '64.57' } }, 64_570],
	[{ headers: { 'retry-after': '99999999999' } }, 1_800_000],
	[{ headers: { 'retry-after': 'Thu Jan  1 00:00:42 2026' } }, 42_000],
	[{ headers: { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' } }, 1_800_000],
	...['in 45', '1e3', '-5', '2026-01-01T00:05:00'].map((text): [Reply, undefined] => [
		{ headers: { 'retry-after': text } },
		undefined,
	]),
	[{ headers: { date: at('22:00:00'), 'retry-after': at('22:00:42') } }, 42_000],
	[{ headers: { 'retry-after': at('00:00:00') } }, undefined],
	[{ headers: { 'retry-after': '0' } }, undefined],
	[busy('Try again in 999 min'), 1_800_000],
	[busy('60 requests in 1 minute are allowed: wait 30 seconds, or 2 min.'), 120_000],
	[{ body: { error: { code: '00000109', details: { message: 'in 9 s' } } } }, 9000],
	[{ ...busy('Try again after 22 minutes'), headers: { 'retry-after': '3' } }, 3000],
	[{ text: 'Try again in 30 sec' }, 30_000],
	[{ text: 'Try again in 30 Seconds' }, 30_000],
	[{ text: 'Try again in 500 ms, or 2 mins' }, 120_000],
])('the wait of "too many requests" is read: %j', (reply, ms) => {
	const { facts, description } = errorOf({ status: 429, text: '', ...reply });
	expect(facts.retryAfterMs).toBe(ms);
	expect(description).toContain('Nothing was carried out.');
});

it('a 503 has the wait of its Retry-After alone', () => {
	const named = errorOf({ status: 503, text: '', headers: { 'retry-after': '6.2' } });
	expect(named.facts.retryAfterMs).toBe(6200);
	expect(named.description).toContain('It accepts no request for another 7 seconds. Run');
	const { facts } = errorOf({ status: 503, text: 'The database did not reply in 30 s' });
	expect(facts.retryAfterMs).toBeUndefined();
});

it.each<[string | undefined, string | undefined]>([
	...['Tue, 06 Jan 2026 08:49:37 GMT', 'Tuesday, 06-Jan-26 08:49:37 GMT'].map(
		(date): [string, string] => [date, '2026-01-06T08:49:37.000Z'],
	),
	['Tue Jan  6 08:49:37 2026', '2026-01-06T08:49:37.000Z'],
	['Fri Jan 16 08:49:37 2026', '2026-01-16T08:49:37.000Z'],
	...['Tue, 06 Jan 2026 08:49:37', 'Tue, 06 Jan 2026 08:49:37 +0200', '2026-01-06 08:49:37'].map(
		(date): [string, undefined] => [date, undefined],
	),
	['Tue, 06 Jan 2026 28:49:37 GMT', undefined],
	['1767689377', undefined],
	[undefined, undefined],
])('the Date %j is read as %j, in whatever zone n8n runs', (date, time) => {
	const ms = serviceTimeOf({ date });
	expect(ms && new Date(ms).toISOString()).toBe(time);
});
