import { Readable } from 'node:stream';

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type * as workflow from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import type * as clientModule from '../../../../nodes/shared/http/client';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import type { RetryPolicy } from '../../../../nodes/shared/http/retryPolicy';

const sleep = jest.fn<typeof workflow.sleep>();
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep,
}));

const { createClient } = jest.requireActual<typeof clientModule>(
	'../../../../nodes/shared/http/client',
);

/** What n8n's helper gives: an HTTP answer, any result, an error, a network code, or nothing ever. */
type Back =
	| { result: unknown }
	| { status: number; body?: string; headers?: Record<string, string> }
	| { code: string }
	| { error: Error }
	| 'silence';

const done: Back = { status: 200, body: '{"data":{"ok":true}}' };
const tooMany: Back = { status: 429, headers: { 'retry-after': '3' } };
const tooManyFor = (seconds: number): Back => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
});
const broken = { status: 500, body: '<html>' };
const reset = { code: 'ECONNRESET' };
const refusedToken: Back = { status: 401, body: '{"code":"07001113"}' };
const refusal = (detail: string): Back => ({
	status: 400,
	body: JSON.stringify({ error: { code: '07001111', title: 'Bad Request', detail } }),
});

const read: ApiRequest = { method: 'GET', path: '/log-sources' };
const search: ApiRequest = {
	method: 'POST',
	path: '/alerts',
	idempotent: true,
};
const write: ApiRequest = {
	method: 'POST',
	path: '/log-sources/windows',
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
	// The rate limit is kept for each server, so every test has another server.
	const baseUrl = `http://server${servers++}.test`;
	const credential = { baseUrl, accessToken: 'canary-token', timeout: 60, ...settings };
	const sent: Array<IHttpRequestOptions & { at: number }> = [];
	const log: string[] = [];
	const cancel = new AbortController();
	const exchange = (_credential: string, options: IHttpRequestOptions): Promise<unknown> => {
		const back = backs[Math.min(sent.length, backs.length - 1)] ?? done;
		sent.push({ ...options, at: clock });
		if (back === 'silence') {
			return new Promise((_, reject) => {
				const signal = options.abortSignal as AbortSignal | undefined;
				signal?.addEventListener('abort', () => reject(new Error('aborted')));
			});
		}
		if ('result' in back) return Promise.resolve(back.result);
		if ('error' in back) return Promise.reject(back.error);
		if ('code' in back) {
			// n8n's helper wraps the error of the network in another error.
			return Promise.reject(new Error('wrapped', { cause: Object.assign(new Error(), back) }));
		}
		const { status, body = '', headers = {} } = back;
		return Promise.resolve({
			statusCode: status,
			headers,
			body: Readable.from([Buffer.from(body)]),
		});
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

const clientOf = (host: IExecuteFunctions, retryPolicy: Partial<RetryPolicy> = {}) =>
	createClient(host, { scope: 'logsources.READ', retryPolicy });

/** A client of such a host. */
async function open(...given: Parameters<typeof hostOf>) {
	const opened = hostOf(...given);
	const client = await clientOf(opened.host);
	return { ...opened, client, send: client.send };
}

/** When each request left, in ms since the first. */
const timesOf = (sent: ReadonlyArray<{ at: number }>) =>
	sent.map(({ at }) => at - (sent[0]?.at ?? 0));

const waited = () => slept.reduce((sum, ms) => sum + ms, 0);

describe('a request', () => {
	it('goes to the interface, with query and body, and follows no redirect', async () => {
		const { send, baseUrl, sent } = await open([done]);
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
				encoding: 'stream',
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

	it('has the settings of the credential', async () => {
		const { send, sent } = await open([done], {
			ignoreSslIssues: true,
			timeout: 5,
			allowedHttpRequestDomains: 'domains',
			allowedDomains: '*.test',
		});
		await send(read);
		expect(sent[0]).toMatchObject({
			skipSslCertificateValidation: true,
			timeout: 5000,
			allowedDomains: '*.test',
		});
	});

	const date = 'Thu, 01 Jan 2026 00:00:07 GMT';

	it('that is under way ends with the client, and none begins after it', async () => {
		const { host, sent } = hostOf(['silence']);
		const client = await createClient(host, { scope: 'logsources.READ' });
		const pending = client.send(read);
		await jest.requireActual<typeof workflow>('n8n-workflow').sleep(0);
		client.close();
		await expect(pending).rejects.toThrow('canceled');
		await expect(client.send(read)).rejects.toThrow('canceled');
		expect(sent).toHaveLength(1);
	});

	it.each([
		[{ date }, Date.parse(date)],
		[{}, undefined],
		[{ date: 'soon' }, undefined],
	])('is answered with the body, and with the clock of %j: %j', async (headers, time) => {
		const { send } = await open([{ ...done, headers }]);
		expect(await send(read)).toMatchObject({ body: { data: { ok: true } }, date: time });
	});

	it('names its own scope where the token is refused, or else that of the operation', async () => {
		const { send } = await open([refusedToken]);
		await expect(send({ ...read, scope: 'agents.READ' })).rejects.toMatchObject({
			description: expect.stringContaining('with the scope agents.READ'),
		});
		await expect(send(read)).rejects.toMatchObject({
			description: expect.stringContaining('with the scope logsources.READ'),
		});
	});
});

describe("the result of n8n's helper", () => {
	it.each([
		undefined,
		'text',
		{ headers: {} },
		{ statusCode: '200', headers: {} },
		{ statusCode: 200 },
		{ statusCode: 200, headers: {}, body: 'text' },
		{ statusCode: 200, headers: {}, body: {} },
		{ data: {} },
	])('is a TypeError where it is no HTTP answer: %j', async (result) => {
		const { send, sent } = await open([{ result }]);
		await expect(send(read)).rejects.toThrow(new TypeError('n8n returned no full response'));
		expect(sent.length).toBe(1);
	});

	it('is read outside the handling of network errors: a bug there surfaces and is not retried', async () => {
		const bug = new RangeError('a bug in parsing');
		const headers = {
			get 'retry-after'(): string {
				throw bug;
			},
		};
		const body = Readable.from([Buffer.from('{}')]);
		const { send, sent } = await open([{ result: { statusCode: 200, headers, body } }]);
		await expect(send(read)).rejects.toBe(bug);
		expect(sent.length).toBe(1);
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
	])('is a network error with its code, %s', async (_where, inside, times, httpCode) => {
		const { host } = hostOf([{ error: wrapped(times, inside) }]);
		await expect((await clientOf(host)).send(write)).rejects.toMatchObject({
			facts: { httpCode },
			applied: 'unknown',
		});
	});
});

describe('a repeated request', () => {
	it.each<[string, number, string, ApiRequest, Back]>([
		['a write', 3, 'HTTP 429', write, tooMany],
		['a read', 3, 'a lost answer', read, reset],
		['a search', 3, 'a lost answer', search, reset],
		['a write', 1, 'a lost answer', write, reset],
		['a read', 1, 'a refused token', read, refusedToken],
	])('%s is sent %i times where %s comes back twice', async (_name, times, _why, request, back) => {
		const { client, sent } = await open([back, back, done]);
		const [ended] = await Promise.allSettled([client.send(request)]);
		expect(ended.status).toBe(times === 3 ? 'fulfilled' : 'rejected');
		expect([sent.length, client.requests]).toEqual([times, times]);
	});

	const doubling = [0, 1000, 3000, 7000, 15_000, 31_000];
	const ofTheLock = [0, 10_000, 40_000, 100_000, 220_000, 520_000];
	const noTime = { 'retry-after': '0' };

	it.each([
		['an error of a proxy', broken, doubling],
		['503 that asks for no time at all', { status: 503, headers: noTime }, doubling],
		['a throttled answer that names no time', { status: 429 }, ofTheLock],
		['429 that asks for no time at all', { status: 429, headers: noTime }, ofTheLock],
	])('waits longer each time after %s, five times at most', async (_why, back, times) => {
		const { send, sent } = await open([back]);
		await expect(send(read)).rejects.toMatchObject({ facts: { httpCode: String(back.status) } });
		expect(timesOf(sent)).toEqual(times);
	});

	it.each([
		['3', 3000],
		['300', 300_000],
		['Thu, 01 Jan 2026 00:00:42 GMT', 42_000],
	])('waits with the Retry-After %s for %d ms, in slices', async (after, ms) => {
		const { send } = await open([{ status: 503, headers: { 'retry-after': after } }, done]);
		await send(write);
		expect(slept).toEqual(Array.from({ length: ms / 250 }, () => 250));
	});

	it.each([429, 503])('is given up where %i asks for more than five minutes', async (status) => {
		const { send, sent } = await open([{ status, headers: { 'retry-after': '301' } }, done]);
		await expect(send(read)).rejects.toMatchObject({
			facts: { retryAfterMs: 301_000 },
			applied: 'no',
		});
		expect([sent.length, waited()]).toEqual([1, 0]);
	});

	it('is sent as often as the policy of the client allows', async () => {
		const { host, sent } = hostOf([broken]);
		const client = await clientOf(host, { attempts: 2, maxWaitMs: 5000 });
		await expect(client.send(read)).rejects.toMatchObject({ name: 'Error' });
		expect(sent.length).toBe(2);
	});

	it('is told in the log', async () => {
		const { send, log } = await open([tooMany, done]);
		await send(read);
		expect(log).toEqual([
			'GET /log-sources answered HTTP 429 in 0 ms',
			'The service receives too many requests; GET /log-sources is sent again',
			"The next request waits 3 s for the service's limit",
			'GET /log-sources answered HTTP 200 in 0 ms',
		]);
	});
});

describe('the fallback body', () => {
	const asked: ApiRequest = { ...search, body: { start_time: 'x' }, fallbackBody: { query: '*' } };
	const plain = '{"start_time":"x"}';
	const filled = '{"start_time":"x","query":"*"}';
	const bodies = (sent: readonly IHttpRequestOptions[]) => sent.map(({ body }): unknown => body);

	it.each(['[query] Required parameter missing', '[a, query] Required parameter missing'])(
		'is added after %s, and from then on by this client only',
		async (detail) => {
			const { host, sent } = hostOf([refusal(detail), done]);
			const { send } = await clientOf(host);
			await send(asked);
			await send(asked);
			await (await clientOf(host)).send(asked);
			expect(bodies(sent)).toEqual([plain, filled, filled, plain]);
		},
	);

	it('is added to no other endpoint', async () => {
		const { send, sent } = await open([refusal('[query] missing'), done]);
		await send(asked);
		await send({ ...asked, path: '/alerts/bulk' });
		expect(bodies(sent)).toEqual([plain, filled, plain]);
	});

	it('takes the place of a member that is undefined, and of none that is set', async () => {
		const { send, sent } = await open([refusal('[query] missing'), done]);
		await send({ ...asked, body: { query: undefined } });
		await send({ ...asked, body: { query: 'A = b' } });
		expect(bodies(sent)).toEqual(['{}', '{"query":"*"}', '{"query":"A = b"}']);
	});

	it.each(['[profile_ids] Required parameter missing', '[API] Request failed'])(
		'is not added after %s',
		async (detail) => {
			const { send, sent } = await open([refusal(detail), done]);
			await expect(send(asked)).rejects.toMatchObject({ name: 'Error' });
			expect(sent.length).toBe(1);
		},
	);

	it('is told where it is refused, and sent no further time', async () => {
		const { send, sent } = await open([
			refusal('[query] missing'),
			refusal('[API] Request failed'),
		]);
		const told = {
			message: 'The service refused POST /alerts: [API] Request failed',
			description: expect.stringMatching(
				/^Bad Request .* so query "\*" was sent, which stands for everything\. Set the parameter/,
			),
		};
		await expect(send(asked)).rejects.toMatchObject(told);
		expect(sent.length).toBe(2);
		await expect(send(asked)).rejects.toMatchObject(told);
		expect(sent.length).toBe(3);
	});

	it.each<[string, ApiRequest, Back]>([
		['the request sets its members', { ...asked, body: { query: 'A = b' } }, refusal('[API] No')],
		['there is none', { ...asked, fallbackBody: {} }, refusal('[API] No')],
		['the token is refused', asked, refusedToken],
		['the connection is lost', { ...asked, once: true }, reset],
	])('is not told where %s', async (_why, request, back) => {
		const { send } = await open([refusal('[query] missing'), done, back]);
		await send(asked);
		await expect(send(request)).rejects.toMatchObject({
			description: expect.not.stringContaining('was sent'),
		});
	});
});

describe('a cancelled execution', () => {
	const canceled = { name: 'NodeOperationError', message: 'The execution was canceled' };

	it.each<[string, Partial<IExecuteFunctions>]>([
		['cannot be cancelled', { getExecutionCancelSignal: () => undefined }],
		['has no signal', {}],
	])('goes on where the execution %s', async (_name, own) => {
		const { host, sent } = hostOf([tooMany, done]);
		const without: Partial<IExecuteFunctions> = { ...host };
		delete without.getExecutionCancelSignal;
		await (await clientOf({ ...without, ...own } as IExecuteFunctions)).send(read);
		expect(sent.length).toBe(2);
	});

	it('sends no further request, also where none has to wait', async () => {
		const { host, sent, cancel } = hostOf([done]);
		const { send } = await clientOf(host);
		await send(write);
		cancel.abort();
		await expect(send(write)).rejects.toMatchObject(canceled);
		expect(sent.length).toBe(1);
	});

	it('leaves its place before the limit to other executions', async () => {
		const { host, baseUrl, cancel } = hostOf([done], { requestsPerMinute: 1 });
		const { send } = await clientOf(host);
		await send(read);
		sleep.mockImplementationOnce(() => {
			cancel.abort();
			return Promise.resolve();
		});
		await expect(send(read)).rejects.toMatchObject(canceled);
		const other = hostOf([done], { requestsPerMinute: 1, baseUrl });
		await (await clientOf(other.host)).send(read);
		expect(waited()).toBe(61_000);
	});
});

it('an answer that never comes is given up after the timeout of the credential', async () => {
	const { send } = await open(['silence'], { timeout: 0.02 });
	await expect(send(write)).rejects.toMatchObject({
		message: 'The service did not answer within 0.02 seconds',
		applied: 'unknown',
	});
});

describe('the rate limit', () => {
	it('does not hold the first requests, and counts those of several executions together', async () => {
		const { host, baseUrl, sent } = hostOf([done], { requestsPerMinute: 2 });
		const other = hostOf([done], { requestsPerMinute: 2, baseUrl: `${baseUrl}/api/v2/` });
		const [one, two] = [await clientOf(host), await clientOf(other.host)];
		expect([one.available(), two.available()]).toEqual([2, 2]);
		await one.send(read);
		await two.send(read);
		expect([one.available(), two.available()]).toEqual([0, 0]);
		await one.send(write);
		expect([timesOf(sent), timesOf(other.sent)]).toEqual([[0, 61_000], [0]]);
	});

	it('counts repeated requests', async () => {
		const { send, sent } = await open([{ status: 503, headers: { 'retry-after': '0' } }, done], {
			requestsPerMinute: 1,
		});
		await send(read);
		expect(timesOf(sent)).toEqual([0, 61_000]);
	});
});

describe('the lock of a throttling service', () => {
	it('holds the requests of every execution', async () => {
		const { host, baseUrl } = hostOf([tooMany]);
		await expect((await clientOf(host, { attempts: 1 })).send(read)).rejects.toMatchObject({
			kind: 'throttled',
			facts: { retryAfterMs: 3000 },
		});
		const other = hostOf([done], { baseUrl });
		const client = await clientOf(other.host);
		expect(client.available()).toBe(0);
		await client.send(read);
		expect(waited()).toBe(3000);
	});

	it('holds a request that was already waiting for its turn', async () => {
		const { send, baseUrl, sent } = await open([done], { requestsPerMinute: 1 });
		await send(read);
		const other = hostOf([tooManyFor(90)], { baseUrl });
		const refusedClient = await clientOf(other.host, { attempts: 1 });
		sleep.mockImplementationOnce(async (ms) => {
			clock += ms;
			await refusedClient.send(read).catch(() => undefined);
		});
		await send(read);
		expect(timesOf(sent)).toEqual([0, 90_250]);
	});

	it('is not waited for where it lasts longer than a request may wait: nothing is sent', async () => {
		const { send, baseUrl } = await open([{ status: 429, headers: { 'retry-after': '301' } }]);
		await expect(send(read)).rejects.toMatchObject({ name: 'Error' });
		const other = hostOf([done], { baseUrl });
		clock += 500;
		await expect((await clientOf(other.host)).send(write)).rejects.toMatchObject({
			message: 'The service receives too many requests',
			kind: 'locked',
			description: expect.stringContaining('nothing is sent to it for another 301 seconds'),
			facts: { retryAfterMs: 300_500 },
		});
		expect([other.sent.length, waited()]).toEqual([0, 0]);
	});

	it('begins with its shortest step again after a success', async () => {
		const { send, sent } = await open([{ status: 429 }, done, { status: 429 }, done]);
		await send(read);
		await send(read);
		expect(timesOf(sent)).toEqual([0, 10_000, 10_000, 20_000]);
	});
});

it('secrets are hidden in an answer: the token and what the request names', async () => {
	const echo = { data: { said: 'Bearer canary-token and canary-password', x: 'abc' } };
	const backs: [Back] = [{ status: 200, body: JSON.stringify(echo) }];
	const { send } = await open(backs, { accessToken: ' Bearer canary-token' });
	const { body } = await send({ ...write, secrets: ['canary-password', 'abc', ''] });
	expect(body).toEqual({ data: { said: 'Bearer [hidden] and [hidden]', x: 'abc' } });
});

it('secrets of an earlier request are hidden in a later answer', async () => {
	const said = 'same as canary-password';
	const backs: [Back, Back] = [
		{ status: 200, body: '{}' },
		{ status: 200, body: JSON.stringify({ data: { said } }) },
	];
	const { send } = await open(backs);
	await send({ ...write, secrets: ['canary-password'] });
	expect((await send(read)).body).toEqual({ data: { said: 'same as [hidden]' } });
});

it('secrets are hidden in a refusal', async () => {
	const { send } = await open([refusal('Authorization: Bearer canary-token')]);
	await expect(send(read)).rejects.toMatchObject({
		message: 'The service refused GET /log-sources: Authorization: Bearer [hidden]',
	});
});
