import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { dataOf, type JsonObject } from '../../../../nodes/shared/json';
import {
	extractRows,
	pageIncrement,
	type Paginator,
	singlePage,
} from '../../../../nodes/shared/pagination/paginate';
import { ApiError } from '../../../../nodes/shared/http/apiError';
import type { ApiRequest, ApiResponse } from '../../../../nodes/shared/http/request';
import type { Service } from '../../../../nodes/shared/pagination/service';
import { pick } from '../../../../nodes/shared/pagination/columns';
import { scriptedService } from '../../../support/unit/scriptedService';

type Meta = 'true' | 'absent' | 'pageCount' | 'tooLarge' | 'text';

interface Served {
	rows: number;
	/** The most rows of a page, even for a larger limit. */
	cap?: number;
	meta?: Meta;
	/** Whether meta is beside data instead of inside it. */
	beside?: boolean;
	/** A page that is answered with the rows of the page before it. */
	repeats?: number;
	/** Serves all rows to every request. */
	ignores?: boolean;
}

const request: ApiRequest = {
	method: 'GET',
	path: '/log-sources',
	scope: 'logsources.READ',
	query: { domain_name: 'corp' },
};
const rowsOf = Object.assign((body: JsonObject): unknown => dataOf(body).rows, {
	countedBy: 'total_things',
});
const allRows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_none, id) => ({ id }));

const total = (meta: Meta, all: number, inPage: number): number | string =>
	({
		true: all,
		absent: 0,
		pageCount: inPage,
		tooLarge: all + 1000 + inPage,
		text: String(all),
	})[meta];

/** A service that serves rows by page and limit, or by from and limit, and what it was asked. */
function serving({
	rows,
	cap = 1000,
	meta = 'true',
	beside = false,
	repeats,
	ignores = false,
}: Served) {
	const all = allRows(rows);
	return scriptedService(({ query = {} }) => {
		const limit = Math.min(Number(query.limit), cap);
		const page = Number(query.page) === repeats ? Number(query.page) - 1 : Number(query.page);
		const start = query.from === undefined ? (page - 1) * limit : Number(query.from) - 1;
		const served = ignores ? all : all.slice(start, start + limit);
		const said = meta === 'absent' ? {} : { meta: { total: total(meta, rows, served.length) } };
		return beside ? { data: { rows: served }, ...said } : { data: { rows: served, ...said } };
	});
}

/** The rows that a consumer gets who stops at `wanted`. */
async function read(
	pager: Paginator,
	service: Parameters<Paginator>[0],
	wanted = Infinity,
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const page of pager(service, request, wanted)) {
		rows.push(...page);
		if (rows.length >= wanted) break;
	}
	return rows.slice(0, wanted);
}

const counts = (count: number, served: number) =>
	`The service counts ${count} records and served ${served}. If the list was changing, read it again`;

