import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import { NotAQuery, parseQuery } from '../support/service/queryGrammar';

it.each([
	['*', []],
	['EVENTID = 4625', [['EVENTID', '4625']]],
	['EVENTID=4625', [['EVENTID', '4625']]],
	['USERNAME = "j doe"', [['USERNAME', 'j doe']]],
	['USERNAME = "a \\"b\\" \\\\ c"', [['USERNAME', 'a "b" \\ c']]],
	[
		'(SEVERITY = "critical" AND (TYPE = "x"))',
		[
			['SEVERITY', 'critical'],
			['TYPE', 'x'],
		],
	],
	[
		'(A = 1) AND (B = 2) AND C = ""',
		[
			['A', '1'],
			['B', '2'],
			['C', ''],
		],
	],
	['A = "x AND B = 1"', [['A', 'x AND B = 1']]],
])('a query %s is read', (query, expected) => {
	expect(parseQuery(query).map(({ field, value }) => [field, value])).toEqual(expected);
});

it.each([
	'',
	' ',
	'**',
	'A',
	'A =',
	'= 1',
	'A = 1 B = 2',
	'A = 1 OR B = 2',
	'A = 1 and B = 2',
	'A = 1 AND',
	'(A = 1',
	'A = 1)',
	'A = "open',
	'A = "b" "c"',
	'A = "b"c',
	'A = two words',
	'A != 1',
	'A > 1',
	'A.B = 1',
	'"A" = 1',
	'A = "\\n"',
	'()',
])('a query is not %s', (query) => {
	expect(() => parseQuery(query)).toThrow(NotAQuery);
});

it('a query holds any value that is quoted rightly', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (value) => {
			const quoted = value.replace(/["\\]/g, (sign) => `\\${sign}`);
			expect(parseQuery(`(F = "${quoted}") AND G = 1`)).toEqual([
				{ field: 'F', value },
				{ field: 'G', value: '1' },
			]);
		}),
	);
});
