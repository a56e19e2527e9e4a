import { describe, expect, it, jest } from '@jest/globals';

import { readBulkPages, readBulkPage, sendBulkRequest } from '../../../nodes/Alert/bulk';
import type { ApiError } from '../../../nodes/shared/http/apiError';
import type { JsonObject } from '../../../nodes/shared/json';
import type { RowPage } from '../../../nodes/shared/pagination/pages';
import { asText } from '../../../nodes/shared/texts';
import { errorOf } from '../../support/unit/errorOf';
import { scriptedService } from '../../support/unit/scriptedService';

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
		[
			'after a refusal with the code of a missing parameter that is not named',
			[errorOf('refused', { serviceCode: '07001111' }), page('a')],
			200,
		],
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
		await expect(readBulkPage(service, order)).rejects.toMatchObject({ kind: 'incomplete' });
		expect(asked).toHaveLength(2);
	});

	it.each([
		['unauthorized', {}],
		['incomplete', {}],
		['throttled', {}],
		['refused', { serviceCode: '07001111', reason: '[request_id] required parameter missing' }],
	] as const)('is not waited for after an error that is %s with %j', async (kind, facts) => {
		const { service, waited } = serving(errorOf(kind, facts));
		await expect(readBulkPage(service, order)).rejects.toMatchObject({ kind });
		expect(waited()).toBe(0);
	});

	it.each([
		['2', 2],
		[1, undefined],
	])('with next_page %j is followed by %j', async (next_page, next) => {
		const { service } = serving(page('a', { next_page }));
		expect((await readBulkPage(service, order)).nextPage).toBe(next);
	});
});

/** Exports the pages that the service answers in turn. Returns the rows, the pages requested and the notes. */
async function exported(answers: Answer[]) {
	const { service, asked, notes } = serving(...answers);
	let rows = '';
	let last: RowPage = { rows: [] };
	for await (const each of readBulkPages(service, { requestId: 'b', maxWait: 1 })) {
		rows += each.rows.map(({ Message }) => asText(Message)).join('');
		last = each;
	}
	const pagesAsked = asked.map(({ query }) => query?.page_no);
	return { ...last, rows, asked: pagesAsked, notes };
}

const first = page('ab', { total_items: 4, next_page: 2 });

describe('an export', () => {
	it('says so if it has no count', async () => {
		expect((await exported([page('a')])).missing).toEqual([
			'The service gave no count, so some alerts may be missing',
		]);
	});

	it('notes that more came than the service counts, of which nothing is missing', async () => {
		const capped = { total_items: 2 };
		const answers = [page('ab', { ...capped, next_page: 2 }), page('c', capped)];
		const { rows, missing, notes } = await exported(answers);
		expect([rows, missing]).toEqual(['abc', []]);
		expect(notes).toEqual(['The service counts 2 alerts and served 3']);
	});

	it('keeps the count of an earlier page if a later page counts fewer', async () => {
		const { missing, notes } = await exported([first, page('cd', { total_items: 2 })]);
		expect([missing, notes]).toEqual([[], []]);
	});

	it('ends at an empty page of none', async () => {
		const last = page('', { total_items: 0, next_page: 3 });
		expect(await exported([first, last])).toMatchObject({ rows: 'ab', asked: [1, 2] });
	});

	it.each([
		['fails', errorOf('gateway', { httpCode: '503' })],
		['is never ready', refusal],
	])('fails if a later page %s, also after all that is counted', async (_what, answer) => {
		const all = page('ab', { total_items: 2, next_page: 2 });
		await expect(exported([all, answer])).rejects.toMatchObject({
			message: expect.stringContaining('page 2 of the export'),
			description: expect.stringMatching(/Run the export again\.$/),
		});
	});
});

it.each([undefined, null, ''])('a bulk request with the ID %j is an error', async (request_id) => {
	const request = { method: 'POST', path: '/alerts/bulk' } as const;
	const { service } = serving({ data: { message: 'Accepted', request_id } });
	await expect(sendBulkRequest(service, request)).rejects.toThrow('no request_id');
});
