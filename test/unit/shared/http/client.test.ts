import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type * as workflow from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import type * as api from '../../../../nodes/shared/http/client';
import type { ApiRequest } from '../../../../nodes/shared/http/request';

const sleep = jest.fn<typeof workflow.sleep>();
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep,
}));

const { createClient } = jest.requireActual<typeof api>('../../../../nodes/shared/http/client');

/** What comes back over the network: an answer, a fault with a code, or nothing ever. */
type Back =
	| { whole: unknown }
	| { status: number; body?: string; headers?: Record<string, string> }
	| { code: string }
	| { fault: Error }
	| 'silence';

const done: Back = { status: 200, body: '{"data":{"ok":true}}' };
const tooMany: Back = { status: 429, headers: { 'retry-after': '3' } };
const unavailable: Back = { status: 503 };
const broken: Back = { status: 500, body: '<html>' };
const reset: Back = { code: 'ECONNRESET' };
const unreachable: Back = { code: 'ECONNREFUSED' };
const refusedToken: Back = { status: 401, body: '{"code":"07001113"}' };
const cut: Back = { status: 200, body: '{"data":{"ok"' };
const refusal = (detail: string): Back => ({
	status: 400,
	body: JSON.stringify({ error: { code: '07001111', title: 'Bad Request', detail } }),
});

const read: ApiRequest = { method: 'GET', path: '/log-sources', scope: 'logsources.READ' };
const search: ApiRequest = {
	method: 'POST',
	path: '/alerts',
	scope: 'alerts.READ',
	idempotent: true,
};
const write: ApiRequest = {
	method: 'POST',
	path: '/log-sources/windows',
	scope: 'logsources.CREATE',
	body: { log_sources: [] },
};

/** Ms of the clock that only waiting moves. */
let clock: number;
let slept: number[];

beforeEach(() => {
	clock = Date.parse('2026-01-01T00:00:00Z');
	slept = [];
	jest.spyOn(Date, 'now').mockImplementation(() => clock);
	sleep.mockImplementation((ms) => {
		slept.push(ms);
		clock += ms;
		return Promise.resolve();
	});
});

afterEach(() => {
	jest.restoreAllMocks();
});

let servers = 0;

/** A host whose service comes back with these, the last one again and again. */
function hostOf(backs: readonly [Back, ...Back[]], settings: ICredentialDataDecryptedObject = {}) {
	// The pace is kept for each server: every test has a server of its own.
	const baseUrl = `http://server${servers++}.test`;
	const credential = { baseUrl, accessToken: 'canary-token', timeout: 60, ...settings };
	const sent: Array<IHttpRequestOptions & { at: number }> = [];
	const log: string[] = [];
	const cancel = new AbortController();
	const exchange = (_credential: string, options: IHttpRequestOptions): Promise<unknown> => {
		const back = backs[Math.min(sent.length, backs.length - 1)] ?? done;
		sent.push({ ...options, at: clock });
		if (back === 'silence') return new Promise(() => undefined);
		if ('whole' in back) return Promise.resolve(back.whole);
		if ('fault' in back) return Promise.reject(back.fault);
		if ('code' in back) {
			// As n8n's helper has it: the fault of the network is inside one of its own.
			return Promise.reject(new Error('wrapped', { cause: Object.assign(new Error(), back) }));
		}
		const { status, body = '', headers = {} } = back;
		return Promise.resolve({ statusCode: status, headers, body });
	};
	const write = (message: string) => void log.push(message);
	const host = {
		getCredentials: () => Promise.resolve(credential),
		getNode: () => ({ name: 'Node', type: 'test', typeVersion: 1, parameters: {} }),
		getExecutionCancelSignal: () => cancel.signal,
		logger: { info: write, debug: write },
		helpers: { httpRequestWithAuthentication: exchange },
	};
	return { host: host as unknown as IExecuteFunctions, baseUrl, sent, log, cancel };
}

const waited = () => slept.reduce((sum, ms) => sum + ms, 0);

