import { describe, expect, it } from '@jest/globals';

import { apiUrl, readConnection, tokenOf } from '../../../../nodes/shared/http/connection';
import { nodeWith } from '../../../support/unit/node';

const node = nodeWith();
const read = (settings: Record<string, unknown> = {}) => {
	const credential = { baseUrl: 'http://logs.test:8400', accessToken: 'token', ...settings };
	return readConnection(node, credential);
};

describe('readConnection', () => {
	it('takes what the credential says', () => {
		expect(
			read({ accessToken: ' abc ', timeout: 5, requestsPerMinute: 30, ignoreSslIssues: true }),
		).toEqual({
			baseUrl: 'http://logs.test:8400/api/v2',
			token: 'abc',
			timeoutMs: 5000,
			requestsPerMinute: 30,
			ignoreSslIssues: true,
			timeZone: undefined,
			allowedDomains: undefined,
		});
	});

	it('checks certificates unless the credential says otherwise', () => {
		expect(read().ignoreSslIssues).toBe(false);
		expect(read({ ignoreSslIssues: 'true' }).ignoreSslIssues).toBe(false);
	});

	it.each<[unknown, number]>([
		[undefined, 60],
		['', 60],
		[' ', 60],
		[null, 60],
		['many', 60],
		[-1, 60],
		[0, 0],
		['0', 0],
		[30, 30],
		['120', 120],
		[0.5, 1],
	])('takes %j requests per minute as %d', (requestsPerMinute, taken) => {
		expect(read({ requestsPerMinute }).requestsPerMinute).toBe(taken);
	});

	it.each<[unknown, number]>([
		[undefined, 60_000],
		['', 60_000],
		[0, 60_000],
		[-5, 60_000],
		['30', 30_000],
		[0.02, 20],
		[1.0005, 1001],
		[1e9, 2 ** 31 - 1],
	])('takes a timeout of %j seconds as %d whole ms', (timeout, ms) => {
		expect(read({ timeout }).timeoutMs).toBe(ms);
	});

	it.each([
		['Europe/Berlin', 'Europe/Berlin'],
		[' europe/berlin ', 'Europe/Berlin'],
		['UTC', 'UTC'],
		['', undefined],
		[' ', undefined],
		[undefined, undefined],
	])('takes the time zone %j as %j', (timeZone, name) => {
		expect(read({ timeZone }).timeZone).toBe(name);
	});

	it.each([
		[{ baseUrl: 'logs.test' }, 'The base URL must be an http or https address'],
		[{ timeZone: 'Europe/Berlim' }, 'There is no time zone "Europe/Berlim"'],
		[
			{ allowedHttpRequestDomains: 'domains', allowedDomains: 'example.com' },
			'The base URL is not among the allowed domains of the credential',
		],
	])('refuses %j and says where to correct it', (settings, message) => {
		expect(() => read(settings)).toThrow(
			expect.objectContaining({
				name: 'NodeOperationError',
				message: expect.stringContaining(message),
				description: expect.stringContaining('correct it and test it there'),
				failure: { cause: 'configuration-invalid' },
			}),
		);
	});

	it('needs no domains where n8n is to use the credential in its own nodes only', () => {
		expect(read({ allowedHttpRequestDomains: 'never' }).allowedDomains).toBeUndefined();
	});
});

it.each([
	['abc', 'abc'],
	[' abc\n', 'abc'],
	['Bearer abc', 'abc'],
	[' bearer  abc ', 'abc'],
	['Bearerabc', 'Bearerabc'],
	['abc Bearer d', 'abc Bearer d'],
	[5, '5'],
	[undefined, ''],
])('tokenOf takes %j as %j', (accessToken, token) => {
	expect(tokenOf(accessToken)).toBe(token);
});

it.each([
	['https://logs.example.com', 'https://logs.example.com/api/v2'],
	['https://logs.example.com:8400/api/v2/', 'https://logs.example.com:8400/api/v2'],
	['HTTP://Logs.Example.com:80/API/V2', 'http://logs.example.com/api/v2'],
	[' http://10.0.0.1:8080/siem/logs// ', 'http://10.0.0.1:8080/siem/logs/api/v2'],
	['https://logs.example.com/siem///api/v2//', 'https://logs.example.com/siem/api/v2'],
	['https://logs.example.com/api/v2/siem', 'https://logs.example.com/api/v2/siem/api/v2'],
	['http://[::1]:8400', 'http://[::1]:8400/api/v2'],
	['https://logs.example.com/a@b', 'https://logs.example.com/a@b/api/v2'],
])('apiUrl finds the interface at %j', (baseUrl, url) => {
	expect(apiUrl(baseUrl)).toBe(url);
});

it.each([
	'',
	'logs.example.com',
	'//logs.example.com',
	'ftp://logs.example.com',
	'https://',
	'https://user@logs.example.com',
	'https://user:secret@logs.example.com',
	'https://logs.example.com?x=1',
	'https://logs.example.com/siem#x',
	'https://logs.example.com/si em',
	'https://logs.example.com\n/siem',
	'https://logs.example.com:99999',
	'see https://logs.example.com',
	undefined,
	{},
])('apiUrl refuses %j', (baseUrl) => {
	expect(() => apiUrl(baseUrl)).toThrow('must be an http or https address');
});
