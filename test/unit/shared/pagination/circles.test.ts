import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { alertPages } from '../../../../nodes/Alert/alertPages';
import { bulkExport } from '../../../../nodes/Alert/bulk/bulkExport';
import type { JsonObject } from '../../../../nodes/shared/json';
import { pageIncrement } from '../../../../nodes/shared/pagination/paginate';
import { scriptedService } from '../../../support/unit/scriptedService';

const REQUEST = { method: 'POST', path: '/alerts', body: { query: '*' } } as const;
const BULK = { method: 'GET', path: '/alerts/bulk' } as const;
const ORDER = { requestId: 'b', page: 1, waitMs: 0 };

/** Ten rows, the same for the same name. */
const rowsOf = (page: string): IDataObject[] =>
	Array.from({ length: 10 }, (_none, row) => ({ Message: `${page} ${row}` }));

/** How many alerts a search reads at a service that serves these pages by one constant cursor. */
async function search(pages: readonly string[], total_items?: number): Promise<number> {
	const { service } = scriptedService((_request, index) => ({
		data: index < pages.length ? rowsOf(pages[index] ?? '') : [],
		meta: { cursor: 'constant', ...(total_items !== undefined && { total_items }) },
	}));
	let read = 0;
	for await (const { records } of alertPages(service, REQUEST)) read += records.length;
	return read;
}

/** Pages that are all new. */
const fresh = (pages: number): string[] => Array.from({ length: pages }, (_none, at) => `${at}`);

const circle = (period: number): string[] =>
	Array.from({ length: 3000 }, (_none, index) => `${index % period}`);

describe('an alert search', () => {
	it.each([2, 3, 7, 10])(
		'that goes in a circle of %i pages ends with a message',
		async (period) => {
			await expect(search(circle(period))).rejects.toThrow(`a circle of ${period}`);
			await expect(search(circle(period), 40)).rejects.toThrow(/circle|repeats/);
			await expect(search(circle(period), 1_000_000)).rejects.toThrow(`a circle of ${period}`);
		},
	);

	it('that serves one page for ever ends with a message', async () => {
		await expect(search(circle(1))).rejects.toThrow('a page repeats the page before it');
	});

	it('is read to its end where one cursor leads to different pages, or to two equal ones', async () => {
		expect(await search(['a', 'b', 'c', 'd'])).toBe(40);
		expect(await search(['a', 'b', 'b', 'c', 'c', 'd'])).toBe(60);
	});
});

describe('a count of 40 leads to less than 30,000 rows', () => {
	const endOf = async (pages: AsyncIterator<unknown, unknown>, size: number): Promise<unknown> => {
		for (let read = 0; read < 30_000; read += size) {
			const { done, value } = await pages.next();
			if (done === true) return value;
		}
		throw new Error('It goes on');
	};

	it.each([40, 50, 1000, 5000])(
		'in a search, a list and an export, by pages of %i',
		async (size) => {
			let page = 0;
			const { service } = scriptedService(() => ({
				data: Array.from({ length: size }, (_none, row) => ({ id: `${page} ${row}` })),
				meta: { cursor: 'c', next_page: ++page + 1, total_items: 40 },
			}));
			const says = /it counts 40 records and has served \d+/;
			const list = pageIncrement((body: JsonObject) => body.data);
			const pages = list(service, { method: 'GET', path: '/x' }, Infinity);
			await expect(endOf(alertPages(service, REQUEST), size)).rejects.toThrow(says);
			await expect(endOf(pages, size)).rejects.toThrow(says);
			const exported = bulkExport(service, BULK, { ...ORDER, page: undefined });
			expect(await endOf(exported, size)).toMatchObject({
				stopped: { message: expect.stringMatching(says) },
			});
		},
	);

	it.each([
		['that of each page', 10],
		['the most that is counted', 10_000],
		['old', 1000],
		['none', 0],
	])('but a count may be %s', async (_what, total) => {
		expect(await search(fresh(1000), total)).toBe(10_000);
	});
});

it.each([2, 3, 10])(
	'a list that goes in a circle of %i pages ends with a message',
	async (period) => {
		const { service } = scriptedService(({ query }) => ({
			data: rowsOf(`${(Number(query?.page) - 1) % period}`),
		}));
		const read = async () => {
			const pages = pageIncrement((body: JsonObject) => body.data);
			for await (const _rows of pages(service, { method: 'GET', path: '/x' }, 10_000));
		};
		await expect(read()).rejects.toThrow(`a circle of ${period}`);
	},
);

it.each([2, 3, 10])(
	'an export that goes in a circle of %i pages stops and says so',
	async (period) => {
		const { service } = scriptedService(({ query }) => ({
			data: rowsOf(`${(Number(query?.page_no) + 20) % period}`),
			meta: { next_page: Number(query?.page_no) + 1 },
		}));
		const pages = bulkExport(service, BULK, ORDER);
		let page = await pages.next();
		let read = 0;
		for (; page.done !== true && read < 100; page = await pages.next()) read += 1;
		expect(page.value).toMatchObject({
			stopped: { message: expect.stringContaining('repeats page') },
		});
		expect(read).toBeLessThanOrEqual(2 * period);
	},
);
