import { expect, it } from '@jest/globals';
import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { ROW_FORMATS } from '../../../../nodes/shared/files/rowFormats';
import { FileWriter, type FileSettings } from '../../../../nodes/shared/files/writeFiles';
import type { RowPages } from '../../../../nodes/shared/pagination/pages';

const { csv, ndjson } = ROW_FORMATS;
const DATABASE = 'database:1';
const FILE_STORE = 'filesystem-v2:1';

async function* pagesOf(lists: Iterable<IDataObject[]>): RowPages {
	await Promise.resolve();
	for (const list of lists) yield { rows: list };
}

const SETTINGS: FileSettings = {
	...{ format: ndjson, name: 'x', columns: [], maxBytes: Infinity, field: 'a' },
};

/** Makes a writer where n8n gives every file this id, and reads each file as n8n does. */
function makeWriter(id?: string) {
	const stored: Array<{ text: string; streamed: boolean; name: string; type: string }> = [];
	const prepareBinaryData = async (
		body: Buffer | AsyncIterable<Buffer>,
		name: string,
		type: string,
	): Promise<IBinaryData> => {
		const streamed = !Buffer.isBuffer(body);
		let text = streamed ? '' : body.toString();
		if (streamed) for await (const piece of body) text += piece.toString();
		stored.push({ text, streamed, name, type });
		return { data: '', mimeType: type, ...(id === undefined ? {} : { id }) };
	};
	return { writer: new FileWriter({ prepareBinaryData }), stored };
}

async function written(
	lists: Iterable<IDataObject[]>,
	{ id, ...settings }: Partial<FileSettings> & { id?: string | undefined } = {},
) {
	const { writer, stored } = makeWriter(id);
	const { files, missing } = await writer.write(pagesOf(lists), { ...SETTINGS, ...settings });
	const contents = files.map(({ bytes, recordCount: records }) => ({ bytes, records }));
	return { contents, missing, stored: stored.slice(1) };
}

const rows = (count: number): IDataObject[] => Array.from({ length: count }, () => ({ n: 1 }));
const ROW = '{"n":1}\n'.length;

it.each([
	[4 * ROW, [4, 4, 2]],
	[4 * ROW - 1, [2, 2, 2, 2, 2]],
	[1, [2, 2, 2, 2, 2]],
	[Infinity, [10]],
])('files of at most %d bytes end where a page ends', async (maxBytes, records) => {
	const five = Array.from({ length: 5 }, () => rows(2));
	const { contents, stored } = await written(five, { maxBytes });
	expect(contents).toEqual(records.map((count) => ({ bytes: count * ROW, records: count })));
	expect(stored.map(({ name, type }) => [name, type])).toEqual(
		records.map((_count, index) => [
			index === 0 ? 'x.ndjson' : `x-${index + 1}.ndjson`,
			'application/x-ndjson',
		]),
	);
});

it.each([FILE_STORE, DATABASE])('a file holds all rows in order: %s', async (id) => {
	const numbered = Array.from({ length: 12_345 }, (_none, n) => ({ n, text: 'ü漢字'.repeat(20) }));
	const { contents, stored } = await written([[], numbered, [], [{ n: -1 }], []], { id });
	const text = [...numbered, { n: -1 }].map((row) => `${JSON.stringify(row)}\n`).join('');
	expect(stored.map((file) => file.text)).toEqual([text]);
	expect(contents).toEqual([{ bytes: Buffer.byteLength(text), records: 12_346 }]);
});

it('the files of one run have different names, and one probe finds where n8n keeps them', async () => {
	const { writer, stored } = makeWriter();
	for (const [format, name] of [
		[ndjson, 'x-2'],
		[ndjson, 'X'],
		[csv, 'x'],
	] as const) {
		const settings = { ...SETTINGS, format, name, maxBytes: 1 };
		await writer.write(pagesOf([rows(1), rows(1)]), settings);
	}
	expect(stored.map(({ name }) => name)).toEqual([
		...['empty', 'x-2.ndjson', 'x-2-2.ndjson', 'X.ndjson', 'X-3.ndjson', 'x.csv', 'x-2.csv'],
	]);
});

it.each([FILE_STORE, DATABASE])(
	'without rows there is one file, with the documented columns: %s',
	async (id) => {
		const { contents, stored } = await written([[]], { id, format: csv, columns: ['a', 'b'] });
		expect(contents).toEqual([{ bytes: 5, records: 0 }]);
		expect(stored.map(({ text }) => text)).toEqual(['a,b\r\n']);
	},
);

it('a table has the documented columns in their order, even if the first page does not fill them', async () => {
	const first = { time: undefined, a: 1, b: undefined, other: undefined, key: 2 };
	const lists = [[first], [{ ...first, b: 3, other: 4 }]];
	const { missing, stored } = await written(lists, { format: csv, columns: ['a', 'b', 'key'] });
	expect(stored.map(({ text }) => text)).toEqual(['a,b,key\r\n1,,2\r\n1,3,2\r\n']);
	expect(missing).toEqual([expect.stringContaining('first page did not have: other.')]);
});

it('each file of a table has the header, with the fields of the first page', async () => {
	const lists = [[{ a: 1, none: undefined }, { b: 2 }], [{ c: 3, a: 4 }]];
	const { missing, stored, contents } = await written(lists, { format: csv, maxBytes: 1 });
	expect(stored.map(({ text }) => text)).toEqual(['a,b\r\n1,\r\n,2\r\n', 'a,b\r\n4,\r\n']);
	expect(contents.map(({ bytes }) => bytes)).toEqual([13, 9]);
	expect(missing).toEqual([expect.stringContaining('first page did not have: c.')]);
});

const LARGE = 1_000_000;

it.each([
	[FILE_STORE, Infinity, [38], true],
	[FILE_STORE, 9.5 * LARGE, [9, 9, 9, 9, 2], true],
	[DATABASE, Infinity, [31, 7], false],
	[DATABASE, 9.5 * LARGE, [9, 9, 9, 9, 2], false],
	[undefined, Infinity, [31, 7], false],
])(
	'where the id of a file is %j, files of at most %d bytes hold %j MB',
	async (id, maxBytes, records, streamed) => {
		const lists = Array.from({ length: 38 }, () => [{ v: 'x'.repeat(LARGE) }]);
		const { contents, stored } = await written(lists, { maxBytes, id });
		expect(contents.map((each) => each.records)).toEqual(records);
		expect(stored.map((file) => file.streamed)).toEqual(records.map(() => streamed));
		expect(stored.map(({ text }) => text.length)).toEqual(contents.map(({ bytes }) => bytes));
	},
);

it('the pages are closed if a file cannot be written', async () => {
	let isClosed = false;
	async function* endless(): RowPages {
		try {
			for (;;) yield await Promise.resolve({ rows: rows(1) });
		} finally {
			isClosed = true;
		}
	}
	const prepareBinaryData = async (body: unknown) =>
		Buffer.isBuffer(body)
			? await Promise.resolve({ id: FILE_STORE, data: '', mimeType: '' })
			: await Promise.reject(new Error('The disk is full'));
	const writing = new FileWriter({ prepareBinaryData }).write(endless(), SETTINGS);
	await expect(writing).rejects.toThrow('The disk is full');
	expect(isClosed).toBe(true);
});
