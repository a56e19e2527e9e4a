import { describe, expect, it } from '@jest/globals';

import { hideSecret } from '../../../nodes/shared/secrets';
import { asText, quote, shortText } from '../../../nodes/shared/texts';

it('strings and numbers are read as text, and nothing else', () => {
	const texts = ['a', 5, 5n, null, undefined, {}, true].map(asText);
	expect(texts).toEqual(['a', '5', '5', '', '', '', '']);
});

it.each([
	['a', '"a"'],
	['a\r\n\u202eb\u2067c', '"a b c"'],
	[42, '"42"'],
	[undefined, '""'],
])('%j is quoted as %s', (value, text) => {
	expect(quote(value)).toBe(text);
});

it('of a long value, some hundred characters are quoted, and no half of one', () => {
	const hundred = 'a'.repeat(100);
	expect([hundred, `${hundred}${hundred}`, `${hundred.slice(1)}😀`].map(quote)).toEqual([
		`"${hundred}"`,
		`"${hundred}…"`,
		`"${hundred.slice(1)} …"`,
	]);
});

describe('a message', () => {
	it.each<[secrets: string[], text: string, shown: string]>([
		[['canary-token'], 'Bearer canary-token, canary-token', 'Bearer [hidden], [hidden]'],
		[['a"b\\c\n'], 'as JSON: {"password":"a\\"b\\\\c\\n"}', 'as JSON: {"password":"[hidden]"}'],
		[['a/b+c d='], '?password=a%2Fb%2Bc%20d%3D&x', '?password=[hidden]&x'],
		[['pass', 'password'], 'a password', 'a [hidden]'],
		[['$&$1'], 'is $&$1', 'is [hidden]'],
		[['\ud800secret'], 'is %EF%BF%BDsecret', 'is [hidden]'],
		// Too many words contain a shorter one.
		[['abc', '    ', ''], 'abc    abc', 'abc    abc'],
	])('hides %j in %j', (secrets, text, shown) => {
		secrets.forEach(hideSecret);
		expect(shortText(text)).toBe(shown);
	});

	it('shows no part of a secret that ends after the shown text', () => {
		const secret = 'canary-token-of-24-chars';
		hideSecret(secret);
		for (let length = 0; length < 30; length += 1) {
			expect(quote(`${'.'.repeat(length)}${secret.repeat(20)}`)).not.toMatch(/canary|token/);
		}
	});

	it('hides the thousand secrets that were sent last', () => {
		hideSecret('secret-first');
		hideSecret('secret-again');
		for (let index = 0; index < 999; index += 1) hideSecret(`secret+${index}`);
		hideSecret('secret-again');
		hideSecret('secret-last');
		expect(shortText('secret-first, secret-again, secret+998, secret-last')).toBe(
			'secret-first, [hidden], [hidden], [hidden]',
		);
	});
});
