import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { JsonObject } from '../../../../nodes/shared/json';
import { silentPages } from '../../../../nodes/shared/operation/silentPages';
import { listPages, readWholeList } from '../../../../nodes/shared/pagination/list';
import { areSameRows, collectRows } from '../../../../nodes/shared/pagination/pages';
import type { ServiceAccess } from '../../../../nodes/shared/pagination/pages';
import { scriptedService } from '../../../support/unit/scriptedService';
import { THINGS } from '../../../support/unit/things';

const QUERY = { domain: 'corp' };
const SINGLE = { ...THINGS, isPaged: false };
const some = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_none, at) => ({ id: from + at }));

/** What a list gives until its end, or until the consumer has enough. */
async function read(
	answer: (query: Record<string, unknown>, index: number) => JsonObject,
	maxRows = Infinity,
) {
	const { service, asked } = scriptedService(({ query = {} }, index) => answer(query, index));
	const { rows, missing } = await collectRows(listPages(service, THINGS, QUERY, maxRows));
	return { rows, missing, queries: asked.map(({ query }) => query) };
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
		[
			'reads small pages if a total counts one of them',
			250,
			{ most: 100, total: 100 },
			Infinity,
			[1, 2, 3],
		],
		['ends with an empty page', 0, {}, Infinity, [1]],
		['stops at the limit of the user', 5000, {}, 1200, [1, 2]],
		['requests no more rows than the user takes', 5000, {}, 20, [1]],
	])('%s', async (_what, count, service, wanted, pages) => {
		const { rows, missing, queries } = await read(serving(count, service), wanted);
		const limit = Math.min(wanted, 1000);
		expect(queries).toEqual(pages.map((page) => ({ domain: 'corp', page, limit })));
		expect(rows.slice(0, wanted)).toEqual(some(Math.min(count, wanted)));
		expect(missing).toEqual([]);
	});

	it('knows a full page by the limit of the service, if the first page is larger', async () => {
		const { rows } = await read(({ page }) => ({
			data: { rows: some([150, 100, 10][Number(page) - 1] ?? 0, Number(page) * 1000) },
			meta: { limit: 100 },
		}));
		expect(rows).toHaveLength(260);
	});

	it('misses a row if the count falls while the list is read', async () => {
		const { missing } = await read(({ page }) => ({
			data: { rows: some(page === 1 ? 1000 : page === 2 ? 500 : 0) },
			meta: { total: page === 1 ? 1501 : 1500 },
		}));
		expect(missing).toEqual([expect.stringContaining('counts 1501 records and served 1500')]);
	});

	it('refuses a page that equals the one before it', async () => {
		const repeated = read(() => ({ data: { rows: some(1000) } }));
		await expect(repeated).rejects.toThrow('page 2 repeats the page before it');
	});

	it('says that the service serves no page beyond 1,000', async () => {
		const endless = await read((_query, at) => ({
			data: { rows: some(1, at), meta: { total: 9999 } },
		}));
		expect(endless.rows.length).toBe(1000);
		expect(endless.missing[0]).toMatch(/^Only 1000 records were read/);
	});
});

it.each([undefined, null, 'text', [1], {}])(
	'rows that are %j are an unexpected answer',
	async (rows) => {
		const reading = read(() => ({ data: { rows } }));
		await expect(reading).rejects.toThrow('it holds no list of records');
	},
);

describe('silentPages', () => {
	const NOW = Date.parse('2026-05-01T12:00:00Z');
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
		const pages = silentPages(service, THINGS, { page: 2 }, 1, NOW);
		await expect(pages.next()).rejects.toThrow(
			'Page and From cannot be combined with Silent for at Least',
		);
	});

	it('keeps what was silent so long, and what has no time', async () => {
		const rows = times.map(([name, at]) => ({ name, at }));
		const { service, notes } = scriptedService(() => ({ data: { rows } }));
		const zoned = { ...service, timeZone: 'Asia/Kolkata' };
		const kept = times.flatMap(([name, at, isKept]) => (isKept ? [{ name, at }] : []));
		const list = { ...SINGLE, timeField: 'at' };
		const { rows: silent } = await collectRows(silentPages(zoned, list, {}, 1, NOW));
		expect(silent).toEqual(kept);
		expect(notes).toEqual([
			'The at of 3 things is not a time, or is in the future, for example of "no time". They are kept. Check Time Zone of the Service in the credential',
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

it('a list without pages counts its own rows', async () => {
	const { service } = scriptedService(() => ({ data: { rows: some(3) } }));
	expect((await listPages(service, SINGLE).next()).value).toMatchObject({ total: 3 });
});
