import { expect, it } from '@jest/globals';

import { getBulkPage } from '../../../nodes/Alert/operations/getBulkPage';
import { getMany } from '../../../nodes/Alert/operations/getMany';
import type { JsonObject } from '../../../nodes/shared/json';
import { BETWEEN } from '../../cases/case';
import { scriptedService } from '../../support/unit/scriptedService';

const thirty = Array.from({ length: 30 }, (_none, index) => ({ Message: `${index}` }));

const PARAMS = {
	...BETWEEN,
	timeRange: 'between' as const,
	filters: {},
	options: {},
	unsent: {},
};

/** Reads alerts up to a limit, while each page states a count. Returns how many it read, and the notes. */
async function notesOf(limit: number, metaOf: (at: number) => JsonObject) {
	const { service, notes } = scriptedService((_request, at) => ({
		data: thirty.map(({ Message }) => ({ Message: `${at} ${Message}` })),
		meta: metaOf(at),
	}));
	let count = 0;
	const texts: string[] = [];
	for await (const page of getMany.rows(service, PARAMS, { now: 0, zone: 'UTC' }, limit)) {
		count += page.rows.length;
		texts.push(...(page.missing ?? []));
		// n8n takes no more than the limit, and closes the pages then.
		if (count >= limit) break;
	}
	return [count, [...texts, ...notes.filter((text) => !text.startsWith('Search sent'))]];
}

it.each([
	[20, '. Alerts before 2026-03-01T12:00:00Z were not read, since later ones fill Limit'],
	[50, ''],
	[Infinity, ''],
])('a search with the limit %d says its bounds and what was read', async (limit, says) => {
	const { service, notes } = scriptedService(() => ({ data: thirty, meta: {} }));
	await getMany.rows(service, PARAMS, { now: 0, zone: 'UTC' }, limit).next();
	expect(notes).toEqual([`Search sent: 2026-03-01T10:00:00Z to 2026-03-01T13:00:00Z${says}`]);
});

const FEWER =
	'The service counts 400 alerts and served 30. If the list was changing, read it again';

it.each([
	[400, 50, 30, [FEWER]],
	[400, 20, 20, [FEWER]],
	[400, Infinity, 30, [FEWER]],
	[20, 50, 30, ['The service counts 20 alerts and served 30']],
	[30, 50, 30, []],
])('%d alerts that are counted, with the limit %d, are %d with the notes %j', async (...row) => {
	const [total_items, limit, ...expected] = row;
	expect(await notesOf(limit, () => ({ total_items }))).toEqual(expected);
});

it('a count that grows with the alerts has no note', async () => {
	const growing = (at: number) => ({ total_items: 30 * (at + 1), cursor: at === 0 ? 'c' : '' });
	expect(await notesOf(Infinity, growing)).toEqual([60, []]);
});

/** Reads a page of a bulk request. @returns the first rows, and the notes */
async function bulkPage(meta: JsonObject, options: { page_no?: number; asOneItem?: boolean }) {
	const { service, notes } = scriptedService(() => ({ data: thirty, meta }));
	const params = { request_id: 'b', options, unsent: {} };
	const pages = getBulkPage.rows(service, params, { now: 0, zone: 'UTC' }, 1);
	const { rows, missing = [] } = (await pages.next()).value ?? {};
	return { rows, notes: [...missing, ...notes] };
}

it('a page as one item has no count if the service gives none', async () => {
	const counts = { next_page: null, total_items: null, items_in_current_page: 30 };
	expect((await bulkPage({}, { asOneItem: true })).rows).toMatchObject([counts]);
});

it.each([
	[1, 400, [FEWER]],
	[2, 5030, []],
	[2, 9, ['The service counts 9 alerts and served 5030']],
])('page %d as the last of %d alerts has the notes %j', async (page_no, total_items, expected) => {
	expect((await bulkPage({ total_items }, { page_no })).notes).toEqual(expected);
});
