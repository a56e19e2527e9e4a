import { describe, expect, it } from '@jest/globals';

import { alertPages } from '../../../nodes/alerts/alertPages';
import type { ApiError, ErrorKind } from '../../../nodes/shared/http/apiError';
import type { ApiRequest } from '../../../nodes/shared/http/request';
import type { JsonObject } from '../../../nodes/shared/json';
import { asText } from '../../../nodes/shared/texts';
import { errorOf } from '../../support/unit/errorOf';
import { scriptedService } from '../../support/unit/scriptedService';

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

	it('reads equal pages and pages beyond its count', async () => {
		const equal = Array.from({ length: 100 }, () => page('ab', 2));
		expect((await read(...equal, page('ba', 2))).found).toHaveLength(202);
	});

	it.each<[string, string, Array<JsonObject | ApiError>]>([
		[
			'a hundred pages equal the one before',
			'did not end after 102 pages, the last ones all alike',
			[page('b', 999), ...Array<JsonObject>(102).fill(page('a', 999))],
		],
		[
			'its pages go in a circle',
			'did not end after 10000 pages',
			Array.from({ length: 10_001 }, (_none, at) => page(at % 2 === 0 ? 'ab' : 'dc')),
		],
		...[{ id: 'c' }, ['c'], true].map((cursor): [string, string, JsonObject[]] => [
			`its cursor is ${JSON.stringify(cursor)}`,
			'meta.cursor is neither',
			[{ data: [{}], meta: { cursor } }],
		]),
		['an answer has no meta', 'it has no meta', [{ data: [{}] }]],
		['an answer has no list', 'no list of records', [{ data: 'none' }]],
		['its first page is refused', 'No', [errorOf('refused', { reason: 'No' })]],
	])('is an error if %s', async (_what, says, answers) => {
		await expect(read(...answers)).rejects.toThrow(says);
	});

	it.each<[ErrorKind, ErrorKind, string, RegExp]>([
		['refused', 'refused', 'refused the next page', /Run the search again/],
		[
			'lost',
			'lost',
			'The connection to the service broke',
			/not request a page twice.*search again/,
		],
		['unauthorized', 'unauthorized', 'refused the access token', /access token/],
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
