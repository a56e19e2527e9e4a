import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import { InvalidParameterError } from '../../../../nodes/shared/parameters/invalidParameter';
import { joinConditions, quoteValue } from '../../../../nodes/shared/parameters/quote';

it.each([
	['a b', '"', '"a b"'],
	["O'Hara", '"', '"O\'Hara"'],
	['say "x"', "'", '\'say "x"\''],
	['(a AND b)', '"', '"(a AND b)"'],
] as const)('%j is put between %s', (value, quote, text) => {
	expect(quoteValue(value, quote, 'here')).toBe(text);
});

it.each([
	['a"b', '"', 'holds the quotation mark "'],
	["a'b", "'", "holds the quotation mark '"],
	['CORP\\jdoe', '"', 'holds a backslash'],
	['web*', '"', 'holds an asterisk, which may stand for any text'],
	['', '"', 'is empty'],
	['  ', "'", 'is empty'],
	['a\nb', '"', 'holds a control character'],
	['a\u0085', "'", 'holds a control character'],
] as const)('%j is refused between %s', (value, quote, reason) => {
	expect(() => quoteValue(value, quote, '"Conditions"')).toThrow(
		expect.objectContaining({
			constructor: InvalidParameterError,
			message: `A value in "Conditions" ${reason}`,
		}),
	);
});

it('no value ends its own quotation', () => {
	fc.assert(
		fc.property(fc.string(), fc.constantFrom('"', "'"), (value, quote) => {
			let text: string;
			try {
				text = quoteValue(value, quote, 'here');
			} catch (error) {
				expect(error).toBeInstanceOf(InvalidParameterError);
				return;
			}
			expect([text.slice(1, -1), text.indexOf(quote, 1)]).toEqual([value, text.length - 1]);
		}),
		{ seed: 12 },
	);
});

it('conditions are in parentheses, also a single one', () => {
	expect(joinConditions(['a'], 'OR')).toBe('(a)');
	expect(joinConditions(['a', 'b'], 'AND')).toBe('(a AND b)');
});
