import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import { filterBody } from '../../../nodes/alerts/filters';
import { InvalidParameterError } from '../../../nodes/shared/parameters/invalidParameter';

const queryOf = (...condition: Array<{ field: string; value: string }>): string | undefined =>
	filterBody({ filters: { conditions: { condition } } }).query;

const queryFor = (value: string): string | undefined => queryOf({ field: 'TYPE', value });

it('more than 100 profiles are refused', () => {
	const profile_ids = Array.from({ length: 101 }, (_none, id) => id);
	expect(() => filterBody({ filters: { profile_ids } })).toThrow('has 101 profiles');
	const allowed = profile_ids.slice(1);
	expect(filterBody({ filters: { profile_ids: allowed } }).profile_ids).toEqual(allowed);
});

it('conditions are in parentheses, also a single one', () => {
	expect(queryFor("O'Hara")).toBe('(TYPE = "O\'Hara")');
	expect(queryOf({ field: 'TYPE', value: '(a AND b)' }, { field: 'A.1', value: 'c' })).toBe(
		'(TYPE = "(a AND b)" AND A.1 = "c")',
	);
});

it.each([
	['EVENTID', '1102'],
	['eventid', '1102'],
	['EVENTID', '4625'],
])('two values for one field are refused: EVENTID 4625 and %j %s', (field, value) => {
	expect(() =>
		queryOf({ field: 'EVENTID', value: '4625' }, { field: 'TYPE', value: 'a' }, { field, value }),
	).toThrow('Conditions has more than one value for EVENTID');
});

it.each(['a"b', 'CORP\\jdoe', 'web*', 'a\nb', 'a\u0085'])(
	'the value %j is refused in a condition',
	(value) => {
		expect(() => queryFor(value)).toThrow(
			expect.objectContaining({
				constructor: InvalidParameterError,
				message: 'A value in Conditions holds ", \\, * or a control character',
			}),
		);
	},
);

it('no value ends its own quotation', () => {
	fc.assert(
		fc.property(fc.string(), (value) => {
			let query: string | undefined;
			try {
				query = queryFor(value);
			} catch (error) {
				expect(error).toBeInstanceOf(InvalidParameterError);
				return;
			}
			expect(query).toBe(`(TYPE = "${value}")`);
			expect(value).not.toContain('"');
		}),
		{ seed: 12 },
	);
});
