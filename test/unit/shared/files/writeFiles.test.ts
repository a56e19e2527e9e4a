import { describe, expect, it } from '@jest/globals';
import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { writeRowFiles } from '../../../../nodes/shared/files/writeFiles';
import { ROW_FORMATS } from '../../../../nodes/shared/files/serializeRows';
import { useBinaryStore } from '../../../support/harness/harness';
import { documented } from '../../../support/service/switches';
import { useService } from '../../../support/service/useService';
import { exportAlerts, numbersIn, rowsIn, texts, upTo } from '../../../support/export/exported';

const service = useService({ switches: documented.switches });

it.each(['memory', 'files'] as const)(
	'a file has the bytes that were counted where n8n keeps files in %s',
	async (store) => {
		await useBinaryStore(store);
		const run = await exportAlerts(service);
		const [item] = run.outputs[0] ?? [];
		const [text = ''] = await texts(run);
		expect(numbersIn(rowsIn(text))).toEqual(upTo(60));
		expect(Buffer.byteLength(text)).toBe((item?.json['details'] as IDataObject)['bytes']);
	},
);

async function* pages(lists: Iterable<IDataObject[]>): AsyncGenerator<IDataObject[]> {
	await Promise.resolve();
	yield* lists;
}

describe('the files', () => {
	/** What n8n is asked to keep, read as it reads it; `id` is that of every file that it keeps. */
	const keeping = (id?: string) => {
		const asked: Array<{ body: Buffer; streamed: boolean; name: string; type: string }> = [];
		const prepareBinaryData = async (
			given: Buffer | AsyncIterable<Buffer>,
			name: string,
			type: string,
		): Promise<IBinaryData> => {
			const pieces = [];
			if (Buffer.isBuffer(given)) pieces.push(given);
			else for await (const piece of given) pieces.push(piece);
			asked.push({ body: Buffer.concat(pieces), streamed: given !== pieces[0], name, type });
			return { data: '', mimeType: type, ...(id !== undefined && { id }) };
		};
		const context = { helpers: { prepareBinaryData } } as unknown as IExecuteFunctions;
		return { context, asked };
	};
	const rows = (count: number): IDataObject[] => Array.from({ length: count }, () => ({ n: 1 }));
	const settings = { format: ROW_FORMATS.ndjson, name: 'x', maxBytes: Infinity };
	const ROW = '{"n":1}\n'.length;

	it.each([
		[4 * ROW, [4, 4, 2]],
		[4 * ROW - 1, [2, 2, 2, 2, 2]],
		[1, [2, 2, 2, 2, 2]],
		[Infinity, [10]],
	])('of %d bytes at most end where a page ends', async (maxBytes, records) => {
		const { context, asked } = keeping();
		const { files } = await writeRowFiles(
			context,
			pages(Array.from({ length: 5 }, () => rows(2))),
			{ ...settings, maxBytes },
		);
		expect(files.map(({ contents }) => contents)).toMatchObject(
			records.map((count) => ({ bytes: count * ROW, records: count, pages: count / 2 })),
		);
		expect(files[0]?.contents).not.toHaveProperty('firstTime');
		expect(asked.map(({ name }) => name)).toEqual(
			records.map((_count, index) => (index === 0 ? 'x.ndjson' : `x-${index + 1}.ndjson`)),
		);
	});

	it('tell what they hold, and leave out pages without rows', async () => {
		const { context, asked } = keeping();
		const lists = [[], [{ t: 'b' }, { t: 'a' }], [], [{ t: 'd' }, { t: 5 }, { u: 'c' }], []];
		const { files, leftOut } = await writeRowFiles(context, pages(lists), {
			...settings,
			timeField: 't',
		});
		const text = '{"t":"b"}\n{"t":"a"}\n{"t":"d"}\n{"t":5}\n{"u":"c"}\n';
		expect(files.map(({ contents }) => contents)).toEqual([
			{
				bytes: text.length,
				records: 5,
				pages: 2,
				firstTime: 'a',
				lastTime: 'd',
			},
		]);
		expect(leftOut).toEqual([]);
		expect(asked).toEqual([
			{
				body: Buffer.from(text),
				streamed: false,
				name: 'x.ndjson',
				type: 'application/x-ndjson',
			},
		]);
	});

	it.each([4999, 5000, 5001, 12_000])(
		'hold all rows of a page of %i, which counts once, and of the one after it',
		async (count) => {
			const { context, asked } = keeping();
			const numbered = Array.from({ length: count }, (_none, n) => ({ n }));
			const lists = [numbered, [], [{ n: -1 }]];
			const { files } = await writeRowFiles(context, pages(lists), settings);
			expect(files.map(({ contents }) => contents)).toMatchObject([
				{ records: count + 1, pages: 2 },
			]);
			const lines = asked.map(({ body }) => body.toString()).join('');
			expect(lines).toBe(lists.flatMap((list) => list.map(({ n }) => `{"n":${n}}\n`)).join(''));
		},
	);

	it('tell which fields came too late for a column', async () => {
		const table = { ...settings, format: ROW_FORMATS.csv };
		const lists = [[{ a: 1 }], [{ a: 2, b: 3 }, { c: undefined }]];
		const { leftOut } = await writeRowFiles(keeping().context, pages(lists), table);
		expect(leftOut).toEqual(['b']);
	});

	it.each([
		[['b'], ['a'], ['c']],
		[['c'], ['b'], ['a']],
		[['a'], ['b'], ['c']],
	])('tell the first and the last time of pages of %j, %j and %j', async (...times) => {
		const lists = times.map((page) => page.map((t) => ({ t })));
		const timed = { ...settings, timeField: 't' };
		const { files } = await writeRowFiles(keeping().context, pages(lists), timed);
		expect(files[0]?.contents).toMatchObject({ firstTime: 'a', lastTime: 'c' });
	});

	it.each([
		['csv', ''],
		['json', '[\n\n]\n'],
		['ndjson', ''],
	] as const)('are one where there are no rows: %s', async (format, text) => {
		const { context, asked } = keeping();
		const { files } = await writeRowFiles(context, pages([]), {
			...settings,
			format: ROW_FORMATS[format],
		});
		expect(files.map(({ contents }) => contents)).toEqual([
			{ bytes: text.length, records: 0, pages: 0 },
		]);
		expect(asked.map(({ body }) => body.toString())).toEqual([text]);
	});

	it('have the head of a table once each', async () => {
		const { context, asked } = keeping();
		const table = { ...settings, format: ROW_FORMATS.csv, maxBytes: 1 };
		await writeRowFiles(context, pages([rows(2), rows(1)]), table);
		expect(asked.map(({ body }) => body.toString())).toEqual(['n\r\n1\r\n1\r\n', 'n\r\n1\r\n']);
	});

	it.each([[[100]], [[101]], [[200, 1]], [[1, 100, 3]]])(
		'are one JSON array of pages of %j rows',
		async (counts) => {
			const { context, asked } = keeping();
			const format = ROW_FORMATS.json;
			const lists = pages(counts.map(rows));
			const { files } = await writeRowFiles(context, lists, { ...settings, format });
			const text = String(asked[0]?.body);
			expect(JSON.parse(text)).toEqual(counts.flatMap(rows));
			expect(files[0]?.contents.bytes).toBe(text.length);
		},
	);

	const LARGE = 1_000_000;
	const large = (count = 19) =>
		pages(Array.from({ length: count }, () => [{ v: 'x'.repeat(LARGE) }]));

	it('are written as they come where n8n stores files, which is asked once', async () => {
		const { context, asked } = keeping('filesystem-v2:1');
		const { files } = await writeRowFiles(context, large(), {
			...settings,
			maxBytes: 9.5 * LARGE,
		});
		const probe = { body: Buffer.alloc(0), streamed: false, name: 'empty', type: 'text/plain' };
		expect(asked[0]).toEqual(probe);
		expect(files.map(({ contents }) => contents.records)).toEqual([9, 9, 1]);
		expect(asked.map(({ streamed }) => streamed)).toEqual([false, true, true, false]);
		expect(asked.slice(1).map(({ body }) => body.length)).toEqual(
			files.map(({ contents }) => contents.bytes),
		);
	});

	it.each([
		[undefined, 9.5 * LARGE, [9, 9, 1]],
		['database:filesystem', 9.5 * LARGE, [9, 9, 1]],
		[undefined, Infinity, [31, 7]],
	])(
		'are held in memory, 32 MB each at most, where the id of a file is %j and a file may have %d bytes',
		async (id, maxBytes, records) => {
			const { context, asked } = keeping(id);
			const { files } = await writeRowFiles(context, large(maxBytes === Infinity ? 38 : 19), {
				...settings,
				maxBytes,
			});
			expect(files.map(({ contents }) => contents.records)).toEqual(records);
			expect(asked.filter(({ streamed }) => streamed)).toEqual([]);
		},
	);
});

/** Rows that never end, and whether they were closed. */
const endless = () => {
	const state = { isClosed: false };
	async function* source(): AsyncGenerator<IDataObject[]> {
		try {
			for (let number = 1; ; number++) {
				yield await Promise.resolve([{ v: 'x'.repeat(1_000_000), number }]);
			}
		} finally {
			state.isClosed = true;
		}
	}
	return { state, pages: source() };
};

it('the source of the pages is closed where a file cannot be written', async () => {
	const { state, pages } = endless();
	const prepareBinaryData = () => Promise.reject(new Error('The disk is full'));
	const context = { helpers: { prepareBinaryData } } as unknown as IExecuteFunctions;
	const settings = { format: ROW_FORMATS.ndjson, name: 'x', maxBytes: 2_000_000 };
	await expect(writeRowFiles(context, pages, settings)).rejects.toThrow('The disk is full');
	expect(state.isClosed).toBe(true);
});
