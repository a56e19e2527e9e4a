import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { cleanAnswer, Redactor } from '../../../../nodes/shared/http/redact';
import { growthOf } from '../../../support/unit/growth';

const secret = 'canary/"q" <&\'ß€ =+';
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

const SPELLINGS: Record<string, string> = {
	'as it is': secret,
	'in JSON': inJson(secret),
	'in JSON with its slash escaped': inJson(secret).replaceAll('/', '\\/'),
	'in JSON that JSON quotes': inJson(inJson(secret)),
	'in JSON of ASCII that JSON quotes': inJson(
		inJson(secret).replace(
			/[<>&'=/\u0080-\uffff]/g,
			(c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
		),
	),
	'in a URL': encodeURIComponent(secret),
	'in a form': new URLSearchParams({ a: secret }).toString().slice(2),
	'in a URL in small letters': encodeURIComponent(secret).replace(/%../g, (c) => c.toLowerCase()),
	'in a URL that a URL quotes': encodeURIComponent(encodeURIComponent(secret)),
	'in HTML': inHtml(secret),
	'in HTML with its quotes escaped': inHtml(secret).replaceAll("'", '&#39;'),
	'in HTML of a JSON text': inHtml(inJson(secret)),
	'in a URL, each character': secret.replace(/./gu, (c) =>
		Buffer.from(c).reduce((all, byte) => `${all}%${byte.toString(16).padStart(2, '0')}`, ''),
	),
	'in a URL that keeps its signs': encodeURI(secret),
	'in HTML, each character': secret.replace(/./gu, (c) => `&#${c.codePointAt(0)};`),
	'in HTML with zeros': inHtml(secret).replaceAll("'", '&#039;').replaceAll('+', '&#x2B;'),
};

describe('a Redactor hides a secret', () => {
	it.each(Object.entries(SPELLINGS))('that is written %s', (_how, spelling) => {
		const text = new Redactor([secret]).text(`a ${spelling} b ${spelling}`);
		expect(text).toBe('a [hidden] b [hidden]');
	});

	it.each(['CorrectHorseBatteryStaple', '83920174659203847561'])('that is the word %s', (word) => {
		expect(new Redactor([word]).text(`a ${word} b`)).toBe('a [hidden] b');
	});

	it('of a thousand, in time that follows the text', () => {
		const redactor = new Redactor([]);
		for (let index = 0; index < 1000; index += 100) {
			const hundred = Array.from({ length: 100 }, (_none, n) => `pass ${index + n}/w&rd+`);
			redactor.add(hundred);
		}
		expect(redactor.text('a pass 7/w&rd+ pass%20%3999/w%26rd%2B')).toBe('a [hidden] [hidden]');
		const textOf = (length: number) => 'pÄs/w+p%C3'.repeat(length / 10);
		expect(growthOf(textOf, (text) => redactor.text(text))).toBeLessThan(2.5);
	});

	it.each(['', 'a', 'ab', 'abc'])('in base64, behind %j', (before) => {
		for (const form of [secret, encodeURIComponent(secret), inJson(secret)]) {
			const whole = Buffer.from(`${before}${form}:xyz`);
			for (const encoding of ['base64', 'base64url'] as const) {
				const text = new Redactor([secret]).text(`Basic ${whole.toString(encoding)}`);
				expect(text).toContain('[hidden]');
				expect(Buffer.from(text.replace('[hidden]', ''), encoding).toString()).not.toContain(
					'canary',
				);
			}
		}
	});

	it.each([64, 76])('in base64 with lines of %i characters', (columns) => {
		const whole = Buffer.from(`${'x'.repeat(40)}${secret}:xyz`).toString('base64');
		const lines = whole.replace(new RegExp(`.{${columns}}`, 'g'), '$&\r\n');
		const text = new Redactor([secret]).text(`Basic ${lines} and\nmore`);
		expect(text).toMatch(/^Basic [^[\s]+\[hidden\]\S+ and\nmore$/);
	});

	it('in each of several values, names and levels of an answer', () => {
		const answer = { data: [{ [`x${secret}`]: [secret, `y${secret}`] }, 7, null], a: secret };
		cleanAnswer(answer, new Redactor([secret, 'other-secret']));
		expect(answer).toEqual({
			data: [{ 'x[hidden]': ['[hidden]', 'y[hidden]'] }, 7, null],
			a: '[hidden]',
		});
	});

	it.each([
		['agent-7!secret', 'agent'],
		['agent-7!', 'agent-7!secret'],
	])('%s beside %s, which are a part of each other', (...secrets) => {
		const text = `x ${secrets.join(' y ')} password=agent z`;
		const shown = new Redactor([...secrets, 'agent']).text(text);
		expect(shown).not.toMatch(/7|secret|=agent/);
	});

	it.each(['pa%41ss&wor"d12', '100%25sure"&1', 'a&amp;b"1234/x'])(
		'that holds what may be decoded: %s',
		(own) => {
			for (const text of [inHtml(own), inJson(inJson(own)), inJson(encodeURIComponent(own))]) {
				expect(new Redactor([own]).text(`a ${text} b`)).toBe('a [hidden] b');
			}
		},
	);

	it('of any size that is allowed, with a thousand others', () => {
		const long = 'ß&%"'.repeat(1000);
		const redactor = new Redactor([long]);
		redactor.add(Array.from({ length: 1000 }, (_none, n) => `${n}-ß&%"`.repeat(100)));
		expect(redactor.text(`a ${long} b`)).toBe('a [hidden] b');
	});

	it('that begins as one that was added before it', () => {
		const redactor = new Redactor(['begins-alike']);
		redactor.add(Array.from({ length: 1000 }, (_none, n) => `begins-alike-${n}`));
		redactor.add(['begins-alike-and-ends']);
		expect(redactor.text('a begins-alike-and-ends b begins-alike-9.')).toBe(
			'a [hidden] b [hidden].',
		);
	});

	it.each(['secret-1234\n', 'secret\t-1234', ' secret-1234 '])('with blanks: %j', (own) => {
		const redactor = new Redactor([own]);
		for (const spelled of [own.trim(), inJson(own), inJson(inJson(own)), inHtml(inJson(own))]) {
			expect(redactor.text(`a ${spelled} b`)).not.toContain('1234');
		}
	});

	it('whatever its characters are', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 8, unit: 'binary' }), (any) => {
				fc.pre(/[^\w]/.test(any));
				expect(new Redactor([any]).text(any)).toBe('[hidden]');
			}),
		);
	});
});

