import { describe, expect, it } from '@jest/globals';

import { bulkExport } from '../../../../nodes/Alert/bulk/bulkExport';
import { getBulkPage } from '../../../../nodes/Alert/operations/getBulkPage';
import { requestBulk } from '../../../../nodes/Alert/bulk/bulkJob';
import { ApiError } from '../../../../nodes/shared/http/apiError';
import type { ApiRequest } from '../../../../nodes/shared/http/request';
import type { Service } from '../../../../nodes/shared/pagination/service';
import type { JsonObject } from '../../../../nodes/shared/json';
import { scriptedService } from '../../../support/unit/scriptedService';

const webPage = new ApiError('webPage', {}, { message: 'A web page' });
const refusal = new ApiError('refused', {}, { message: 'Something went wrong' });
const filtered = new ApiError('filtered', {}, { message: 'Filtered' });

/** A service that gives these answers one after the other, and then the last one again and again. */
function serving(...answers: Array<JsonObject | ApiError>) {
	return scriptedService((_request, index) => answers[Math.min(index, answers.length - 1)] ?? {});
}

const pagesOf = (asked: readonly ApiRequest[]) => asked.map(({ query }) => query?.page_no);

const empty = { data: [], meta: {} };
const full = { data: [{ n: 1 }], meta: { total_items: 1 } };

describe('the first page of an export', () => {
	const read = async (service: Service, body?: ApiRequest['body']): Promise<number> => {
		const order = { requestId: 'b', page: undefined, waitMs: 600_000 };
		const request = { method: 'GET', path: '/alerts/bulk', ...(body && { body }) } as const;
		let count = 0;
		for await (const rows of bulkExport(service, request, order)) count += rows.length;
		return count;
	};

	it('is not waited for where every answer is a web page', async () => {
		const { service, asked, waited } = serving(webPage);
		await expect(read(service)).rejects.toThrow('A web page');
		expect(asked.length).toBe(5);
		expect(waited()).toBeLessThan(2000);
	});

	it('is waited for where some answers are web pages', async () => {
		const few = [webPage, webPage, webPage, webPage];
		const { service } = serving(...few, refusal, ...few, refusal, ...few, full);
		expect(await read(service)).toBe(1);
	});

	it('is not waited for where a search counts no alerts, in a number or in text', async () => {
		for (const total_items of [0, '0']) {
			const { service, waited } = serving({ data: [], meta: { total_items } });
			expect(await read(service, {})).toBe(0);
			expect(waited()).toBe(0);
		}
	});

	it('is not waited for where the request filter of the service refuses it', async () => {
		const { service, asked, waited } = serving(filtered);
		await expect(read(service)).rejects.toThrow('Filtered');
		expect(asked.length).toBe(1);
		expect(waited()).toBe(0);
	});

	it('is waited for up to Max Wait where the service refuses it', async () => {
		const { service, waited } = serving(refusal);
		await expect(read(service)).rejects.toMatchObject({
			message: 'The bulk request was not ready within 600 seconds',
			description: expect.stringMatching(
				/^The last answer: Something went wrong\. Raise Max Wait.* with b in Continue From Request ID/,
			),
		});
		expect(waited()).toBe(600_000);
	});
});

describe('Get Bulk Page', () => {
	const get = async (service: Service, options: { page_no?: number; maxWait?: number } = {}) => {
		const params = { request_id: 'b', options: { asOneItem: true, ...options } };
		const request = getBulkPage.request(params, { now: 0, zone: 'UTC' });
		const pages = getBulkPage.pages(params)(service, request, 1);
		const rows = [];
		for await (const page of pages) rows.push(...page);
		return rows[0];
	};

	it.each([
		[undefined, [1]],
		[0, [0]],
		[3, [3]],
	])('with the page number %j asks for %j', async (page_no, expected) => {
		const { service, asked } = serving(full);
		await get(service, page_no === undefined ? {} : { page_no });
		expect(pagesOf(asked)).toEqual(expected);
	});

	it('waits until the page is ready, up to Max Wait', async () => {
		const soon = serving(refusal, empty, full);
		expect(await get(soon.service, { page_no: 1 })).toMatchObject({ items_in_current_page: 1 });
		expect(soon.waited()).toBe(600);
		const never = serving(refusal);
		await expect(get(never.service, { maxWait: 2 })).rejects.toThrow('within 2 seconds');
		expect(never.waited()).toBe(2000);
		await expect(get(serving(refusal).service)).rejects.toThrow('within 60 seconds');
	});

	it('takes a page without alerts for empty where the service counts alerts on others', async () => {
		const { service, asked, notes } = serving({ data: [], meta: { total_items: 7 } });
		expect(await get(service, { page_no: 9 })).toMatchObject({ alerts: [], total_items: 7 });
		expect([asked.length, notes]).toEqual([1, []]);
	});

	it('notes that a page which stays empty may not be ready', async () => {
		const { service, notes, waited } = serving(empty);
		expect(await get(service, { maxWait: 1 })).toMatchObject({ alerts: [] });
		expect(waited()).toBe(1000);
		expect(notes).toEqual([expect.stringContaining('The page holds no alerts. If the bulk')]);
	});

	it('notes that a page holds less than the service counts on it', async () => {
		const { service, notes } = serving({ data: [{ n: 1 }], meta: { items_in_current_page: 3 } });
		await get(service);
		expect(notes).toEqual([expect.stringContaining('counts 3 alerts on this page and served 1')]);
	});

	it.each([
		[0, 9, true],
		[1, 1, true],
		[1, 9, false],
	])(
		'numbers alerts that look alike from page %j of %j alerts on: %j',
		async (page_no, total, isKey) => {
			const data = [{ Time: '2026-03-04 05:06:07' }];
			const { service } = serving({ data, meta: { total_items: total } });
			const { alerts } = (await get(service, { page_no })) ?? {};
			expect(alerts).toEqual([
				expect.objectContaining({ alert_key: isKey ? expect.stringMatching(/./) : '' }),
			]);
		},
	);

	it.each([
		[2, 2],
		[1, 1],
		[0, null],
		[-1, null],
		['2', 2],
		[undefined, null],
	])('tells a next page of %j as %j', async (next_page, expected) => {
		const { service } = serving({ data: [{ n: 1 }], meta: { total_items: 9, next_page } });
		expect(await get(service)).toMatchObject({ next_page: expected });
	});
});

describe('a bulk request', () => {
	const request = { method: 'POST', path: '/alerts/bulk' } as const;

	it('tells all that the service answers', async () => {
		const data = { message: 'Accepted', request_id: 'b', total_pages: 3 };
		expect(await requestBulk(serving({ data }).service, request)).toEqual(data);
	});

	it('is refused without a request id', async () => {
		const { service } = serving({ data: { message: 'Accepted' } });
		await expect(requestBulk(service, request)).rejects.toThrow('no request_id');
	});
});
