import { expect, it } from '@jest/globals';

import { NotAQuery, parseQuery } from '../support/service/queryGrammar';

it.each([
	['*', []],
	['EVENTID=4625', [['EVENTID', '4625']]],
	['USERNAME = "a \\"b\\" \\\\ c"', [['USERNAME', 'a "b" \\ c']]],
	[
		'(A = "x AND C = 1" AND (B = ""))',
		[
			['A', 'x AND C = 1'],
			['B', ''],
		],
	],
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