describe('a Redactor changes nothing else', () => {
	const answer = {
		data: {
			summary: { total_agents: 1000, successful_additions: '1000', failed_deletions: 0 },
			title: 'success',
			detail: 'The agent installation started for 1000 agents',
		},
	};

	it.each(['agent', '1000', 'success', 'data', 'installation', 'total_agents', 'abc', ''])(
		'where the secret is the word %j',
		(word) => {
			const copy = structuredClone(answer);
			cleanAnswer(copy, new Redactor([word]));
			expect(copy).toEqual(answer);
		},
	);

	it.each(['count=1000', 'the "1000" is', "'1000'", 'tokens: 1000 of 9'])(
		'in a text that does not name it: %s',
		(text) => {
			expect(new Redactor(['1000']).text(text)).toBe(text);
		},
	);

	it('but such a word behind the name of a password', () => {
		const echo = {
			detail: 'Sent was {"password":"agent","n":1} or password=agent&n=1',
			agents: [{ password: 'agent', device_name: 'agent' }],
		};
		cleanAnswer(echo, new Redactor(['agent']));
		expect(echo).toEqual({
			detail: 'Sent was {"password":"[hidden]","n":1} or password=[hidden]&n=1',
			agents: [{ password: '[hidden]', device_name: 'agent' }],
		});
	});

	it('beside an entity of a number that no character has', () => {
		const text = '&#9999999; &#xffffff; &#115;ecret-token-1';
		expect(new Redactor(['secret-token-1']).text(text)).toBe('&#9999999; &#xffffff; [hidden]');
	});

	it('and takes a secret as text and not as a pattern', () => {
		expect(new Redactor(['a.b.c.d.e']).text('a.b.c.d.e axbxcxdxe $&')).toBe(
			'[hidden] axbxcxdxe $&',
		);
	});
});

describe('cleanAnswer', () => {
	it('drops __proto__, whose copy would be a prototype', () => {
		const answer: unknown = JSON.parse('{"data":[{"__proto__":{"polluted":1},"a":1}]}');
		cleanAnswer(answer, new Redactor([]));
		expect(JSON.stringify(answer)).toBe('{"data":[{"a":1}]}');
	});
});
