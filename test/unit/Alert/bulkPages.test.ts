import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { bulkPages } from '../../../nodes/Alert/bulkPages';
import { asRows } from '../../../nodes/shared/files/rowBatch';
import type { PollingService } from '../../../nodes/shared/operation/operation';

/** Pages of two alerts, those from the third on held back until they are let go. */
function slowService(pages: number) {
	const asked: number[] = [];
	const held = new Map<number, () => void>();
	const data = (page: number): IDataObject[] => [{ n: 2 * page }, { n: 2 * page + 1 }];
	const service: PollingService = {
		send: async ({ query }) => {
			const page = Number(query?.['page_no']);
			if (page === 0) return { body: { data: [], meta: {} }, date: undefined };
			asked.push(page);
			if (page > 2) await new Promise<void>((letGo) => held.set(page, letGo));
			const meta = { total_items: 2 * pages, next_page: page < pages ? page + 1 : null };
			return { body: { data: data(page), meta }, date: undefined };
		},
		note: () => undefined,
		pause: () => Promise.resolve(),
	};
	const letGo = (page: number): void => held.get(page)?.();
	const order = { requestId: 'b', page: undefined, search: undefined, waitMs: 0 };
	const request = { method: 'GET', path: '/alerts/bulk', scope: 'alerts.READ' } as const;
	return { asked, letGo, reading: bulkPages(service, request, asRows, order) };
}

const soon = async (): Promise<void> => await new Promise((later) => setImmediate(later));

describe('pages that are on their way', () => {
	it('are two while one is used, and none beyond the count', async () => {
		const { asked, letGo, reading } = slowService(6);
		for (const [page, last] of [3, 4, 5, 6, 6, 6].entries()) {
			letGo(page + 1);
			const { value } = await reading.next();
			await soon();
			expect(value).toMatchObject({ number: page + 1, rows: { length: 2 } });
			expect(asked).toEqual(Array.from({ length: last }, (_, index) => index + 1));
		}
		expect(await reading.next()).toMatchObject({ done: true, value: { issues: [] } });
	});
});
