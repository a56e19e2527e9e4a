import { expect, it } from '@jest/globals';

import { apiUrl, serverOf } from '../../../../nodes/shared/http/connection';
import { growthOf } from '../../../support/unit/growth';

it.each([
	['https://logs.example.com', 'https://logs.example.com/api/v2'],
	['https://logs.example.com/', 'https://logs.example.com/api/v2'],
	['https://logs.example.com:8400/api/v2', 'https://logs.example.com:8400/api/v2'],
	['https://logs.example.com/api/v2/', 'https://logs.example.com/api/v2'],
	['https://logs.example.com/API/V2', 'https://logs.example.com/api/v2'],
	[' http://10.0.0.1:8080/siem/logs// ', 'http://10.0.0.1:8080/siem/logs/api/v2'],
	['https://logs.example.com/siem/api/v2', 'https://logs.example.com/siem/api/v2'],
	['https://logs.example.com/siem///api/v2//', 'https://logs.example.com/siem/api/v2'],
	['https://logs.example.com/api/v2/x', 'https://logs.example.com/api/v2/x/api/v2'],
	['HTTPS://Logs.Example.com', 'https://Logs.Example.com/api/v2'],
	['http://[::1]:8400', 'http://[::1]:8400/api/v2'],
	['https://logs.example.com/api/v2/siem', 'https://logs.example.com/api/v2/siem/api/v2'],
	['https://logs.example.com/a@b', 'https://logs.example.com/a@b/api/v2'],
])('apiUrl finds the interface at %j', (baseUrl, url) => {
	expect(apiUrl(baseUrl)).toBe(url);
});

it.each([
	'',
	' ',
	'logs.example.com',
	'//logs.example.com',
	'ftp://logs.example.com',
	'file:///etc/passwd',
	'https://',
	'https://user@logs.example.com',
	'https://user:secret@logs.example.com',
	'https://logs.example.com?x=1',
	'https://logs.example.com/#x',
	'https://logs.example.com/siem?x=1',
	'https://logs.example.com/siem#x',
	'https://logs.example.com/si em',
	'https://logs.example.com\n/siem',
	'https://logs.example.com:99999',
	'https://a b',
	'see https://logs.example.com',
	undefined,
	5,
	{},
])('apiUrl refuses %j', (baseUrl) => {
	expect(() => apiUrl(baseUrl)).toThrow('must be an http or https address');
});

it('serverOf is the same however an address is written', () => {
	expect(serverOf('http://SERVER.test.:80/api/v2')).toBe(serverOf('http://server.test/api/v2'));
});

it('an address takes time that follows its length', () => {
	const slashes = (length: number) => `http://h${'/'.repeat(length)}x`;
	expect(growthOf(slashes, apiUrl)).toBeLessThan(2.5);
});