describe('what is sent', () => {
	it('goes to the interface, with query and body, and follows no redirect', async () => {
		const { host, baseUrl, sent } = hostOf([done]);
		const { send } = await createClient(host);
		await send({
			...read,
			query: {
				log_source: 'a&b c',
				log_source_id: 2n ** 60n,
				sort: undefined,
				is_ascending: false,
			},
		});
		await send({ ...write, body: { log_sources: [{ log_source_id: 2n ** 60n }] } });
		expect(sent).toEqual([
			expect.objectContaining({
				method: 'GET',
				url: `${baseUrl}/api/v2/log-sources?log_source=a%26b+c&log_source_id=1152921504606846976&is_ascending=false`,
				headers: { Accept: 'application/json' },
				encoding: 'text',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				sendCredentialsOnCrossOriginRedirect: false,
				skipSslCertificateValidation: false,
				timeout: 60_000,
			}),
			expect.objectContaining({
				method: 'POST',
				url: `${baseUrl}/api/v2/log-sources/windows`,
				headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
				body: '{"log_sources":[{"log_source_id":1152921504606846976}]}',
			}),
		]);
		expect(sent[0]?.body).toBeUndefined();
		expect(sent[0]).not.toHaveProperty('allowedDomains');
	});

	it('keeps to the domains of the credential', async () => {
		const allowed = { allowedHttpRequestDomains: 'domains', allowedDomains: '*.test' };
		const { host, sent } = hostOf([done], allowed);
		await (await createClient(host)).send(read);
		expect(sent[0]).toMatchObject({ allowedDomains: '*.test' });
	});

	it('is nothing where the base URL is not of these domains', async () => {
		const { host } = hostOf([done], {
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'example.com',
		});
		await expect(createClient(host)).rejects.toMatchObject({
			message: 'The base URL is not among the allowed domains of the credential',
		});
	});

	it('needs no domains where n8n is to use the credential in its own nodes only', async () => {
		const { host, sent } = hostOf([done], { allowedHttpRequestDomains: 'never' });
		await (await createClient(host)).send(read);
		expect(sent.length).toBe(1);
	});

	it('keeps to the credential', async () => {
		const { host, sent } = hostOf([done], { ignoreSslIssues: true, timeout: 5 });
		await (await createClient(host)).send(read);
		expect(sent[0]).toMatchObject({ skipSslCertificateValidation: true, timeout: 5000 });
	});

	it.each(['ftp://logs.test', 'logs.test', '', undefined, 'http://user@logs.test', 'http://a?b'])(
		'is nothing with the base URL %j',
		async (baseUrl) => {
			const { host, sent } = hostOf([done], { baseUrl: baseUrl as string });
			await expect(createClient(host)).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringContaining('The base URL must be an http or https address'),
				description: expect.stringContaining('correct it and test it there'),
				failure: { cause: 'configuration-invalid' },
			});
			expect(sent).toEqual([]);
		},
	);

	it('answers with the body and the clock of the service', async () => {
		const date = 'Thu, 01 Jan 2026 00:00:07 GMT';
		const { host } = hostOf([{ ...done, headers: { date } }]);
		expect(await (await createClient(host)).send(read)).toEqual({
			body: { data: { ok: true } },
			date: Date.parse(date),
		});
	});

	it.each([{}, { date: 'soon' }])('knows no clock from %j', async (headers) => {
		const { host } = hostOf([{ ...done, headers }]);
		expect((await (await createClient(host)).send(read)).date).toBeUndefined();
	});
});

