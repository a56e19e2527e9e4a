import { Readable } from 'node:stream';

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type * as workflow from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { RULES } from '../../../../nodes/shared/http/apiError';
import type * as clientModule from '../../../../nodes/shared/http/client';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { REPLIES } from '../../../support/unit/replies';

const sleep = jest.fn<typeof workflow.sleep>();
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep,
}));

const { createClient } = jest.requireActual<typeof clientModule>(
	'../../../../nodes/shared/http/client',
);

/** A reply of n8n's helper: an HTTP response, any other result, an error, or nothing at all. */
type Reply =
	| { result: unknown }
	| { status: number; body?: string; headers?: Record<string, string> }
	| { error: Error }
	| 'silence';

const done: Reply = { status: 200, body: '{"data":{"ok":true}}' };
const tooMany = (seconds?: number): Reply => ({
	status: 429,
	...(seconds === undefined ? {} : { headers: { 'retry-after': String(seconds) } }),
});

const broken: Reply = { status: 500, body: '<html>' };

const read: ApiRequest = { method: 'GET', path: '/log-sources' };
const write: ApiRequest = {
	method: 'POST',
	path: '/log-sources/windows',
	body: { log_sources: [] },
};

/** Ms since 1970; only waits move this clock. */
let clock: number;
let slept: number[];