describe('pageIncrement', () => {
	it.each<[Served, number, number, notes?: string[]]>([
		[{ rows: 0 }, Infinity, 1],
		[{ rows: 1 }, Infinity, 1],
		[{ rows: 999 }, Infinity, 1],
		[{ rows: 10 }, Infinity, 2],
		[{ rows: 1000 }, Infinity, 2],
		[{ rows: 1001 }, Infinity, 2],
		[{ rows: 2000 }, Infinity, 3],
		[{ rows: 2500 }, Infinity, 3],
		[{ rows: 2500 }, 50, 1],
		[{ rows: 2500 }, 1000, 1],
		[{ rows: 2500 }, 1500, 2],
		[{ rows: 35, meta: 'absent' }, Infinity, 2],
		[{ rows: 35, meta: 'absent' }, 35, 1],
		[{ rows: 35, meta: 'pageCount' }, Infinity, 1],
		[{ rows: 35, meta: 'tooLarge' }, Infinity, 2, [counts(1035, 35)]],
		[{ rows: 35, cap: 10 }, Infinity, 4],
		[{ rows: 35, cap: 10, meta: 'absent' }, Infinity, 5],
		[{ rows: 35, cap: 10, meta: 'pageCount' }, Infinity, 4],
		[{ rows: 40, cap: 10, meta: 'pageCount' }, Infinity, 5],
		[{ rows: 35, cap: 10 }, 20, 2],
		[{ rows: 35, beside: true }, Infinity, 1],
		[{ rows: 35, ignores: true }, Infinity, 1],
		[{ rows: 40, ignores: true }, Infinity, 2],
		[{ rows: 35, ignores: true, meta: 'absent' }, Infinity, 2],
	])('reads %j up to %d in %i requests', async (served, wanted, requests, expected = []) => {
		const { service, asked, notes } = serving(served);
		expect(await read(pageIncrement(rowsOf), service, wanted)).toEqual(
			allRows(served.rows).slice(0, wanted),
		);
		expect([asked.length, notes]).toEqual([requests, expected]);
	});

	const pages = (limit: number, ...numbers: number[]) => numbers.map((page) => ({ page, limit }));
	const records = (...numbers: number[]) => numbers.map((from) => ({ from, limit: 1000 }));

	it.each<[string, Served, { page?: number; from?: number }, number, number, object[]]>([
		['the largest page', { rows: 1200 }, {}, Infinity, 0, pages(1000, 1, 2)],
		['no more than is wanted', { rows: 1200 }, {}, 7, 0, pages(7, 1)],
		[
			'records from a record on',
			{ rows: 35, cap: 10 },
			{ from: 6 },
			Infinity,
			5,
			records(6, 16, 26, 36),
		],
		['a page of the wanted size', { rows: 100 }, { page: 3 }, 20, 40, pages(20, 3)],
		[
			'pages after the last record to begin at',
			{ rows: 2500 },
			{ from: 500 },
			Infinity,
			499,
			[...records(500), ...pages(1000, 2, 3)],
		],
	])('asks for %s, with the filters', async (_what, served, start, wanted, first, expected) => {
		const { service, asked } = serving(served);
		expect(await read(pageIncrement(rowsOf, start), service, wanted)).toEqual(
			allRows(served.rows).slice(first).slice(0, wanted),
		);
		expect(asked.map(({ query }) => query)).toEqual(
			expected.map((query) => ({ domain_name: 'corp', ...query })),
		);
	});

	it.each([
		[{ rows: 47 }, { page: 3 }, 20, 1],
		[{ rows: 50 }, { page: 3 }, 20, 2],
		[{ rows: 47 }, { from: 41 }, 20, 1],
		[{ rows: 48, cap: 7 }, { from: 41 }, 20, 2],
	])('counts from where it begins: %j, %j', async (served, start, wanted, requests) => {
		const { service, asked, notes } = serving(served);
		const rows = await read(pageIncrement(rowsOf, start), service, wanted);
		expect(rows).toEqual(allRows(served.rows).slice(40));
		expect([asked.length, notes]).toEqual([requests, []]);
	});

	it('ends with the rows that are wanted, also for a consumer that goes on', async () => {
		const { service, asked } = serving({ rows: 100, cap: 10 });
		const pages = [];
		for await (const page of pageIncrement(rowsOf)(service, request, 20)) pages.push(page.length);
		expect([pages, asked.length]).toEqual([[10, 10], 2]);
	});

	it.each<[Served, number, number[][]]>([
		[{ rows: 35 }, Infinity, [[35, 0]]],
		[{ rows: 35, meta: 'text' }, Infinity, [[35, 0]]],
		[{ rows: 35, meta: 'absent' }, Infinity, []],
		[
			{ rows: 2500 },
			1500,
			[
				[2500, 1],
				[2500, 0],
			],
		],
	])(
		'tells the count of the service and the pages to come: %j up to %d',
		async (served, wanted, counts) => {
			const { service } = serving(served);
			const told: number[][] = [];
			const counted = (...count: number[]) => void told.push(count);
			await read(pageIncrement(rowsOf), { ...service, counted }, wanted);
			expect(told).toEqual(counts);
		},
	);

	it.each<Served>([
		{ rows: 2500, repeats: 2 },
		{ rows: 1000, ignores: true },
		{ rows: 40, ignores: true, meta: 'tooLarge' },
	])(
		'stops at a page that repeats the one before it, where more may follow: %j',
		async (served) => {
			const { service, asked } = serving(served);
			await expect(read(pageIncrement(rowsOf), service)).rejects.toMatchObject({
				message:
					'The service answered GET /log-sources in an unexpected way: page 2 repeats the page before it',
			});
			expect(asked.length).toBe(2);
		},
	);

	it('looks for what one count says, and promises what both say', async () => {
		const meta = { total: 3, total_things: 900 };
		const { service, asked, notes } = scriptedService(({ query }) => ({
			data: { rows: query?.page === 1 ? allRows(3) : [], meta },
		}));
		const counted: number[] = [];
		const listening = { ...service, counted: (count: number) => void counted.push(count) };
		expect(await read(pageIncrement(rowsOf), listening)).toEqual(allRows(3));
		expect([asked.length, notes, counted]).toEqual([2, [], [3, 3]]);
	});

	it.each([
		[{ page: 999 }, { rows: 2_000_000 }, 2],
		[{ from: 1000 }, { rows: 10_000, cap: 5 }, 801],
	])('notes that it ends at the last page, from %j on', async (start, served, requests) => {
		const { service, asked, notes } = serving(served);
		const rows = await read(pageIncrement(rowsOf, start), service);
		expect(asked.length).toBe(requests);
		expect(notes).toEqual([
			`Only ${rows.length} records were read: the service serves no page beyond 1000. Narrow the filters to reach the others`,
		]);
	});

	it('reads all rows once and in order, with any meta, size of pages and start', async () => {
		const start = fc.oneof(
			fc.constantFrom({}, { page: 2 }),
			fc.record({ from: fc.integer({ min: 1, max: 1000 }) }),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.nat(2000),
				fc.constantFrom(1000, 100, 30),
				fc.constantFrom<Meta>('true', 'absent', 'pageCount', 'tooLarge'),
				fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 1500 })),
				start,
				async (rows, cap, meta, wanted, begin: { page?: number; from?: number }) => {
					const { service, asked } = serving({ rows, cap, meta });
					const size = Math.min(wanted, cap);
					const first = begin.page === undefined ? (begin.from ?? 1) - 1 : (begin.page - 1) * size;
					expect(await read(pageIncrement(rowsOf, begin), service, wanted)).toEqual(
						allRows(rows).slice(first).slice(0, wanted),
					);
					// What both mean together is not documented, and neither goes beyond 1000.
					for (const { page, from: record } of asked.map(({ query = {} }) => query)) {
						expect([page, record].filter((bound) => bound !== undefined)).toHaveLength(1);
						expect(Number(page ?? record)).toBeLessThanOrEqual(1000);
					}
				},
			),
			{ seed: 12, numRuns: 150 },
		);
	});
});

