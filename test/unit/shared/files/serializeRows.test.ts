import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { fileOutputOf, notInTable } from '../../../../nodes/shared/files/fileOptions';
import { ROW_FORMATS, RowSerializer } from '../../../../nodes/shared/files/serializeRows';

const many = Array.from({ length: 250 }, (_none, index) => ({ n: index }));

it.each([
	['ndjson', '\n'],
	['json', ',\n'],
] as const)('rows as text are in pieces of a hundred rows: %s', (name, end) => {
	const rows = new RowSerializer(ROW_FORMATS[name]).serialize(many);
	const pieces = [...rows.pieces];
	expect(rows.length).toBe(250);
	expect(pieces.map((piece) => piece.split(end).filter(Boolean).length)).toEqual([100, 100, 50]);
	expect(pieces.join('').split(end).filter(Boolean)).toEqual(
		many.map((row) => JSON.stringify(row)),
	);
});

it.each([
	[['b', 'a', 'c'], 'a', 'c'],
	[['c', 'b', 'a'], 'a', 'c'],
	[['a', 'b'], 'a', 'b'],
	[['a', 5, null, undefined], 'a', 'a'],
	[[5], undefined, undefined],
])('rows as text of the times %j tell the first and the last', (times, firstTime, lastTime) => {
	const rows = times.map((t) => ({ t }));
	expect(new RowSerializer(ROW_FORMATS.ndjson, 't').serialize(rows)).toMatchObject({
		firstTime,
		lastTime,
	});
	const untimed = new RowSerializer(ROW_FORMATS.ndjson).serialize(rows);
	expect([untimed.firstTime, untimed.lastTime]).toEqual([undefined, undefined]);
});

it('rows as text have columns where the format fixes them, those of the first page that has rows', () => {
	const serializer = new RowSerializer(ROW_FORMATS.csv);
	const serialized = (...rows: IDataObject[]) => {
		const { pieces, ...rest } = serializer.serialize(rows);
		return { ...rest, pieces: [...pieces] };
	};
	expect(serialized()).toMatchObject({ columns: [], pieces: [] });
	expect(serialized({ a: 1 }, { b: 2 })).toMatchObject({
		columns: ['a', 'b'],
		pieces: ['1,\r\n,2\r\n'],
	});
	expect(serialized({ a: 3, c: 4 })).toMatchObject({
		columns: ['a', 'b'],
		pieces: ['3,\r\n'],
	});
	expect([...serializer.leftOut]).toEqual(['c']);
	const lines = new RowSerializer(ROW_FORMATS.ndjson);
	expect(lines.serialize([{ v: 'a' }])).toMatchObject({ columns: [] });
	expect(lines.leftOut.size).toBe(0);
});

it.each([
	['=1+1', "'=1+1"],
	['+1+1', "'+1+1"],
	['@SUM(A1)', "'@SUM(A1)"],
	['-2+3', "'-2+3"],
	[' =1', "' =1"],
	['-5', '-5'],
	['+49', '+49'],
	['a=1', 'a=1'],
	['a,b', '"a,b"'],
	['"', '""""'],
	['é ü 中', 'é ü 中'],
	[null, ''],
	[true, 'true'],
	[{ a: 1 }, '"{""a"":1}"'],
])('rows as text show %j in a table as %j', (v, shown) => {
	const { pieces } = new RowSerializer(ROW_FORMATS.csv).serialize([{ v, w: 1 }]);
	expect([...pieces]).toEqual([`${shown},1\r\n`]);
});

const cellOf = (value: IDataObject[string]): string => {
	const [text] = new RowSerializer(ROW_FORMATS.csv).serialize([{ a: value }]).pieces;
	return text?.replace(/\r\n$/, '') ?? '';
};

it.each([
	...['=', '+', '-', '@', '＝', '＋', '－', '＠'].map((sign) => `${sign}1+1`),
	...['\0', '\u200b', '\ufeff', ' ', '\u00a0'].map((before) => `${before}=1+1`),
])('a cell that begins as a formula is text: %j', (value) => {
	expect(cellOf(value)).toBe(`'${value}`);
});

it('a table has five hundred columns at most', () => {
	const rows = Array.from({ length: 2000 }, (_none, n) => ({ [`a${n}`]: n }));
	const serializer = new RowSerializer(ROW_FORMATS.csv);
	const { columns } = serializer.serialize(rows);
	expect([columns.length, serializer.leftOut.size]).toEqual([500, 500]);
});

it.each([
	[20, / a19\. Choose/],
	[21, / a19, … and 1 more\. Choose/],
])('a message names twenty columns of %d that are missing', (count, message) => {
	expect(notInTable(Array.from({ length: count }, (_none, n) => `a${n}`))).toMatch(message);
});

it.each([
	['\t=1', '"\'\t=1"'],
	['\r=1', '"\'\r=1"'],
	['\n=1', '"\'\n=1"'],
	['a;=1+1', '"a;\'=1+1"'],
	['a\t＝1+1', '"a\t\'＝1+1"'],
	['a; = 1+1', '"a; \'= 1+1"'],
	['a;\u200b=1', '"a;\u200b\'=1"'],
	['a\n -1', '"a\n \'-1"'],
	['a\n - b', '"a\n - b"'],
	['a\t-\r\nb', '"a\t-\r\nb"'],
	['a,"b', '"a,""b"'],
])('a cell that a separator could divide is quoted: %j', (value, cell) => {
	expect(cellOf(value)).toBe(cell);
});

it.each([['-5'], ['+1.5'], [7], [-7], [-1e-7], [-2.5e21], ['a=1'], ['2026-01-01']])(
	'a cell stays as it is: %j',
	(value) => {
		expect(cellOf(value)).toBe(String(value));
	},
);

it.each([
	['week', /^week$/],
	['../../etc/passwd', /^passwd$/],
	['C:\\temp\\week', /^week$/],
	['a\0b\r\nc\u202etxt', /^abctxt$/],
	['..', /^alerts-\d/],
	['x'.repeat(500), /^x{200}$/],
])('a file name has no folder and no control characters: %j', (fileName, name) => {
	const file = fileOutputOf(
		{ format: 'csv', fileName },
		{ nouns: 'alerts', timeField: 'Time' },
		{ now: 0, zone: 'UTC' },
	);
	expect(file?.name).toMatch(name);
});
