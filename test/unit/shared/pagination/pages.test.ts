import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { JsonObject } from '../../../../nodes/shared/json';
import {
	listPaginator,
	mayHaveNextPage,
	readWholeList,
} from '../../../../nodes/shared/pagination/list';
import {
	areSameRows,
	type Paginator,
	type ServiceAccess,
} from '../../../../nodes/shared/pagination/pages';
import { keepSilentRows } from '../../../../nodes/shared/operation/silentRows';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { scriptedService } from '../../../support/unit/scriptedService';
import { THINGS } from '../../../support/unit/things';

const request: ApiRequest = { method: 'GET', path: '/things', query: { domain: 'corp' } };
const SINGLE = { ...THINGS, isPaged: false };
const some = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_none, at) => ({ id: from + at }));

/** What a list gives until its end, or until the consumer has enough. */
async function read(
	paginator: Paginator,
	answer: (query: Record<string, unknown>, index: number) => JsonObject,
	wanted = Infinity,
) {
	const { service, asked } = scriptedService(({ query = {} }, index) => answer(query, index));
	const counted: Array<[total: number | undefined, requestsLeft: number]> = [];
	const onCount = (total: number | undefined, left: number) => void counted.push([total, left]);
	const watched = { ...service, onCount };
	const pages = paginator(watched, request, wanted);
	const rows: IDataObject[] = [];
	for (let page = await pages.next(); ; page = await pages.next()) {
		if (page.done === true) {
			const queries = asked.map(({ query }) => query);
			return { rows, issues: page.value.issues, queries, counted };
		}
		rows.push(...page.value);
	}
}

/** A service that serves `count` rows by page and limit, and counts them. */
const serving =
	(
		count: number,
		{
			total = count,
			most = 1000,
			meta = {},
		}: { total?: unknown; most?: number; meta?: object } = {},
	) =>
	({ page, limit }: Record<string, unknown>): JsonObject => {
		const size = Math.min(Number(limit), most);
		const start = (Number(page) - 1) * size;
		return {
			data: {
				rows: some(Math.max(0, Math.min(size, count - start)), start),
				meta: { total, ...meta },
			},
		};
	};

it('a page that only begins as the page before it is another page', () => {
	expect(areSameRows(some(1), some(2))).toBe(false);
});

describe('pages', () => {
	it.each([
		['ends after a page that is not full', 1500, {}, Infinity, [1, 2]],
		['reads on after a full page without a total', 1000, { total: 'x' }, Infinity, [1, 2]],
		['goes on while the total says more', 250, { most: 100 }, Infinity, [1, 2, 3]],
		['reads small pages without a total', 260, { most: 100, total: null }, Infinity, [1, 2, 3]],
		['takes one more page without a total', 200, { most: 100, total: null }, Infinity, [1, 2, 3]],
		[
			'believes the rows rather than a limit that is only repeated',
			260,
			{ most: 100, total: null, meta: { limit: 1000 } },
			Infinity,
			[1, 2, 3],
		],
		[
			'knows a full page by the limit of the service, if its total is of the page',
			150,
			{ most: 100, total: 100, meta: { limit: 100 } },
			Infinity,
			[1, 2],
		],
		['ends with an empty page', 0, {}, Infinity, [1]],
		['stops at the limit of the user', 5000, {}, 1200, [1, 2]],
		['requests no more rows than the user takes', 5000, {}, 20, [1]],
	])('%s', async (_what, count, service, wanted, pages) => {
		const { rows, issues, queries } = await read(
			listPaginator(THINGS),
			serving(count, service),
			wanted,
		);
		const limit = Math.min(wanted, 1000);
		expect(queries).toEqual(pages.map((page) => ({ domain: 'corp', page, limit })));
		expect(rows.slice(0, wanted)).toEqual(some(Math.min(count, wanted)));
		expect(issues).toEqual([]);
	});

	it('goes on while pages are as large as the limit of the service, although the first one was larger', () => {
		const position = { page: 2, limit: 1000, pageRows: 100, readCount: 250 };
		expect(mayHaveNextPage({ limit: 100 }, position)).toBe(true);
	});

	it('announces no requests beyond the limit of the user', async () => {
		const { counted } = await read(listPaginator(THINGS), serving(5000), 1200);
		expect(counted).toEqual([
			[5000, 1],
			[5000, 0],
		]);
	});

	it('misses a row if the count falls while the list is read', async () => {
		const { issues } = await read(listPaginator(THINGS), ({ page }) => ({
			data: { rows: some(page === 1 ? 1000 : page === 2 ? 500 : 0) },
			meta: { total: page === 1 ? 1501 : 1500 },
		}));
		expect(issues).toEqual([expect.stringContaining('counts 1501 records and served 1500')]);
	});

	it('refuses a page that equals the one before it', async () => {
		const repeated = read(listPaginator(THINGS), () => ({ data: { rows: some(1000) } }));
		await expect(repeated).rejects.toThrow('page 2 repeats the page before it');
	});

	it('says that the service serves no page beyond 1,000', async () => {
		const endless = await read(listPaginator(THINGS), (_query, at) => ({
			data: { rows: some(1, at), meta: { total: 9999 } },
		}));
		expect(endless.rows.length).toBe(1000);
		expect(endless.issues[0]).toMatch(/^Only 1000 records were read/);
	});
});