describe('what the network brings', () => {
	it.each([
		undefined,
		'text',
		{ headers: {} },
		{ statusCode: '200', headers: {} },
		{ statusCode: 200 },
		{ statusCode: 200, headers: {}, body: { data: {} } },
	])('is an empty answer where it is none: %j', async (whole) => {
		const { host } = hostOf([{ whole }]);
		await expect((await createClient(host)).send(write)).rejects.toMatchObject({
			message: 'The answer to POST /log-sources/windows cannot be read: an empty body',
			details: { httpCode: '200' },
		});
	});

	const wrapped = (times: number, inside: object): Error =>
		Object.assign(new Error('wrapped'), times > 1 ? { cause: wrapped(times - 1, inside) } : inside);
	const endless = new Error('endless');
	endless.cause = endless;

	it.each([
		['as it is', { code: 'EPIPE' }, 1, 'EPIPE'],
		['inside four others', { code: 'EPIPE' }, 5, 'EPIPE'],
		['deeper than that', { code: 'EPIPE' }, 6, 'UNKNOWN'],
		['in the answer of an error', { errorResponse: { code: 'EPIPE' } }, 1, 'EPIPE'],
		['in small letters', { code: 'epipe' }, 1, 'UNKNOWN'],
		['with words around it', { code: 'an EPIPE' }, 1, 'UNKNOWN'],
		['with words after it', { code: 'EPIPE!' }, 1, 'UNKNOWN'],
		['as a list', { code: ['EPIPE'] }, 1, 'UNKNOWN'],
		['nowhere', { cause: endless }, 1, 'UNKNOWN'],
	])('is a fault with its code, %s', async (_where, inside, times, httpCode) => {
		const { host } = hostOf([{ fault: wrapped(times, inside) }]);
		await expect((await createClient(host)).send(write)).rejects.toMatchObject({
			details: { httpCode },
		});
	});
});