it.each([
	{},
	{ data: null },
	{ data: { rows: 'a' } },
	{ data: { rows: [null] } },
	{ data: { rows: [[1]] } },
	{ data: { rows: 'a', meta: { total: 0 } } },
])('extractRows refuses an answer without a list of records: %j', (body) => {
	expect(() => extractRows(body, rowsOf, request)).toThrow(ApiError);
});

it.each([
	{ data: { meta: { total: 0 } } },
	{ data: { rows: null }, meta: { total_items: 0 } },
	{ data: { meta: { total_things: 0 } } },
])(
	'extractRows takes a missing list for an empty one where the service counts none: %j',
	(body) => {
		expect(extractRows(body, rowsOf, request)).toEqual([]);
	},
);

const pager = singlePage(rowsOf);
const row = { b: null, a: 1, c: 3 };
const listing = (meta: JsonObject = {}) =>
	scriptedService(() => ({ data: { rows: [row, {}], meta } }));

it.each<[JsonObject | undefined, string[]]>([
	[{ count: 2 }, []],
	[{ count: '3' }, []],
	[undefined, []],
	[{ count: 3 }, [counts(3, 2)]],
])('reads a list that one answer holds, and notes another count: %j', async (meta, said) => {
	const { service, notes } = listing(meta);
	expect(await read(pager, service)).toEqual([row, {}]);
	expect(notes).toEqual(said);
});

it('keeps the named fields, in their order', () => {
	expect(JSON.stringify(pick(['a', 'b', 'x'], row))).toBe('{"a":1,"b":null}');
	expect(pick(['c', 'x'], row)).toStrictEqual({ c: 3 });
});

describe('pages that the first one promises', () => {
	/** A service of which each page is answered when the test says so. */
	function answering(rows: number) {
		const waiting = new Map<number, (answer: ApiResponse | Error) => void>();
		const all = allRows(rows);
		const answerOf = (page: number): ApiResponse => ({
			body: {
				data: { rows: all.slice((page - 1) * 1000, page * 1000), meta: { total: rows } },
			},
			date: undefined,
		});
		const service: Service = {
			send: async ({ query = {} }) =>
				await new Promise((resolve, reject) => {
					waiting.set(Number(query.page), (answer) => {
						if (answer instanceof Error) reject(answer);
						else resolve(answer);
					});
				}),
			pause: () => Promise.resolve(),
			note: () => undefined,
		};
		const settled = async () => {
			for (let turn = 0; turn < 20; turn++) await Promise.resolve();
		};
		const answer = async (page: number, error?: Error) => {
			waiting.get(page)?.(error ?? answerOf(page));
			waiting.delete(page);
			await settled();
		};
		return { service, answer, settled, sent: () => [...waiting.keys()] };
	}

	const readAll = (service: Service, wanted = Infinity) => {
		const ids: unknown[] = [];
		const end = (async () => {
			for await (const page of pageIncrement(rowsOf, { pagesAtOnce: 3 })(
				service,
				request,
				wanted,
			)) {
				ids.push(...page.map(({ id }) => id));
			}
		})();
		return { ids, end };
	};

	it('are on their way together, and their rows come in order', async () => {
		const { service, answer, settled, sent } = answering(4500);
		const { ids, end } = readAll(service);
		await settled();
		expect(sent()).toEqual([1]);
		await answer(1);
		expect(sent()).toEqual([2, 3, 4]);
		await answer(4);
		await answer(3);
		expect(ids).toHaveLength(1000);
		await answer(2);
		expect(sent()).toEqual([5]);
		await answer(5);
		await end;
		expect(ids).toEqual(allRows(4500).map(({ id }) => id));
	});

	it('are not sent beyond the rows that are wanted', async () => {
		const { service, answer, settled, sent } = answering(9000);
		const { ids, end } = readAll(service, 1500);
		await settled();
		await answer(1);
		expect(sent()).toEqual([2]);
		await answer(2);
		await end;
		expect(ids).toHaveLength(2000);
	});

	it('end the list at the page that is refused', async () => {
		const { service, answer, settled, sent } = answering(4500);
		const { ids, end } = readAll(service);
		const refused = expect(end).rejects.toThrow('the second');
		await settled();
		await answer(1);
		await answer(3, new Error('the third'));
		await answer(2, new Error('the second'));
		await refused;
		expect(ids).toHaveLength(1000);
		expect(sent()).toEqual([4]);
	});
});