beforeEach(() => {
	clock = Date.parse('2026-01-01T00:00:00Z');
	slept = [];
	jest.spyOn(Date, 'now').mockImplementation(() => clock);
	jest.spyOn(performance, 'now').mockImplementation(() => clock);
	jest.spyOn(Math, 'random').mockReturnValue(0);
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

/** A host whose service sends these replies, the last one again and again. */
function hostOf(
	replies: readonly [Reply, ...Reply[]],
	settings: ICredentialDataDecryptedObject = {},
) {
	// The limiter is kept for each server, so every test has another server.
	const baseUrl = `http://server${servers++}.test`;
	const credential = { baseUrl, accessToken: 'canary-token', timeout: 60, ...settings };
	const sent: Array<IHttpRequestOptions & { at: number }> = [];
	const log: string[] = [];
	const cancel = new AbortController();
	const exchange = (_credential: string, options: IHttpRequestOptions): Promise<unknown> => {
		const reply = replies[Math.min(sent.length, replies.length - 1)] ?? done;
		sent.push({ ...options, at: clock });
		if (reply === 'silence') {
			return new Promise((_, reject) => {
				const signal = options.abortSignal as AbortSignal | undefined;
				signal?.addEventListener('abort', () => reject(new Error('aborted')));
			});
		}
		if ('result' in reply) return Promise.resolve(reply.result);
		if ('error' in reply) return Promise.reject(reply.error);
		const { status, body = '', headers = {} } = reply;
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

type Policy = Parameters<typeof createClient>[1]['retryPolicy'];

const clientOf = (host: IExecuteFunctions, retryPolicy: Policy = {}) =>
	createClient(host, { scope: 'logsources.READ', retryPolicy });

async function open(...given: Parameters<typeof hostOf>) {
	const opened = hostOf(...given);
	const client = await clientOf(opened.host);
	return { ...opened, client, send: client.send };
}

/** Returns the time at which each request left, in ms since the first. */
const timesOf = (sent: ReadonlyArray<{ at: number }>) =>
	sent.map(({ at }) => at - (sent[0]?.at ?? 0));

const waited = () => slept.reduce((sum, ms) => sum + ms, 0);

it.each(REPLIES.filter(([, , kind]) => RULES[kind].holds === true))(
	'the wait that %s names is over before the next request',
	async (_name, { status = 200, body }) => {
		const headers = { 'retry-after': '90' };
		const { send, sent } = await open([{ status, body: JSON.stringify(body), headers }, done]);
		await send(write);
		expect(timesOf(sent)).toEqual([0, 90_000]);
	},
);

describe('a request', () => {
	it('goes to the interface, with its query, and follows no redirect', async () => {
		const { send, client, baseUrl, sent } = await open([done]);
		const query = { log_source: 'a&b c', log_source_id: 2n ** 60n, sort: undefined, ok: false };
		await send({ ...read, query });
		expect(client.address).toBe(`${baseUrl}/api/v2`);
		expect(sent).toEqual([
			expect.objectContaining({
				method: 'GET',
				url: `${baseUrl}/api/v2/log-sources?log_source=a%26b+c&log_source_id=1152921504606846976&ok=false`,
				headers: { Accept: 'application/json' },
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				sendCredentialsOnCrossOriginRedirect: false,
				skipSslCertificateValidation: false,
				timeout: 60_000,
			}),
		]);
		expect(sent[0]?.body).toBeUndefined();
	});

	it.each([{ date: 'Thu, 01 Jan 2026 00:00:07 GMT' }, {}])(
		'returns the body, its size and the clock of %j, by the settings of the credential',
		async (headers) => {
			const { send, sent } = await open([{ ...done, headers }], { ignoreSslIssues: true });
			const date = 'date' in headers ? Date.parse(headers.date) : undefined;
			expect(await send(read)).toMatchObject({ body: { data: { ok: true } }, date, size: 20 });
			expect(sent[0]).toMatchObject({ skipSslCertificateValidation: true });
		},
	);
});

it('a token is hidden even after a thousand other secrets', async () => {
	const echo: Reply = { status: 400, body: '{"error":{"code":"1","detail":"canary-token"}}' };
	const { send } = await open([done, echo]);
	await send({ ...write, secrets: Array.from({ length: 1000 }, (_, at) => `secret-${at}`) });
	await expect(send(read)).rejects.toThrow('[hidden]');
});

describe("the result of n8n's helper", () => {
	const bug = new RangeError('a bug in parsing');
	const headers = {
		get 'retry-after'(): string {
			throw bug;
		},
	};
	const body = Readable.from([Buffer.from('{}')]);

	it('surfaces a bug in reading it, and sends nothing again', async () => {
		const { send, sent } = await open([{ result: { statusCode: 429, headers, body } }]);
		await expect(send(read)).rejects.toThrow(bug);
		expect(sent.length).toBe(1);
	});

	const wrapped = (times: number, inside: object): Error =>
		Object.assign(new Error('wrapped'), times > 1 ? { cause: wrapped(times - 1, inside) } : inside);
	const endless = new Error('endless');
	endless.cause = endless;

	it.each([
		['as it is', { code: 'EPIPE' }, 1, 'EPIPE'],
		['inside four others', { code: 'EPIPE' }, 5, 'EPIPE'],
		['in the response of an error', { errorResponse: { code: 'EPIPE' } }, 1, 'EPIPE'],
		['with words around it', { code: 'an EPIPE' }, 1, 'UNKNOWN'],
		['as a list', { code: ['EPIPE'] }, 1, 'UNKNOWN'],
		['nowhere', { cause: endless }, 1, 'UNKNOWN'],
	])('is a network error with its code, %s', async (_where, inside, times, httpCode) => {
		const { send } = await open([{ error: wrapped(times, inside) }]);
		await expect(send(write)).rejects.toMatchObject({ facts: { httpCode }, mayBeApplied: true });
	});
});

describe('a request is sent again', () => {
	it.each([
		[broken, [0, 1500, 4500]],
		[tooMany(20), [0, 22_500, 45_000]],
	])('after waits with a random part each, after %j', async (reply, times) => {
		const { host, sent } = hostOf([reply, reply, done]);
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		await (await clientOf(host)).send(read);
		expect(timesOf(sent)).toEqual(times);
	});

	it('after a wait in slices, which the log reports', async () => {
		const { send, log } = await open([tooMany(3), done]);
		await send(write);
		expect(slept).toEqual(Array.from({ length: 12 }, () => 250));
		expect(log).toEqual([
			'POST /log-sources/windows answered HTTP 429 in 0 ms',
			'The service receives too many requests; POST /log-sources/windows waits to be sent again',
			'The next request waits 3 s for the service',
			'POST /log-sources/windows answered HTTP 200 in 0 ms',
		]);
	});
});

it('a wait of more than five minutes ends the run, and nothing is sent during it', async () => {
	const { send, sent, baseUrl } = await open([tooMany(301)]);
	const refused = {
		kind: 'throttled',
		description: expect.stringContaining('It accepts no request for another 301 seconds.'),
		facts: { retryAfterMs: 301_000 },
	};
	await expect(send(read)).rejects.toMatchObject(refused);
	const other = hostOf([done], { baseUrl });
	await expect((await clientOf(other.host)).send(write)).rejects.toMatchObject(refused);
	expect([sent.length, other.sent.length, waited()]).toEqual([1, 0, 0]);
});

it('a wait that a 503 named ends the next run, which says so', async () => {
	const { send, baseUrl } = await open([{ status: 503, headers: { 'retry-after': '600' } }]);
	await expect(send(read)).rejects.toMatchObject({ kind: 'gateway' });
	const { host, sent } = hostOf([done], { baseUrl });
	await expect((await clientOf(host)).send(read)).rejects.toMatchObject({
		kind: 'unavailable',
		mayBeApplied: false,
		message: 'The service is not available at present',
		description:
			'It could not complete an earlier request, so this one was not sent. It accepts no request for another 600 seconds. Run the node again later.',
	});
	expect(sent.length).toBe(0);
});

it('the attempts of one request count once among the timeouts in a row', async () => {
	const timeout = { error: Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }) };
	const { send, client, sent } = await open([timeout, timeout, timeout, timeout, timeout, done]);
	await expect(send({ ...write, method: 'PUT' })).rejects.toMatchObject({ kind: 'timedOut' });
	expect([sent.length, client.timeoutsInARow]).toEqual([3, 1]);
	await expect(send(write)).rejects.toMatchObject({ kind: 'timedOut' });
	expect(client.timeoutsInARow).toBe(2);
	await send(read);
	expect(client.timeoutsInARow).toBe(0);
});

it('a cancelled execution sends no further request, even if none has to wait', async () => {
	const { send, cancel, sent } = await open([done]);
	await send(write);
	cancel.abort();
	await expect(send(write)).rejects.toMatchObject({
		name: 'NodeOperationError',
		message: 'The execution was canceled',
	});
	expect(sent.length).toBe(1);
});

describe('executions with one access token share', () => {
	it('its pace, in which repeated requests count', async () => {
		const { host, baseUrl, sent } = hostOf([broken, done], { requestsPerMinute: 3 });
		const other = hostOf([done], { requestsPerMinute: 3, baseUrl: `${baseUrl}/api/v2/` });
		const [one, two] = [await clientOf(host), await clientOf(other.host)];
		expect([one.expectedWait(3), one.expectedWait(4)]).toEqual([0, 61_000]);
		await one.send(read);
		await two.send(read);
		expect(two.expectedWait(1)).toBe(60_000);
		await one.send(write);
		expect([timesOf(sent), timesOf(other.sent)]).toEqual([[0, 1000, 61_000], [0]]);
	});

	it('its pace, which a clock that is set back does not lengthen', async () => {
		const { send, sent } = await open([done], { requestsPerMinute: 1 });
		await send(read);
		jest.spyOn(Date, 'now').mockImplementation(() => clock - 3_600_000);
		await send(read);
		expect(timesOf(sent)).toEqual([0, 61_000]);
	});

	it('the wait that the service names, even while one of them waits for the pace', async () => {
		const { send, baseUrl, sent } = await open([done], { requestsPerMinute: 2 });
		await send(read);
		await send(read);
		const other = hostOf([tooMany(90)], { baseUrl });
		const refusedClient = await clientOf(other.host, { maxAttempts: 1 });
		sleep.mockImplementationOnce(async (ms) => {
			clock += ms;
			await refusedClient.send(read).catch(() => undefined);
		});
		await send(read);
		expect(timesOf(sent)).toEqual([0, 0, 90_250]);
	});
});