describe('what is sent again', () => {
	const names: Array<[string, ApiRequest]> = [
		['a read', read],
		['a search', search],
		['a write', write],
	];

	it.each(
		names.flatMap(([name, request]) =>
			(
				[
					['429', tooMany],
					['503', unavailable],
					['no connection', unreachable],
				] as const
			).map(([why, back]) => [name, why, request, back] as const),
		),
	)('%s after %s', async (_name, _why, request, back) => {
		const { host, sent } = hostOf([back, back, done]);
		const api = await createClient(host);
		expect((await api.send(request)).body).toEqual({ data: { ok: true } });
		expect(sent.length).toBe(3);
		expect(api.requests).toBe(3);
	});

	const lost = [
		['a lost answer', reset],
		['a 500 of a proxy', broken],
		['a cut-off answer', cut],
		['an empty answer', { status: 200 }],
		['a time-out', { code: 'ETIMEDOUT' }],
		['a fault without a code', { code: '' }],
		['a 500 of the service', { status: 500, body: '{"error":{"code":"07001111"}}' }],
	] as const;

	it.each(
		lost.flatMap(([why, back]) => [
			[why, 'read', read, back] as const,
			[why, 'search', search, back] as const,
		]),
	)('after %s: a %s', async (_why, _name, request, back) => {
		const { host, sent } = hostOf([back, done]);
		await (await createClient(host)).send(request);
		expect(sent.length).toBe(2);
	});

	it.each(lost)('after %s: never a write', async (_why, back) => {
		const { host, sent } = hostOf([back, done]);
		const failed = (await createClient(host)).send(write);
		await expect(failed).rejects.toMatchObject({ name: 'Error' });
		expect(sent.length).toBe(1);
		expect(slept).toEqual([]);
	});

	it.each([
		['a refused token', refusedToken],
		['a refusal', refusal('[API] Request failed')],
		['a 404', { status: 404, body: '<html>' }],
		['a redirect', { status: 302, headers: { location: 'https://a.test' } }],
		['a web page', { status: 200, body: '<html>' }],
		['an untrusted certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
	] as const)('never after %s', async (_why, back) => {
		const { host, sent } = hostOf([back, done]);
		await expect((await createClient(host)).send(read)).rejects.toMatchObject({ name: 'Error' });
		expect(sent.length).toBe(1);
	});

	it('waits longer each time, five times at most', async () => {
		const { host, sent } = hostOf([broken]);
		await expect((await createClient(host)).send(read)).rejects.toMatchObject({
			message: 'The address answered with HTTP 500 and no message of the service',
		});
		expect(sent.map(({ at }) => at - (sent[0]?.at ?? 0))).toEqual([0, 1000, 3000, 7000, 15_000]);
	});

	it('waits as long as the service asks', async () => {
		const { host } = hostOf([tooMany, done]);
		await (await createClient(host)).send(write);
		expect(slept).toEqual(Array.from({ length: 12 }, () => 250));
	});

	it('waits for two minutes at most', async () => {
		const { host } = hostOf([{ status: 429, headers: { 'retry-after': '120' } }, done]);
		await (await createClient(host)).send(write);
		expect(waited()).toBe(120_000);
	});

	it('waits until the date that the service names', async () => {
		const date = 'Thu, 01 Jan 2026 00:00:42 GMT';
		const { host } = hostOf([{ status: 503, headers: { 'retry-after': date } }, done]);
		await (await createClient(host)).send(write);
		expect(waited()).toBe(42_000);
	});

	it('does not wait for more than two minutes', async () => {
		const { host, sent } = hostOf([{ status: 429, headers: { 'retry-after': '121' } }, done]);
		await expect((await createClient(host)).send(read)).rejects.toMatchObject({
			details: { retryAfterMs: 121_000 },
		});
		expect([sent.length, waited()]).toEqual([1, 0]);
	});

	it('is less patient where it is told to be', async () => {
		const { host, sent } = hostOf([broken]);
		const api = await createClient(host, { attempts: 2, longestWaitMs: 5000 });
		await expect(api.send(read)).rejects.toMatchObject({ name: 'Error' });
		expect(sent.length).toBe(2);
	});

	it('says so in the log', async () => {
		const { host, log } = hostOf([tooMany, done]);
		await (await createClient(host)).send(read);
		expect(log).toContain(
			'The service receives too many requests; GET /log-sources is sent again in 3 s',
		);
		expect(log).toContain('GET /log-sources answered HTTP 429 in 0 ms');
	});
});

describe('members that the service requires', () => {
	const asked: ApiRequest = { ...search, body: { start_time: 'x' }, fallbackBody: { query: '*' } };

	it('are added once it says so, without those that were missing elsewhere', async () => {
		const { host, sent } = hostOf([refusal('[query] Required parameter missing'), done]);
		await (await createClient(host)).send(asked);
		expect(sent.map(({ body }) => body)).toEqual([
			'{"start_time":"x"}',
			'{"query":"*","start_time":"x"}',
		]);
	});

	it('are added where it misses others too, and from then on', async () => {
		const refused = refusal('[query, profile_ids] Required parameter missing');
		const { host, sent } = hostOf([refused, done]);
		const { send } = await createClient(host);
		await send(asked);
		await send(asked);
		expect(sent.map(({ body }) => JSON.stringify(body).includes('query'))).toEqual([
			false,
			true,
			true,
		]);
	});

	it.each([['[profile_ids] Required parameter missing'], ['[API] Request failed']])(
		'are not added for %s',
		async (detail) => {
			const { host, sent } = hostOf([refusal(detail), done]);
			await expect((await createClient(host)).send(asked)).rejects.toMatchObject({ name: 'Error' });
			expect(sent.length).toBe(1);
		},
	);

	it('are added once only', async () => {
		const { host, sent } = hostOf([refusal('[query] Required parameter missing')]);
		await expect((await createClient(host)).send(asked)).rejects.toMatchObject({ name: 'Error' });
		expect(sent.length).toBe(2);
	});
});

describe('a cancelled execution', () => {
	it('stops in the middle of a wait', async () => {
		const { host, sent, cancel } = hostOf([tooMany]);
		sleep.mockImplementation((ms) => {
			slept.push(ms);
			if (slept.length === 2) cancel.abort();
			return Promise.resolve();
		});
		await expect((await createClient(host)).send(read)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'The execution was canceled',
		});
		expect([sent.length, slept.length]).toEqual([1, 2]);
	});

	it.each<[string, Partial<IExecuteFunctions>]>([
		['cannot be cancelled', { getExecutionCancelSignal: () => undefined }],
		['knows no cancelling', {}],
	])('goes on where the execution %s', async (_name, own) => {
		const { host, sent } = hostOf([tooMany, done]);
		const without: Partial<IExecuteFunctions> = { ...host };
		delete without.getExecutionCancelSignal;
		await (await createClient({ ...without, ...own } as IExecuteFunctions)).send(read);
		expect(sent.length).toBe(2);
	});

	it('stops where the request is broken off', async () => {
		const { host, sent, cancel } = hostOf([reset, done]);
		cancel.abort();
		await expect((await createClient(host)).send(read)).rejects.toMatchObject({
			message: 'The execution was canceled',
		});
		expect(sent.length).toBe(1);
	});
});

