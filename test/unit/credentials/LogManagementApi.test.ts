import { expect, test } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { credentialType, testCredential } from '../../support/harness/harness';
import type { Fault } from '../../support/service/faults';
import { startService } from '../../support/service/service';
import { useService } from '../../support/service/useService';

const service = useService();
const permissions = async (): Promise<string[]> => {
	const field = (await credentialType('logManagementApi')).properties.find(
		({ name }) => name === 'testPermission',
	);
	return (field?.options ?? []).flatMap((option) =>
		'value' in option ? [String(option.value)] : [],
	);
};

test('the test of the credential passes for each permission with a token of just its scope, and for no other', async () => {
	const all = await permissions();
	expect(all).toHaveLength(5);
	for (const testPermission of all) {
		for (const scope of all) {
			const accessToken = service.tokenWith([scope]);
			const result = await testCredential({ baseUrl: service.url, accessToken, testPermission });
			expect([testPermission, scope, result.message === 'Connection successful!']).toEqual([
				testPermission,
				scope,
				testPermission === scope,
			]);
		}
	}
});

/** Data and faults that a test meets, and what it then says. */
const failing: Record<string, [data: object, fault: Fault | undefined, message: string]> = {
	'a wrong token': [
		{ accessToken: 'wrong-token' },
		undefined,
		'The service refused the access token. ',
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
		'The address answered GET /log-sources?limit=1 with a web page instead of data. ',
	],
	'a redirect': [{}, { kind: 'redirect', to: 'same' }, 'redirect'],
	'HTTP 404': [
		{},
		{ kind: 'status', status: 404 },
		'The service accepted the connection but refused to read what Test Permission names. ',
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
		expect(service.requests.length).toBeLessThan(2);
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
