import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { bulkExport } from '../../../../nodes/Alert/bulk/bulkExport';
import type { Service } from '../../../../nodes/shared/pagination/service';

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
