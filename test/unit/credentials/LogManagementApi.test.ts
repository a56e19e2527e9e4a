import { expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { LogManagementApi } from '../../../credentials/LogManagementApi.credentials';
import { credentialType, testCredential } from '../../support/harness/harness';
import type { Fault } from '../../support/service/faults';
import { startService } from '../../support/service/service';
import { useService } from '../../support/service/useService';

const service = useService();
const READS = ['logsources.READ', 'alerts.READ', 'agents.READ', 'domains.READ', 'logformats.READ'];

const testWith = async (data: object) =>
	await testCredential({ baseUrl: service.url, accessToken: service.token, ...data });

const failing = (message: string) => ({
	status: 'Error',
	message: expect.stringContaining(message),
});

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
	expect(properties).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ name: 'timeout', default: 60, typeOptions: { minValue: 1 } }),
			// 0 for no limit
			expect.objectContaining({ name: 'requestsPerMinute', typeOptions: { minValue: 0 } }),
		]),
	);
});

test('the word Bearer leaves once, also if it was pasted with the token', async () => {
	const credential = new LogManagementApi();
	const { headers } = await credential.authenticate({ accessToken: 'Bearer abc' }, { url: '' });
	expect(headers).toEqual({ Authorization: 'Bearer abc' });
});

test.each(READS.map((scope, index) => [scope, index + 1] as const))(
	'the test of the credential passes with a token of %s alone, after %i requests',
	async (scope, count) => {
		const result = await testWith({ accessToken: service.tokenWith([scope]) });
		expect(result).toMatchObject({ status: 'OK' });
		expect(service.requests.length).toBe(count);
		expect(service.requests[0]?.query).toEqual({ limit: '1' });
	},
);

const refusal = (code: '07001113' | '00000106'): Fault => ({ kind: 'refusal', code, status: 403 });

const REFUSED = 'The service refused the access token for everything that it may read. ';
const READS_NOTHING = 'The service knows the access token, but it may read nothing. ';
const UNREACHABLE = 'The service cannot be reached. No connection could be made (ECONNREFUSED). ';

test.each<[data: object, fault: Fault | undefined, message: string]>([
	[{ accessToken: 'wrong-token' }, undefined, REFUSED],
	[{}, refusal('07001113'), REFUSED],
	[{}, refusal('00000106'), READS_NOTHING],
	[{ baseUrl: 'http://127.0.0.1:1' }, undefined, UNREACHABLE],
	[{ baseUrl: 'ftp://127.0.0.1' }, undefined, 'The base URL must be an http or https address'],
	[{ timeZone: 'Berlin' }, undefined, 'There is no time zone "Berlin"'],
	[{}, { kind: 'html' }, 'GET /log-sources with a web page instead of data. '],
	[{}, { kind: 'redirect', to: 'same' }, 'redirect'],
	[{}, { kind: 'raw', text: '{"x":1}' }, 'in an unexpected way: it holds no data'],
	[{}, { kind: 'echo' }, 'Authorization: Bearer [hidden]'],
	[{}, { kind: 'status', status: 404 }, 'refused GET /log-sources: Status 404. '],
])(
	'the test of the credential says what is wrong in the words of the nodes: %j, %j',
	async (data, fault, message) => {
		if (fault !== undefined) service.faults.push(fault);
		expect(await testWith(data)).toEqual(failing(message));
		expect(service.requests.length).toBeLessThanOrEqual(READS.length);
	},
);

test('the test of the credential trusts no certificate unless SSL issues are ignored', async () => {
	const secure = await startService({ https: true });
	try {
		const account = { baseUrl: secure.url, accessToken: secure.token };
		expect(await testWith(account)).toEqual(failing('certificate'));
		expect(secure.requests).toEqual([]);
		const ignoring = await testWith({ ...account, ignoreSslIssues: true });
		expect(ignoring).toMatchObject({ status: 'OK' });
	} finally {
		await secure.stop();
	}
});

test('the test of the credential ends after its timeout and leaves no connection', async () => {
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
		const result = await testWith({ baseUrl: `http://127.0.0.1:${port}`, timeout: 1 });
		expect(result).toEqual(failing('did not answer within 1 seconds'));
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(open.size).toBe(0);
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
});
