import { expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { credentialType, testCredential } from '../../support/harness/harness';
import type { Fault } from '../../support/service/faults';
import { startService } from '../../support/service/service';
import { useService } from '../../support/service/useService';

const service = useService();
const READS = ['logsources.READ', 'alerts.READ', 'agents.READ', 'domains.READ', 'logformats.READ'];

const testWith = async (scopes: readonly string[]) =>
	await testCredential({ baseUrl: service.url, accessToken: service.tokenWith(scopes) });

test('the credential opens with an address, a token, two switches and no more', async () => {
	const { properties } = await credentialType('logManagementApi');
	const shown = properties.filter(({ displayOptions }) => displayOptions === undefined);
	expect(shown.map(({ displayName }) => displayName)).toEqual([
		'Base URL',
		'Access Token',
		'Ignore SSL Issues (Insecure)',
		'Set Options',
	]);
	expect(properties.length).toBe(7);
	const limit = properties.find(({ name }) => name === 'requestsPerMinute');
	// 0 means no limit.
	expect(limit?.typeOptions).toEqual({ minValue: 0 });
});

test.each(READS.map((scope, index) => [scope, index + 1] as const))(
	'the test of the credential passes with a token of %s alone, after %i requests',
	async (scope, count) => {
		expect(await testWith([scope])).toMatchObject({ status: 'OK' });
		expect(service.requests.length).toBe(count);
	},
);

test('the test of the credential tells a token without a scope from a wrong one, if the service does', async () => {
	const refuse = (code: '07001113' | '00000106') =>
		service.faults.push({ kind: 'refusal', code, status: 403 });
	refuse('07001113');
	expect(await testWith([])).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('The service refused the access token for everything'),
	});
	service.clearFaults();
	refuse('00000106');
	expect(await testWith([])).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(/^The service knows the access token, but it may read nothing/),
	});
	expect(service.requests.length).toBe(10);
});

/** Data and faults that a test meets, and what it then says. */
const failing: Record<string, [data: object, fault: Fault | undefined, message: string]> = {
	'a wrong token': [
		{ accessToken: 'wrong-token' },
		undefined,
		'The service refused the access token for everything that it may read. ',
	],
	'a port that nothing listens on': [
		{ baseUrl: 'http://127.0.0.1:1' },
		undefined,
		'The service cannot be reached. No connection could be made (ECONNREFUSED). ',
	],
	'an address of another protocol': [
		{ baseUrl: 'ftp://127.0.0.1' },
		undefined,
		'The base URL must be an http or https address',
	],
	'a web page': [
		{},
		{ kind: 'html' },
		'The address answered GET /log-sources with a web page instead of data. ',
	],
	'a redirect': [{}, { kind: 'redirect', to: 'same' }, 'redirect'],
	'HTTP 404': [
		{},
		{ kind: 'status', status: 404 },
		'The service refused GET /log-sources: Status 404. ',
	],
};

test.each(Object.entries(failing))(
	'the test of the credential says what is wrong in the words of the nodes: %s',
	async (_what, [data, fault, message]) => {
		if (fault !== undefined) service.faults.push(fault);
		const account = { baseUrl: service.url, accessToken: service.token };
		expect(await testCredential({ ...account, ...data })).toEqual({
			status: 'Error',
			message: expect.stringContaining(message),
		});
		expect(service.requests.length).toBeLessThanOrEqual(READS.length);
	},
);

test('the test of the credential names the address of the other protocol where the service answers there', async () => {
	const secure = await startService({ https: true });
	try {
		const underHttp = secure.url.replace('https:', 'http:');
		const underHttps = service.url.replace('http:', 'https:');
		const accessToken = service.token;
		const results = [
			await testCredential({ baseUrl: underHttps, accessToken }),
			await testCredential({ baseUrl: underHttp, accessToken, ignoreSslIssues: true }),
		];
		expect(results.map(({ message }) => message)).toEqual([
			`The service answers at ${service.url}: write this address into Base URL`,
			`The service answers at ${secure.url}: write this address into Base URL`,
		]);
	} finally {
		await secure.stop();
	}
});

test('the test of the credential sends the access token to the address of the credential alone', async () => {
	const received: Array<string | undefined> = [];
	const server = createServer((request, answer) => {
		received.push(request.headers.authorization);
		answer.end('{}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	try {
		await testCredential({ baseUrl: `https://127.0.0.1:${port}`, accessToken: 'hidden' });
		expect(received).toEqual([undefined]);
	} finally {
		await new Promise((resolve) => server.close(resolve));
	}
});

test('the test of the credential says that a time zone is none, and passes with one that is', async () => {
	const account = { baseUrl: service.url, accessToken: service.token };
	service.clearRequests();
	expect(await testCredential({ ...account, timeZone: 'Berlin' })).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('There is no time zone "Berlin"'),
	});
	expect(service.requests).toEqual([]);
	const result = await testCredential({ ...account, timeZone: 'Europe/Berlin' });
	expect(result).toMatchObject({ status: 'OK' });
});

test('the test of the credential ends as a whole after its timeout, and leaves no connection', async () => {
	const open = new Set<Socket>();
	const server = createServer((_request, answer) => {
		answer.writeHead(200, { 'content-type': 'application/json' });
		const timer = setInterval(() => answer.write(' '), 20);
		answer.on('close', () => clearInterval(timer));
	});
	server.on('connection', (socket) => {
		open.add(socket);
		socket.on('close', () => open.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	try {
		const baseUrl = `http://127.0.0.1:${port}`;
		const result = await testCredential({ baseUrl, accessToken: 'hidden', timeout: 1 });
		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('did not answer within 1 seconds'),
		});
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(open.size).toBe(0);
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
});
