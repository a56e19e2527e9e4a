import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { apiUrl } from '../../../nodes/shared/http/baseUrl';
import { credentialType, testCredential } from '../../support/harness/harness';
import { startService, type Service } from '../../support/service/service';

let service: Service;
let web: Server;
let webUrl: string;

beforeAll(async () => {
	service = await startService();
	web = createServer((_, answer) => {
		answer.setHeader('content-type', 'text/html');
		answer.end('<html>welcome</html>');
	});
	await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
	webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});

afterAll(async () => {
	await service.stop();
	await new Promise((resolve) => web.close(resolve));
});

describe('the base URL', () => {
	test.each([
		['http://logs.example.com:8400', 'http://logs.example.com:8400/api/v2'],
		['https://logs.example.com/', 'https://logs.example.com/api/v2'],
		['https://logs.example.com/api/v2', 'https://logs.example.com/api/v2'],
		[' https://logs.example.com/api/v2/ ', 'https://logs.example.com/api/v2'],
		['https://proxy.example.com/siem/', 'https://proxy.example.com/siem/api/v2'],
		['https://proxy.example.com/siem/api/v2', 'https://proxy.example.com/siem/api/v2'],
		['HTTP://[::1]:8400', 'http://[::1]:8400/api/v2'],
	])('%s stands for %s', (given, meant) => {
		expect(apiUrl(given)).toBe(meant);
	});

	test.each([
		'',
		'logs.example.com',
		'ftp://logs.example.com',
		'file:///etc/passwd',
		'https://user:secret@logs.example.com',
		'https://logs.example.com/?next=1',
		'https://logs.example.com/#top',
		'https://logs.example.com:99999',
		undefined,
		{},
	])('%p is refused', (given) => {
		expect(() => apiUrl(given)).toThrow(/must be an http or https address/);
	});
});

describe('the test of the credential', () => {
	const areas = async (): Promise<Array<{ value: string; scope: string }>> => {
		const area = (await credentialType('logManagementApi')).properties.find(
			({ name }) => name === 'area',
		);
		return (area?.options ?? []).flatMap((option) =>
			'value' in option
				? [{ value: String(option.value), scope: option.description?.replace('Scope ', '') ?? '' }]
				: [],
		);
	};

	test('passes for each area with a token of just its scope, and for no other', async () => {
		const all = await areas();
		expect(all).toHaveLength(5);
		for (const { value: area, scope } of all) {
			for (const other of all) {
				const accessToken = service.tokenWith([other.scope]);
				const result = await testCredential({ baseUrl: service.url, accessToken, area });
				expect([area, other.scope, result.status]).toEqual([
					area,
					other.scope,
					scope === other.scope ? 'OK' : 'Error',
				]);
			}
		}
	});

	test.each(['', '/', '/api/v2', '/api/v2/'])(
		'takes the base URL with "%s" at its end',
		async (end) => {
			const result = await testCredential({
				baseUrl: `${service.url}${end}`,
				accessToken: service.token,
			});
			expect(result).toMatchObject({ status: 'OK', message: 'Connection successful!' });
		},
	);

	test('says that a time zone is none, and passes with one that is', async () => {
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

	test('tells a wrong token, an unreachable server, another service and a bad address apart', async () => {
		const messages = await Promise.all(
			[
				{ baseUrl: service.url, accessToken: 'wrong-token' },
				{ baseUrl: 'http://127.0.0.1:1', accessToken: service.token },
				{ baseUrl: webUrl, accessToken: service.token },
				{ baseUrl: 'ftp://127.0.0.1', accessToken: service.token },
			].map(async (data) => await testCredential(data)),
		);
		expect(messages.map(({ status }) => status)).toEqual(['Error', 'Error', 'Error', 'Error']);
		expect(messages.map(({ message }) => message)).toEqual([
			expect.stringContaining('refused the access token'),
			'ECONNREFUSED',
			expect.stringContaining('not as the log management service does'),
			expect.stringContaining('must be an http or https address'),
		]);
	});
});
