import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import {
	asRows,
	sameRows,
	type Gathered,
	type Gather,
} from '../../../../nodes/shared/files/rowBatch';
import { ROW_FORMATS } from '../../../../nodes/shared/files/formats';
import { asTexts } from '../../../../nodes/shared/files/serializeRows';

const [a, b, c] = [{ v: 'a' }, { v: 'b' }, { v: 'c' }];

const arriving = (rows: readonly IDataObject[]) => rows.map((row) => ({ row }));

const LISTS: Array<[IDataObject[], IDataObject[], boolean]> = [
	[[], [], false],
	[[a, b], [a, b], true],
	[[a, a, b], [a, a, b], true],
	[[a, b], [b, a], false],
	[[a, b], [a, c], false],
	[[a, b], [c, b], false],
	[[a, b], [a, b, c], false],
	[[a, b, c], [a, b], false],
	[[a, b], [], false],
	[[a], [a], false],
	[[a, a], [a, a], false],
	[[a, a, b], [a, a, a], false],
];

const repeats = <G extends Gathered>(
	gather: Gather<G>,
	rows: IDataObject[],
	before: IDataObject[],
) => gather(arriving(rows)).repeats(gather(arriving(before)));

describe('gathered rows', () => {
	it.each(LISTS)('%j after %j repeats it: %j', (rows, before, expected) => {
		expect(repeats(asRows, rows, before)).toBe(expected);
		expect(repeats(asTexts(ROW_FORMATS.ndjson), rows, before)).toBe(expected);
	});

	it('are what arrived', () => {
		expect(asRows(arriving([a, b, a]))).toMatchObject({ all: [a, b, a], length: 3 });
	});

	it('are compared row by row', () => {
		expect(sameRows([a, a], [a, a])).toBe(true);
		expect(sameRows([], [])).toBe(false);
		expect(sameRows([a, b], [a, a])).toBe(false);
		expect(sameRows([a], [a, a])).toBe(false);
	});
});

describe('rows as text', () => {
	const many = Array.from({ length: 250 }, (_none, index) => ({ n: index }));

	it.each([
		['ndjson', '\n'],
		['json', ',\n'],
	] as const)('is in pieces of a hundred rows: %s', (name, end) => {
		const { pieces, length } = asTexts(ROW_FORMATS[name])(arriving(many));
		expect(length).toBe(250);
		expect(pieces.map((piece) => piece.split(end).filter(Boolean).length)).toEqual([100, 100, 50]);
		expect(pieces.join(ROW_FORMATS[name].between).split(end).filter(Boolean)).toEqual(
			many.map((row) => JSON.stringify(row)),
		);
	});

	it('takes the text that a row arrived as, where there is one', () => {
		const gather = asTexts(ROW_FORMATS.ndjson);
		const { pieces } = gather([{ row: { n: 1 }, text: '{ "n" : 1.0 }' }, { row: { n: 2 } }]);
		expect(pieces).toEqual(['{ "n" : 1.0 }\n{"n":2}\n']);
	});

	it.each([
		[['b', 'a', 'c'], 'a', 'c'],
		[['c', 'b', 'a'], 'a', 'c'],
		[['a', 'b'], 'a', 'b'],
		[['a', 5, null, undefined], 'a', 'a'],
		[[5], undefined, undefined],
	])('of the times %j has the first and the last', (times, first, last) => {
		const rows = times.map((t) => ({ t }));
		expect(asTexts(ROW_FORMATS.ndjson, 't')(arriving(rows))).toMatchObject({
			firstTime: first,
			lastTime: last,
		});
		const untimed = asTexts(ROW_FORMATS.ndjson)(arriving(rows));
		expect([untimed.firstTime, untimed.lastTime]).toEqual([undefined, undefined]);
	});

	it('has columns where the format fixes them, those of the first rows that there are', () => {
		const gather = asTexts(ROW_FORMATS.csv);
		expect(gather([]).columns).toEqual([]);
		const first = gather(arriving([{ a: 1 }, { b: 2 }]));
		expect([first.columns, [...first.leftOut], first.pieces]).toEqual([
			['a', 'b'],
			[],
			['1,\r\n,2\r\n'],
		]);
		const second = gather(arriving([{ a: 3, c: 4 }]));
		expect([second.columns, [...second.leftOut], second.pieces]).toEqual([
			['a', 'b'],
			['c'],
			['3,\r\n'],
		]);
		const free = asTexts(ROW_FORMATS.ndjson)(arriving([a]));
		expect([free.columns, [...free.leftOut]]).toEqual([[], []]);
	});
});
