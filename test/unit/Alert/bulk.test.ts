import { describe, expect, it } from '@jest/globals';

import { AlertRows, spanOf } from '../../../nodes/Alert/alertRows';
import { readBulkPage, requestBulk, waitForBulkPage } from '../../../nodes/Alert/bulk';
import { bulkExport } from '../../../nodes/Alert/bulkExport';
import { ApiError } from '../../../nodes/shared/http/apiError';
import type { JsonObject } from '../../../nodes/shared/json';
import { scriptedService } from '../../support/unit/scriptedService';

type Answer = JsonObject | ApiError;

const refusal = new ApiError('refused', {}, { message: 'Something went wrong', description: '' });
const token = new ApiError('unauthorized', {}, { message: 'The token', description: '' });
const page = (text: string, meta: JsonObject = {}): JsonObject => ({
	data: [...text].map((Message) => ({ Message })),
	meta,
});
const empty = page('');

/** A service that gives these answers one after the other, and then the last one again and again. */
const serving = (...answers: Answer[]) =>
	scriptedService((_request, index) => answers[Math.min(index, answers.length - 1)] ?? {});

describe('a page of a bulk request', () => {
	const wait = { number: 1, maxWait: 2 };

	it.each<[string, Answer[], number]>([
		['at once if it has alerts', [page('a')], 0],
		['at once if the service counts none', [page('', { total_items: '0' })], 0],
		[
			'after refusals, empty answers and web pages',
			[refusal, empty, new ApiError('webPage', {}), page('a')],
			1400,
		],
		['once a page is not empty any more', [page('', { total_items: 7 }), page('a')], 200],
	])('is ready %s', async (_when, answers, expected) => {
		const { service, waited } = serving(...answers);
		await waitForBulkPage(service, 'b', wait);
		expect(waited()).toBe(expected);
	});

	it('is an error if it is not ready in time', async () => {
		const { service, waited } = serving(refusal);
		await expect(waitForBulkPage(service, 'b', wait)).rejects.toMatchObject({
			message: 'The bulk request was not ready within 2 seconds',
			description:
				'The last answer: Something went wrong. Raise Max Wait, or read the request again later.',
		});
		expect(waited()).toBe(2000);
	});

	it.each([token, new ApiError('throttled')])('is not waited for after %s', async (error) => {
		const { service, waited } = serving(error);
		await expect(waitForBulkPage(service, 'b', wait)).rejects.toBe(error);
		expect(waited()).toBe(0);
	});

	it.each([
		[2, 2],
		[1, undefined],
		[0, undefined],
		['2', 2],
		[null, undefined],
	])('with next_page %j is followed by %j', async (next_page, next) => {
		const { service } = serving(page('a', { next_page }));
		expect(await readBulkPage(service, 'b', 1)).toMatchObject({ next });
	});
});

/** What an export reads of pages that answer in turn. */
async function exported(answers: Answer[], firstPage = 1) {
	const { service, asked } = serving(...answers);
	const alerts = new AlertRows(service, spanOf());
	const pages = bulkExport(service, { requestId: 'b', firstPage, maxWait: 1, alerts });
	let rows = '';
	let next = await pages.next();
	for (; next.done !== true; next = await pages.next()) {
		rows += next.value.map(({ Message }) => Message).join('');
	}
	const { facts, issues, stopped } = next.value;
	return { rows, facts, issues, stopped: stopped?.message, asked: asked.map(({ query }) => query) };
}

const first = page('ab', { total_items: 4, next_page: 2 });

describe('an export', () => {
	it('reads pages until next_page does not grow', async () => {
		const last = page('cd', { total_items: 4, next_page: 2 });
		expect(await exported([first, last])).toEqual({
			rows: 'abcd',
			facts: { request_id: 'b', total_items: 4, next_page: null },
			issues: [],
			stopped: undefined,
			asked: [
				{ request_id: 'b', page_no: 1 },
				{ request_id: 'b', page_no: 2 },
			],
		});
	});

	it.each<[string, Answer[], Record<string, unknown>]>([
		[
			'that ends early',
			[first, page('c')],
			{ rows: 'abc', issues: ['The service counts 4 alerts and served 3'] },
		],
		[
			'at an empty page',
			[first, page('', { next_page: 3 })],
			{ rows: 'ab', issues: ['The service counts 4 alerts and served 2'] },
		],
		[
			'without a count',
			[page('a')],
			{ issues: ['The service gave no count, so whether these are all is not known'] },
		],
		[
			'at a refusal',
			[first, refusal],
			{
				facts: { next_page: 2 },
				issues: [expect.stringContaining('served 2'), expect.stringContaining('went wrong')],
				stopped: 'Something went wrong (page 2 of the export)',
			},
		],
		[
			'at a page that repeats the one before',
			[page('ab', { total_items: 2, next_page: 2 }), page('ab', { total_items: 2, next_page: 3 })],
			{ rows: 'ab', stopped: expect.stringContaining('repeats the page before it') },
		],
		[
			'with equal pages while the count says more',
			[page('aa', { total_items: 4, next_page: 2 }), page('aa', { total_items: 4 })],
			{ rows: 'aaaa', issues: [], stopped: undefined },
		],
	])('says what is missing: %s', async (_what, answers, expected) => {
		expect(await exported(answers)).toMatchObject(expected);
	});

	it('counts the pages before its first one', async () => {
		const last = page('ab', { total_items: 10_002 });
		expect(await exported([last], 3)).toMatchObject({ rows: 'ab', issues: [] });
	});

	it('is an error that says how to go on if its first page cannot be read', async () => {
		await expect(exported([token], 3)).rejects.toMatchObject({
			message: 'The token (page 3 of the export)',
			description: expect.stringMatching(/b in Continue From Request ID and 3 in First Page/),
		});
	});
});

describe('a bulk request', () => {
	const request = { method: 'POST', path: '/alerts/bulk' } as const;

	it('returns all that the service answers', async () => {
		const data = { message: 'Accepted', request_id: 'b', total_pages: 3 };
		expect(await requestBulk(serving({ data }).service, request)).toEqual(data);
	});

	it('is an error without a request id', async () => {
		const { service } = serving({ data: { message: 'Accepted' } });
		await expect(requestBulk(service, request)).rejects.toThrow('no request_id');
	});
});
