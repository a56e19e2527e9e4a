import { describe, expect, it } from '@jest/globals';

import { alertPages } from '../../../nodes/Alert/alertPages';
import type { ApiError } from '../../../nodes/shared/http/apiError';
import { type ErrorKind } from '../../../nodes/shared/http/apiError';
import type { ApiRequest } from '../../../nodes/shared/http/request';
import type { JsonObject } from '../../../nodes/shared/json';
import { asText } from '../../../nodes/shared/texts';
import { scriptedService } from '../../support/unit/scriptedService';
import { errorOf } from '../../support/unit/errorOf';

const search: ApiRequest = {
	method: 'POST',
	path: '/alerts',
	body: { query: '*' },
	idempotent: true,
};

const page = (text: string, total_items?: number, cursor: string | null = 'c'): JsonObject => ({
	data: Array.from(text, (Message) => ({ Message })),
	meta: { cursor, ...(total_items !== undefined && { total_items }) },
});

/** The alerts that a search finds at a service with these answers, and what was asked of it. */
async function read(...answers: Array<JsonObject | ApiError>) {
	const { service, asked } = scriptedService((_request, index) => answers[index] ?? page(''));
	let found = '';
	let total: number | undefined;
	for await (const { records, total: counted } of alertPages(service, search)) {
		found += records.map(({ Message }) => asText(Message)).join('');
		total = counted;
	}
	return { found, total, asked };
}

describe('an alert search', () => {
	it('sends the newest cursor alone, in a request that is not repeated', async () => {
		const { asked, found } = await read(
			page('a', 3, 'one'),
			page('b', 3, 'two'),
			page('c', 3, null),
		);
		expect(found).toBe('abc');
		expect(asked).toEqual([
			search,
			{ method: 'POST', path: '/alerts', body: { cursor: 'one' } },
			{ method: 'POST', path: '/alerts', body: { cursor: 'two' } },
		]);
	});

	it('ends at an empty cursor, or without alerts at all', async () => {
		expect((await read({ data: [] })).found).toBe('');
		expect((await read(page('a', 9), page('b', 9, ''), page('c', 9))).found).toBe('ab');
	});

	it('ends at an empty page, and keeps the largest count', async () => {
		const { found, total, asked } = await read(page('a', 2), page('', 0), page('c', 2));
		expect([found, total, asked.length]).toEqual(['a', 2, 2]);
	});

	it('reads identical alerts in turns, and equal pages whatever the count says', async () => {
		expect((await read(page('ab'), page('ba'), page('ab'), page('ba'))).found).toBe('abbaabba');
		for (const total of [undefined, 2, 6, 9]) {
			const { found } = await read(page('aa', total), page('aa', total), page('aa', total));
			expect(found).toBe('aaaaaa');
		}
	});

	it('reads on beyond its count while alerts are new, and at a count that may be capped', async () => {
		const fresh = ['ab', 'cd', 'ef', 'gh', 'ij'].map((text) => page(text, 2));
		expect((await read(...fresh)).found).toBe('abcdefghij');
		const capped = ['a'.repeat(10_000), 'ab', 'ba', 'ab', 'ba'].map((text) => page(text, 10_000));
		expect((await read(...capped)).found).toHaveLength(10_008);
	});

	it.each<[string, string, Array<JsonObject | ApiError>]>([
		[
			'its pages go in a circle, in whatever order',
			'stopped after 10000 pages: the service served 20000 alerts and names another page',
			Array.from({ length: 10_001 }, (_none, at) => page(at % 2 === 0 ? 'ab' : 'dc', 4)),
		],
		[
			'a hundred pages equal the one before',
			'100 pages repeat the page before them',
			Array.from({ length: 101 }, () => page('a', 101)),
		],
		['an answer has no meta', 'it has no meta', [{ data: [{}] }]],
		['an answer has no list', 'no list of records', [{ data: 'none' }]],
		['its first page is refused', 'No', [errorOf('refused', { reason: 'No' })]],
	])('is an error if %s', async (_what, says, answers) => {
		await expect(read(...answers)).rejects.toThrow(says);
	});

	it.each<[ErrorKind, ErrorKind, string, RegExp]>([
		['refused', 'expiredCursor', 'refused the next page', /Run the search again/],
		[
			'lost',
			'lost',
			'The connection to the service broke',
			/not request a page twice.*search again/,
		],
		['unauthorized', 'unauthorized', 'The access token lacks the scope', /access token/],
		['throttled', 'throttled', 'too many requests', /^(?!.*not request a page twice)/],
	])('with a next page that is %s is an error, %s, and not begun again', async (...row) => {
		const [kind, expected, message, advice] = row;
		const { service, asked } = scriptedService((_request, index) =>
			index === 0 ? page('a') : errorOf(kind, { httpCode: '400' }),
		);
		const pages = alertPages(service, search);
		await pages.next();
		await expect(pages.next()).rejects.toMatchObject({
			kind: expected,
			message: expect.stringContaining(message),
			description: expect.stringMatching(advice),
			facts: { httpCode: '400' },
		});
		expect(asked.length).toBe(2);
	});
});
