import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { fileOutputOf } from '../../../../nodes/Alert/exportFile';
import { ROW_FORMATS } from '../../../../nodes/shared/files/rowFormats';

const { csv, excel, ndjson } = ROW_FORMATS;
const START = { now: 0, zone: 'UTC' };

it.each<[cell: string, value: IDataObject[string]]>([
	['', undefined],
	['', null],
	['true', true],
	['-1e-7', -1e-7],
	['"a,b"', 'a,b'],
	['"a,""b"', 'a,"b'],
	['"{""a"":1}"', { a: 1 }],
	// Numbers are no formulas.
	['+1.5', '+1.5'],
	['2026-01-01', '2026-01-01'],
	// What begins as a formula is text.
	...['=', '+', '-', '@', '＝', '＋', '－', '＠', '\0=', '\u200b=', '\ufeff=', ' =', '\u00a0='].map(
		(sign): [string, string] => [`'${sign}1+1`, `${sign}1+1`],
	),
	['"\'\t=1"', '\t=1'],
	// Quotes keep what follows a separator in the cell.
	['"a;=1"', 'a;=1'],
])('a cell of a table is %j for %j', (cell, value) => {
	expect(csv.row({ a: value, b: 1 }, ['a', 'b'])).toBe(`${cell},1\r\n`);
});

it('a table has a header, whose names are cells too', () => {
	expect(csv.header(['Time', '=a', 'b,c'])).toBe('Time,\'=a,"b,c"\r\n');
	expect(csv.header([])).toBe('');
	expect(excel.header([])).toBe('');
	expect(excel.row({ a: 'a;b', b: 'c, 1' }, ['a', 'b'])).toBe('"a;b";"c, 1"\r\n');
});

it('a line of NDJSON is the row as it is', () => {
	expect(ndjson.row({ a: '=1', b: [1] })).toBe('{"a":"=1","b":[1]}\n');
});

it.each([
	['../../etc/passwd', '-..-etc-passwd'],
	['C:\\temp\\week', 'C-temp-week'],
	['alerts 2026/01/31', 'alerts 2026-01-31'],
	['a\0b\r\nc\u202etxt', 'abctxt'],
	['name. .', 'name'],
	[' .name', 'name'],
	['..', 'alerts-1970-01-01-000000'],
	[undefined, 'alerts-1970-01-01-000000'],
])('a file name is one that every file system allows: %j', (fileName, name) => {
	const choice = {
		format: 'csv',
		maxFileSize: 2,
		...(fileName === undefined ? {} : { fileName }),
	} as const;
	expect(fileOutputOf(choice, START)).toEqual({
		columns: expect.not.arrayContaining(['time_utc']),
		format: csv,
		name,
		field: 'data',
		maxBytes: 2_000_000,
	});
});
