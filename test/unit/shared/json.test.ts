import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseJson, pick, toItemJson, toId, toJson } from '../../../nodes/shared/json';

const past53 = fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n - 1n });

describe('parseJson', () => {
	it.each([
		['{"id":9007199254740991}', { id: 9007199254740991 }],
		['{"id":9007199254740993}', { id: '9007199254740993' }],
		['{"id":12345678901234567890.5}', { id: 12345678901234567890.5 }],
		[
			'[1700000000000000001,0.12345678901234567,-0.12345678901234567,1e-0000000000000001]',
			['1700000000000000001', 0.12345678901234567, -0.12345678901234567, 0.1],
		],
		['{"1700000000000000001":1}', { '1700000000000000001': 1 }],
		['["1700000000000000001 1700000000000000001"]', ['1700000000000000001 1700000000000000001']],
	])('reads %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	it('reads a text without large integers as JSON.parse does', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				fc.pre(!/\d{16}/.test(text));
				expect(parseJson(text)).toEqual(JSON.parse(text));
			}),
		);
	});

	it('keeps every digit of a large integer in any place, and every text around it', () => {
		fc.assert(
			fc.property(past53, fc.string(), fc.constantFrom('', ' ', '\n\t'), (id, words, space) => {
				const text = `{"words":${JSON.stringify(words)},${space}"id"${space}:${space}${id}${space},"ids":[${id},${space}-${id}],"last":${id}}`;
				expect(parseJson(text)).toEqual({
					words,
					id: String(id),
					ids: [String(id), `-${id}`],
					last: String(id),
				});
			}),
		);
	});

	it.each(['', '{', '<html>', '{"id":17000000000000000', 'undefined'])(
		'refuses what is not JSON: %j',
		(text) => {
			expect(() => parseJson(text)).toThrow(SyntaxError);
		},
	);
});

it('toJson writes as JSON.stringify does', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(toJson(value as Parameters<typeof toJson>[0])).toBe(JSON.stringify(value));
		}),
	);
});

it('toJson writes a bigint as an integer and leaves undefined members out', () => {
	expect(toJson({ id: 1_700_000_000_000_000_001n, ids: [-5n], gone: undefined, none: null })).toBe(
		'{"id":1700000000000000001,"ids":[-5],"none":null}',
	);
});

describe('toId', () => {
	it.each([
		[0, 0],
		[1042, 1042],
		['1042', 1042],
		[' 1042\n', 1042],
		['007', 7],
		['9007199254740991', Number.MAX_SAFE_INTEGER],
		['9007199254740992', 9007199254740992n],
		['1700000000000000001', 1_700_000_000_000_000_001n],
		[5n, 5n],
		[0n, 0n],
	])('takes %p', (value, id) => {
		expect(toId(value)).toBe(id);
	});

	it.each([
		...[-5, -5n, 1.5, 2 ** 53, NaN, Infinity, null, undefined, true, {}, [5]],
		...['', ' ', '1.0', '-1', '1e3', '0x10', 'abc', '1'.repeat(31)],
	])('refuses %p', (value) => {
		expect(toId(value)).toBeUndefined();
	});
});

it('an ID in an item is a number, or its digits if a number would round it', () => {
	const id = 1_700_000_000_000_000_001n;
	expect(toItemJson({ id, small: 5, gone: undefined, list: [id] })).toEqual({
		...{ id: String(id), small: 5, list: [String(id)] },
	});
	expect(toItemJson({ name: 'a', gone: undefined })).toStrictEqual({ name: 'a' });
	expect(pick(['none', 'gone'], { none: null, gone: undefined })).toStrictEqual({ none: null });
});
