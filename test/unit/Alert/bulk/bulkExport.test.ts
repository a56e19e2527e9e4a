import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { bulkExport } from '../../../../nodes/Alert/bulk/bulkExport';
import { ApiError } from '../../../../nodes/shared/http/apiError';
import type { JsonObject } from '../../../../nodes/shared/json';
import type { Service } from '../../../../nodes/shared/pagination/service';
import { scriptedService } from '../../../support/unit/scriptedService';

const order = { requestId: 'b', page: undefined, waitMs: 0 };
const request = { method: 'GET', path: '/alerts/bulk', scope: 'alerts.READ' } as const;

/** Pages of two alerts, those from the third on held back until they are released. */
function slowService(count: number) {
	const asked: number[] = [];
	const held = new Map<number, () => void>();
	const data = (page: number): IDataObject[] => [{ n: 2 * page }, { n: 2 * page + 1 }];
	const service: Service = {
		send: async ({ query }) => {
			const page = Number(query?.page_no);
			if (page === 0) return { body: { data: [], meta: {} }, date: undefined };
			asked.push(page);
			if (page > 2) await new Promise<void>((release) => held.set(page, release));
			const meta = { total_items: 2 * count, next_page: page < count ? page + 1 : null };
			return { body: { data: data(page), meta }, date: undefined };
		},
		note: () => undefined,
		pause: () => Promise.resolve(),
	};
	const release = (page: number): void => held.get(page)?.();
	return { asked, release, pages: bulkExport(service, request, order) };
}

const soon = async (): Promise<void> => await new Promise((later) => setImmediate(later));

describe('the pages of an export', () => {
	it('are requested two ahead of the one that is used, and none beyond the count', async () => {
		const { asked, release, pages } = slowService(6);
		for (const [page, last] of [3, 4, 5, 6, 6, 6].entries()) {
			release(page + 1);
			const { value } = await pages.next();
			await soon();
			expect(value).toMatchObject([{ n: 2 * page + 2 }, { n: 2 * page + 3 }]);
			expect(asked).toEqual(Array.from({ length: last }, (_, index) => index + 1));
		}
		expect(await pages.next()).toEqual({
			done: true,
			value: { facts: { request_id: 'b', total_items: 12, next_page: null }, issues: [] },
		});
	});

	it('can be left before they end, and then have no end that could pass for complete', async () => {
		const { asked, pages } = slowService(6);
		await pages.next();
		await pages.return({ facts: {}, issues: ['left'] });
		await soon();
		expect(await pages.next()).toEqual({ done: true, value: undefined });
		expect(asked).toEqual([1, 2, 3]);
	});
});

const no = (kind: 'refused' | 'notServed' | 'gateway'): ApiError => new ApiError(kind, {});
const page = (numbers: readonly number[], meta: JsonObject = {}): JsonObject => ({
	data: numbers.map((n) => ({ n })),
	meta,
});
const first = page([1, 2], { total_items: 4, next_page: 2 });
const last = page([3, 4], { total_items: 4 });

type Pages = Readonly<Record<string, Array<JsonObject | ApiError>>>;

/** What an export makes of pages that answer in turn; page 0 is refused. */
async function exportOf(answers: Pages) {
	const { service, asked, waited } = scriptedService(({ query }) => {
		const own = answers[String(query?.page_no)] ?? [];
		return (own.length > 1 ? own.shift() : own[0]) ?? no('refused');
	});
	const pages = bulkExport(service, request, { ...order, page: 1 });
	const rows: unknown[] = [];
	let next = await pages.next();
	for (; next.done !== true; next = await pages.next()) rows.push(...next.value.map(({ n }) => n));
	return {
		rows,
		// What need not be there is asked for once, which a question mark shows.
		asked: asked.map(({ query, once }) => `${String(query?.page_no)}${once === true ? '?' : ''}`),
		waited: waited(),
		issues: next.value.issues,
		stopped: next.value.stopped?.message,
	};
}

const UNCOUNTED = 'The service gave no count, so whether these are all is not known';

it.each<[what: string, answers: Pages, expected: Record<string, unknown>]>([
	['ends where the count is reached', { 1: [first], 2: [last] }, { asked: ['1?', '0?', '2'] }],
	[
		'goes on where a count may be that of the page',
		{ 1: [page([1, 2], { total_items: 2, next_page: 2 })], 2: [page([3, 4], { total_items: 2 })] },
		{ issues: ['The service counts 2 alerts and served 4'], asked: ['1?', '0?', '2?'] },
	],
	[
		'asks again for a promised page that is empty',
		{ 1: [first], 2: [page([]), page([]), last] },
		{ waited: 1500 },
	],
	['asks again for one that is refused', { 1: [first], 2: [no('refused'), last] }, { waited: 500 }],
	[
		'stops where it stays refused',
		{ 1: [first], 2: [no('refused')] },
		{ rows: [1, 2], waited: 7500, stopped: expect.stringContaining('page 2 of the export') },
	],
	[
		'stops where its answer is lost',
		{ 1: [first], 2: [no('gateway')] },
		{ rows: [1, 2], waited: 0, stopped: expect.stringContaining('page 2 of the export') },
	],
	[
		'tells of a promised page that stays empty',
		{ 1: [first], 2: [page([])] },
		{ rows: [1, 2], issues: ['The service counts 4 alerts and served 2'] },
	],
	[
		'ends at a page that was not promised, and is refused',
		{ 1: [page([1, 2])], 2: [page([3, 4])], 3: [no('refused')] },
		{ issues: [UNCOUNTED], asked: ['1?', '0?', '2?', '3?'] },
	],
	[
		'ends at a page that was not promised, and is not served',
		{ 1: [page([1, 2])], 2: [page([3, 4])], 3: [no('notServed')] },
		{ issues: [UNCOUNTED] },
	],
	[
		'stops at a page that repeats one',
		{ 1: [first], 2: [first] },
		{ rows: [1, 2], stopped: expect.stringContaining('page 2 repeats page 1') },
	],
	[
		'tells of a page with less than the first one',
		{ 1: [first], 2: [page([3], { next_page: 3 })], 3: [page([4])] },
		{ issues: ['Page 2 holds 1 alerts, although pages follow it'] },
	],
	[
		'tells of pages that are left out, and of their own counts',
		{ 1: [page([1, 2], { next_page: 3, items_in_current_page: 3 })], 3: [last] },
		{
			issues: ['Page 1 holds 2 alerts and says 3', 'The service went on from page 1 to page 3'],
		},
	],
])('an export %s', async (_what, answers, expected) => {
	expect(await exportOf(answers)).toMatchObject({
		rows: [1, 2, 3, 4],
		issues: expected['stopped'] === undefined ? [] : expect.anything(),
		stopped: undefined,
		...expected,
	});
});