it.each([undefined, null, 'text', [1], {}])(
	'rows that are %j are an unexpected answer',
	async (rows) => {
		const reading = read(listPaginator(THINGS), () => ({ data: { rows } }));
		await expect(reading).rejects.toThrow('it holds no list of records');
	},
);

describe('silentRows', () => {
	const now = Date.parse('2026-05-01T12:00:00Z');
	/** Last events, and whether they were an hour ago, or cannot be judged. */
	const times: ReadonlyArray<[name: string, at: string, isKept: boolean]> = [
		['two hours ago', '2026-05-01T10:00:00Z', true],
		['an hour ago', '2026-05-01T11:00:00.000Z', true],
		['a second less', '2026-05-01T11:00:01Z', false],
		['in another zone', '2026-05-01T12:30:00+02:00', true],
		['in the zone of the credential', '2026-05-01 16:30:00', true],
		['never', '', true],
		['never in words', 'Never', true],
		['no time', 'soon', true],
		['a quarter of an hour ahead', '2026-05-01T12:15:00Z', false],
		['a second more', '2026-05-01T12:15:01Z', true],
		['years ahead', '2031-05-01T12:00:00Z', true],
	];

	it('refuses a page that the user names, of which rows are left out', async () => {
		const { service } = scriptedService(() => ({}));
		const pages = keepSilentRows(THINGS, 'at', 1);
		await expect(pages(service, { ...request, query: { page: 2 } }, 1).next()).rejects.toThrow(
			'Page and From cannot be combined with Silent for at Least',
		);
	});

	it('keeps what was silent so long by the clock of the service, and what has no time', async () => {
		const rows = times.map(([name, at]) => ({ name, at }));
		const { service, notes } = scriptedService(() => ({ data: { rows } }));
		const dated = {
			...service,
			timeZone: 'Asia/Kolkata',
			send: async (each: ApiRequest) => ({ ...(await service.send(each)), date: now }),
		};
		const pages = keepSilentRows(SINGLE, 'at', 1)(dated, request, 1);
		const kept = times.flatMap(([name, at, isKept]) => (isKept ? [{ name, at }] : []));
		expect((await pages.next()).value).toEqual(kept);
		expect((await pages.next()).done).toBe(true);
		expect(notes).toEqual([
			'The at of 3 things is not a time, or is in the future (no time: "soon"). They are kept. Check Time Zone of the Service in the credential',
		]);
	});
});

it('the responses of a list that is read whole have 500 MB at most', async () => {
	const readWhole = async (...sizes: number[]) => {
		const { service } = scriptedService(({ query = {} }) => serving(3000)(query));
		const send: ServiceAccess['send'] = async (each) => ({
			...(await service.send(each)),
			size: sizes.shift() ?? 0,
		});
		return await readWholeList({ ...service, send }, THINGS);
	};
	expect(await readWhole(200_000_000, 300_000_000, 0)).toHaveLength(3000);
	await expect(readWhole(200_000_000, 300_000_000, 1)).rejects.toMatchObject({
		kind: 'incomplete',
		message: 'The responses to GET /things exceed 500 MB in total',
	});
});
