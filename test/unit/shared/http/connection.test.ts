import { describe, expect, it } from '@jest/globals';

import { apiUrl, connectionOf, tokenOf } from '../../../../nodes/shared/http/connection';

const read = (settings: object = {}) => {
	const credential = { baseUrl: 'http://logs.test:8400', accessToken: 'token', ...settings };
	return connectionOf(credential);
};

const domains = (allowedDomains: string) => ({
	allowedHttpRequestDomains: 'domains',
	allowedDomains,
});

describe('connectionOf', () => {
	const pace = (requestsPerMinute: unknown) => ({ requestsPerMinute });
	const zone = (timeZone: string | undefined) => ({ timeZone });

	const slow = { timeout: 5, requestsPerMinute: 30, ignoreSslIssues: true };

	it.each<[settings: object, taken: object]>([
		[{ accessToken: ' abc ' }, { token: 'abc', baseUrl: 'http://logs.test:8400/api/v2' }],
		[slow, { ...pace(30), timeoutMs: 5000, ignoreSslIssues: true }],
		[{}, { ...pace(60), timeoutMs: 60_000, timeZone: undefined, ignoreSslIssues: false }],
		...['', ' ', null, 'many', -1].map((none): [object, object] => [pace(none), pace(60)]),
		[pace('0'), pace(0)],
		[pace('120'), pace(120)],
		[pace(0.5), pace(1)],
		...['', 0, -5].map((timeout): [object, object] => [{ timeout }, { timeoutMs: 60_000 }]),
		[{ timeout: 1.0005 }, { timeoutMs: 1001 }],
		[{ timeout: 1e9 }, { timeoutMs: 2 ** 31 - 1 }],
		[zone(' europe/berlin '), zone('Europe/Berlin')],
		[zone(' '), zone(undefined)],
	])('takes %j as %j', (settings, taken) => {
		expect(read(settings)).toMatchObject(taken);
	});

	it.each([
		{ allowedHttpRequestDomains: 'all', allowedDomains: 'example.com' },
		{ allowedHttpRequestDomains: 'none' },
		domains('example.com, Logs.Test'),
		{ ...domains('*.logs.test'), baseUrl: 'https://a.b.logs.test:8400/siem' },
	])('takes an address that %j allows', (settings) => {
		expect(() => read(settings)).not.toThrow();
	});

	it.each([
		[{ baseUrl: 'logs.test' }, 'The base URL must be an http or https address'],
		[{ accessToken: '  ' }, 'The access token of the credential is empty'],
		[{ timeZone: 'Europe/Berlim' }, 'There is no time zone "Europe/Berlim"'],
		...['example.com', '', '*.logs.test', 'test', 'notlogs.test'].map(
			(allowed): [object, string] => [
				domains(allowed),
				'The base URL is not among the allowed domains of the credential',
			],
		),
	])('refuses %j and says where to correct it', (settings, message) => {
		expect(() => read(settings)).toThrow(
			expect.objectContaining({
				kind: 'wrongCredential',
				message: expect.stringContaining(message),
				description: 'Open the credential, correct it and test it there.',
			}),
		);
	});
});

it.each([
	[' bearer  abc ', 'abc'],
	['Bearerabc', 'Bearerabc'],
	['abc Bearer d', 'abc Bearer d'],
	[undefined, ''],
])('tokenOf takes %j as %j', (accessToken, token) => {
	expect(tokenOf(accessToken)).toBe(token);
});

it.each([
	['https://logs.example.com:8400/API/v2/', 'https://logs.example.com:8400/api/v2'],
	[' http://10.0.0.1:8080/siem/logs// ', 'http://10.0.0.1:8080/siem/logs/api/v2'],
	['https://logs.example.com/siem///api/v2//', 'https://logs.example.com/siem/api/v2'],
	['https://logs.example.com/a@b', 'https://logs.example.com/a@b/api/v2'],
	['https://logs.example.com/api/api/v2', 'https://logs.example.com/api/api/v2'],
	['https://logs.example.com/api/siem', 'https://logs.example.com/api/siem/api/v2'],
])('apiUrl finds the interface at %j', (baseUrl, url) => {
	expect(apiUrl(baseUrl)).toBe(url);
});

it.each([
	...['', undefined, {}, 'logs.example.com', '//logs.example.com', 'ftp://logs.example.com'],
	...['https://', 'https://user@logs.example.com', 'https://:secret@logs.example.com'],
	...['https://logs.example.com?x=1', 'https://logs.example.com/siem#x'],
	...['https://logs.example.com/si em', 'https://logs.example.com\n/siem'],
	...['https://logs.example.com:99999', 'see https://logs.example.com'],
])('apiUrl refuses %j', (baseUrl) => {
	expect(() => apiUrl(baseUrl)).toThrow('must be an http or https address');
});

it.each([
	...['http://logs.example.com/api', 'https://logs.example.com/siem/API/'],
	...['http://logs.example.com/api/v2/log-sources', 'http://logs.example.com/api/v2/siem/logs'],
])('apiUrl refuses %j, which leads into the interface', (baseUrl) => {
	expect(() => apiUrl(baseUrl)).toThrow('The base URL must end before /api/v2, or with it');
});
