import { expect, it } from '@jest/globals';

import { redact } from '../../../../nodes/shared/http/redact';

const secret = 'p/"q"';
const inJson = JSON.stringify(secret).slice(1, -1);

it.each([
	['as it is', secret],
	['in a URL', encodeURIComponent(secret)],
	['in JSON', inJson],
	['in JSON with its slash escaped', inJson.replaceAll('/', '\\/')],
	['in JSON that JSON quotes', JSON.stringify(inJson).slice(1, -1)],
	[
		'in JSON with its slash escaped that JSON quotes',
		JSON.stringify(inJson).slice(1, -1).replaceAll('/', '\\/'),
	],
])('redact hides a secret that is written %s', (_how, spelling) => {
	expect(redact(`a ${spelling} b ${spelling}`, [secret])).toBe('a [hidden] b [hidden]');
});

it('redact hides each of several secrets', () => {
	expect(redact('token-1 and token-2', ['token-1', 'token-2'])).toBe('[hidden] and [hidden]');
});

it('redact leaves what is shorter than four characters, as a part of ordinary words', () => {
	expect(redact('abcd abc', ['abcd', 'abc', ''])).toBe('[hidden] abc');
});

it('redact takes a secret as text and not as a pattern', () => {
	expect(redact('a.b.c axbxc $&', ['a.b.c'])).toBe('[hidden] axbxc $&');
});
