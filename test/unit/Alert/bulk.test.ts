import { describe, expect, it, jest } from '@jest/globals';

import { bulkExport, readBulkPage, sendBulkRequest } from '../../../nodes/Alert/bulk';
import type { ApiError } from '../../../nodes/shared/http/apiError';
import { type JsonObject } from '../../../nodes/shared/json';
import { asText } from '../../../nodes/shared/texts';
import { scriptedService } from '../../support/unit/scriptedService';
import { errorOf } from '../../support/unit/errorOf';

type Answer = JsonObject | ApiError;

const refusal = errorOf('refused', { reason: 'Something went wrong' });
const page = (text: string, meta: JsonObject = {}): JsonObject => ({
	data: Array.from(text, (Message) => ({ Message })),
	meta,
});

/** A service that gives these answers one after the other, and then the last one again and again. */
const serving = (...answers: Answer[]) =>
	scriptedService((_request, index) => answers[Math.min(index, answers.length - 1)] ?? {});

describe('a page of a bulk request', () => {
	const order = { requestId: 'b', pageNumber: 1, maxWait: 2 };

	it.each<[string, Answer[], number]>([
		['at once if the service counts none', [page('', { total_items: '0' })], 0],
		[
			'after refusals, empty answers and web pages',
			[refusal, page(''), errorOf('webPage'), page('a')],
			1400,
		],
		['once a page is not empty any more', [page('', { total_items: 7 }), page('a')], 200],
		[
			'after waits that double up to ten seconds',
			[...Array<Answer>(8).fill(page('')), page('a')],
			200 + 400 + 800 + 1600 + 3200 + 6400 + 10_000 + 10_000,
		],
		['after a general refusal', [errorOf('refused', { serviceCode: '07001110' }), page('a')], 200],
	])('is ready %s', async (_when, answers, expected) => {
		const { service, waited } = serving(...answers);
		await readBulkPage(service, { ...order, maxWait: 60 });
		expect(waited()).toBe(expected);
	});

	it('is an error if it is not ready in time', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(0);
		const { service, waited } = serving(refusal);
		await expect(readBulkPage(service, order)).rejects.toMatchObject({
			message: 'The bulk request was not ready within 2 seconds',
			description: expect.stringMatching(
				/may still be collecting .* not know this request ID .* The last response: The service refused GET \/things: Something went wrong\.$/,
			),
		});
		expect(waited()).toBe(2000);
	});

	it('counts how long its answers take', async () => {
		let now = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const { service, asked } = scriptedService(() => {
			now += 1500;
			return refusal;
		});
		await expect(readBulkPage(service, order)).rejects.toMatchObject({ kind: 'notReady' });
		expect(asked).toHaveLength(2);
	});

	it.each([
		['unauthorized', undefined],
		['throttled', undefined],
		// The code means something else.
		['refused', '07001111'],
	] as const)(
		'is not waited for after an error that is %s with the code %s',
		async (kind, code) => {
			const { service, waited } = serving(errorOf(kind, code && { serviceCode: code }));
			await expect(readBulkPage(service, order)).rejects.toMatchObject({ kind });
			expect(waited()).toBe(0);
		},
	);

	it.each([
		['2', 2],
		[1, undefined],
	])('with next_page %j is followed by %j', async (next_page, next) => {
		const { service } = serving(page('a', { next_page }));
		expect((await readBulkPage(service, order)).next).toBe(next);
	});
});

/** What an export reads of pages that answer in turn. */
async function exported(answers: Answer[], pageNumber = 1) {
	const { service, asked, notes } = serving(...answers);
	const requestsLeft: number[] = [];
	const onCount = (_total: number | undefined, left: number) => void requestsLeft.push(left);
	const start = { requestId: 'b', pageNumber, maxWait: 1 };
	const pages = bulkExport({ ...service, onCount }, start);
	let rows = '';
	let next = await pages.next();
	for (; next.done !== true; next = await pages.next()) {
		rows += next.value.map(({ Message }) => asText(Message)).join('');
	}
	const pagesAsked = asked.map(({ query }) => query?.page_no);
	return { rows, ...next.value, requestsLeft, asked: pagesAsked, notes };
}

const first = page('ab', { total_items: 4, next_page: 2 });

describe('an export', () => {
	it('says so if it has no count', async () => {
		expect((await exported([page('a')])).issues).toEqual([
			'The service gave no count, so some alerts may be missing',
		]);
	});

	it('notes that more came than the service counts, of which nothing is missing', async () => {
		const capped = { total_items: 2 };
		const answers = [page('ab', { ...capped, next_page: 2 }), page('c', capped)];
		const { rows, issues, notes, requestsLeft } = await exported(answers);
		expect([rows, issues, requestsLeft]).toEqual(['abc', [], [0, 0]]);
		expect(notes).toEqual(['The service counts 2 alerts and served 3']);
	});

	it('keeps the count of an earlier page if a later page counts fewer', async () => {
		const { issues, notes } = await exported([first, page('cd', { total_items: 2 })]);
		expect([issues, notes]).toEqual([[], []]);
	});

	it.each([
		['that may be capped', 10_000],
		['that was exceeded', 9999],
	])(
		'stops at a page that is not ready after as many alerts as a count %s',
		async (_what, total) => {
			const rows = 'a'.repeat(5000);
			const pages = [2, 3].map((next_page) => page(rows, { total_items: total, next_page }));
			const { details, error } = await exported([...pages, refusal]);
			expect(details).toMatchObject({ next_page: 3 });
			expect(error?.message).toContain('page 3 of the export');
		},
	);

	it.each([
		['has no alerts', page('', { total_items: 4 })],
		['is refused', refusal],
		['is refused with a code', errorOf('refused', { serviceCode: '07001111' })],
		['is empty and has a next page', page('', { total_items: 0, next_page: 3 })],
	])('ends, without a wait, if the page after all that is counted %s', async (_what, last) => {
		const all = page('abcd', { total_items: 4, next_page: 2 });
		expect(await exported([all, last])).toMatchObject({
			rows: 'abcd',
			details: { request_id: 'b', total_items: 4, next_page: null },
			issues: [],
			asked: [1, 2],
		});
	});

	it.each([1, 3])('fails if page %i, with which it starts, fails', async (pageNumber) => {
		const answers = [errorOf('unauthorized')];
		await expect(exported(answers, pageNumber)).rejects.toThrow(`page ${pageNumber} of the export`);
	});

	it('stops after 10,000 pages', async () => {
		const endless = Array.from({ length: 11_000 }, (_none, at) =>
			page('ab', { next_page: at + 2 }),
		);
		const { rows, asked, error, details } = await exported(endless);
		expect([rows.length, asked.length, details['next_page']]).toEqual([20_000, 10_000, 10_001]);
		expect(error?.message).toMatch(
			/^Reading stopped after 10000 pages.*\(page 10001 of the export\)/,
		);
	});

	it('stops at a page that fails although all that is counted was read', async () => {
		const all = page('ab', { total_items: 2, next_page: 2 });
		const failing = errorOf('gateway', { httpCode: '503' });
		const { issues, error } = await exported([all, failing]);
		expect(issues).toEqual([error?.message]);
		expect(error?.message).toContain('page 2 of the export');
		expect(error?.description).toMatch(/If On Error is Continue, the earlier pages are kept\.$/);
	});
});

it.each([undefined, null, ''])('a bulk request with the ID %j is an error', async (request_id) => {
	const request = { method: 'POST', path: '/alerts/bulk' } as const;
	const { service } = serving({ data: { message: 'Accepted', request_id } });
	await expect(sendBulkRequest(service, request)).rejects.toThrow('no request_id');
});