describe('an answer that never comes, or never ends', () => {
	it('is given up after the time-out of the credential', async () => {
		const { host } = hostOf(['silence'], { timeout: 0.02 });
		await expect((await createClient(host)).send(write)).rejects.toMatchObject({
			details: {
				message: 'The service did not answer within 0.02 seconds',
				applied: 'unknown',
			},
		});
	});
});

describe('the pace', () => {
	it('spaces requests evenly, those of several executions too', async () => {
		const { host, baseUrl, sent } = hostOf([done], { requestsPerMinute: 60 });
		const other = hostOf([done], { requestsPerMinute: 60, baseUrl: `${baseUrl}/api/v2/` });
		const [one, two] = [await createClient(host), await createClient(other.host)];
		await one.send(read);
		await two.send(read);
		await one.send(write);
		const times = [...sent, ...other.sent].map(({ at }) => at).sort((a, b) => a - b);
		expect(times.map((at) => at - (times[0] ?? 0))).toEqual([0, 1000, 2000]);
	});

	it('counts what is sent again', async () => {
		const { host, sent } = hostOf([{ status: 503, headers: { 'retry-after': '0' } }, done], {
			requestsPerMinute: 30,
		});
		await (await createClient(host)).send(read);
		expect(sent.map(({ at }) => at - (sent[0]?.at ?? 0))).toEqual([0, 2000]);
	});

	it('does not make up for a pause', async () => {
		const { host, sent } = hostOf([done], { requestsPerMinute: 60 });
		const { send } = await createClient(host);
		await send(read);
		clock += 60_000;
		await send(read);
		await send(read);
		expect(sent.map(({ at }) => at - (sent[0]?.at ?? 0))).toEqual([0, 60_000, 61_000]);
	});

	it.each([0, undefined, '', -1])(
		'is none with %j requests a minute',
		async (requestsPerMinute) => {
			const { host } = hostOf([done], { requestsPerMinute: requestsPerMinute as number });
			const { send } = await createClient(host);
			await send(read);
			await send(read);
			expect(slept).toEqual([]);
		},
	);
});

describe('secrets', () => {
	it('never come back: the token and what the request names', async () => {
		const echo = { data: { said: 'Bearer canary-token and canary-password', x: 'abc' } };
		const { host } = hostOf([{ status: 200, body: JSON.stringify(echo) }]);
		const { body } = await (
			await createClient(host)
		).send({
			...write,
			secrets: ['canary-password', 'abc', ''],
		});
		expect(body).toEqual({ data: { said: 'Bearer [hidden] and [hidden]', x: 'abc' } });
	});

	it('never come back, however they are spelt', async () => {
		const secret = 'p/"q"';
		const inJson = JSON.stringify(secret);
		const texts = [
			inJson,
			JSON.stringify(encodeURIComponent(secret)),
			inJson.replaceAll('/', '\\/'),
			JSON.stringify(inJson).replaceAll('/', '\\/'),
			JSON.stringify(inJson),
		];
		const { host } = hostOf([{ status: 200, body: `{"data":{"said":[${texts.join()}]}}` }]);
		const { body } = await (await createClient(host)).send({ ...write, secrets: [secret] });
		expect(body).toEqual({
			data: { said: ['[hidden]', '[hidden]', '[hidden]', '"[hidden]"', '"[hidden]"'] },
		});
	});

	it.each([
		[' tok9 ', 'said [hidden]'],
		['tok', 'said tok9'],
		[5, 'said tok9'],
	])('with the access token %j: %s', async (accessToken, said) => {
		const settings = { accessToken: accessToken as string };
		const { host } = hostOf([{ status: 200, body: '{"data":{"said":"said tok9"}}' }], settings);
		expect((await (await createClient(host)).send(read)).body).toEqual({ data: { said } });
	});

	it('never come back in a refusal', async () => {
		const { host } = hostOf([refusal('Authorization: Bearer canary-token')]);
		await expect((await createClient(host)).send(read)).rejects.toMatchObject({
			message: 'The service refused GET /log-sources: Authorization: Bearer [hidden]',
		});
	});
});
