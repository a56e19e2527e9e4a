import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { filterBody } from '../../../../nodes/Alert/filters';
import { quotePattern, quoteValue } from '../../../../nodes/shared/parameters/quote';
import { InvalidParameterError } from '../../../../nodes/shared/parameters/invalidParameter';
import { parseQuery } from '../../../support/service/queryGrammar';

describe('quoted', () => {
	it.each([
		['a b', '"', '"a b"'],
		["O'Hara", '"', '"O\'Hara"'],
		['say "x"', "'", '\'say "x"\''],
		['(a AND b)', '"', '"(a AND b)"'],
	] as const)('puts %j between %s', (value, quote, text) => {
		expect(quoteValue(value, quote, 'here')).toBe(text);
	});

	it.each([
		['a"b', '"', 'holds the quotation mark "'],
		["a'b", "'", "holds the quotation mark '"],
		['a\\', '"', 'holds a backslash'],
		['CORP\\jdoe', '"', 'holds a backslash'],
		['C:\\logs', "'", 'holds a backslash'],
		['web*', '"', 'holds an asterisk, which may stand for any text'],
		['', '"', 'is empty'],
		['  ', "'", 'is empty'],
		['a\nb', '"', 'holds a control character'],
		['a\u0000', "'", 'holds a control character'],
		['a\u0085', "'", 'holds a control character'],
	] as const)('refuses %j between %s', (value, quote, reason) => {
		expect(() => quoteValue(value, quote, '"Conditions"')).toThrow(InvalidParameterError);
		expect(() => quoteValue(value, quote, '"Conditions"')).toThrow(
			`A value in "Conditions" ${reason}`,
		);
	});

	it('never lets a value end its own quotation', () => {
		fc.assert(
			fc.property(fc.string(), fc.constantFrom('"', "'"), (value, quote) => {
				let text: string;
				try {
					text = quoteValue(value, quote, 'here');
				} catch (fault) {
					expect(fault).toBeInstanceOf(InvalidParameterError);
					return;
				}
				expect(text.slice(1, -1)).toBe(value);
				expect(text.indexOf(quote, 1)).toBe(text.length - 1);
			}),
		);
	});
});

describe('a pattern between quotation marks', () => {
	it.each([
		['^4\\d+$', "'^4\\d+$'"],
		["it's", "'it\\x27s'"],
		["it\\'s", "'it\\x27s'"],
		["it\\\\'s", "'it\\\\\\x27s'"],
		['.*', "'.*'"],
	])('keeps the meaning of %s', (pattern, text) => {
		expect(quotePattern(pattern, 'here')).toBe(text);
	});

	it('matches what the given one matches', () => {
		const sign = fc.constantFrom("'", "\\'", '\\\\', 'a', '.', "[']", "[\\']", '\\d');
		const subject = fc.array(fc.constantFrom("'", '\\', 'a', '1'), { maxLength: 6 });
		fc.assert(
			fc.property(fc.array(sign, { minLength: 1 }), subject, (signs, characters) => {
				const pattern = `${signs.join('')}$`;
				const text = quotePattern(pattern, 'here');
				expect(text.slice(1, -1)).not.toContain("'");
				const [given, quoted] = [pattern, text.slice(1, -1)].map((one) => new RegExp(one));
				expect(quoted?.test(characters.join(''))).toBe(given?.test(characters.join('')));
			}),
			{ seed: 12 },
		);
	});

	it.each([
		['', 'is empty'],
		['a\\', 'ends with a backslash'],
		['a\\\\', 'ends with a backslash'],
		['a\nb', 'holds a control character'],
	])('is refused as %j', (pattern, reason) => {
		expect(() => quotePattern(pattern, '"Conditions"')).toThrow(
			`A value in "Conditions" ${reason}`,
		);
	});
});

const field = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,10}$/);
const value = fc.string().filter((text) => !/["\\*\p{Cc}]/u.test(text) && text.trim() !== '');

it('a query built from rows is read by the service as the rows were meant', () => {
	const rows = fc.array(fc.record({ field, value }), { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(rows, (meant) => {
			const { query = '' } = filterBody({ filters: { conditions: { condition: meant } } });
			expect(parseQuery(query)).toEqual(meant);
		}),
	);
});
