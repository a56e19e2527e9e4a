import { expect, it } from '@jest/globals';

import { LARGEST_PAGE } from '../../../../nodes/shared/pagination/paginate';
import { wholeList } from '../../../../nodes/shared/pagination/wholeList';
import { scriptedService } from '../../../support/unit/scriptedService';
import { THINGS as list } from '../../../support/unit/things';

/** A service whose list of two pages loses its first row after page 1, in so many readings. */
function shrinking(readings: number, totalOf: (all: number, page: number) => number) {
	let left = readings;
	let things = Array.from({ length: LARGEST_PAGE + 10 }, (_, id) => ({ id }));
	const { service } = scriptedService(({ query = {} }) => {
		const start = (Number(query.page) - 1) * LARGEST_PAGE;
		const rows = things.slice(start, start + LARGEST_PAGE);
		const total = totalOf(things.length, rows.length);
		if (query.page === 1 && left-- > 0) things = things.slice(1);
		return { data: { rows, meta: { total } } };
	});
	return async () => await wholeList(service, list);
}

it('wholeList reads a list again that changes while it is read, so that no row is missed', async () => {
	const rows = await shrinking(2, (all) => all)();
	expect(rows.map(({ id }) => id)).toEqual(
		Array.from({ length: LARGEST_PAGE + 8 }, (_, id) => id + 2),
	);
});

it('wholeList finds nothing for certain in a list that changes each time', async () => {
	await expect(shrinking(9, (all) => all)()).rejects.toMatchObject({
		message: expect.stringMatching(
			/The list of things could not be read whole: the service counts \d+ and served \d+/,
		),
	});
});

it('wholeList finds nothing for certain in a list that is shorter than its count', async () => {
	await expect(shrinking(0, (all) => all + 1)()).rejects.toThrow('counts 1011 and served 1010');
});

it('wholeList takes a count of the page for no change', async () => {
	expect((await shrinking(0, (_all, page) => page)()).length).toBe(LARGEST_PAGE + 10);
});

it.each([
	['fewer than it counts', [{ id: 1 }], 3, 'counts 3 and served 1'],
	['none where it counts some', [], 3, 'counts 3 and served 0'],
	['records that are none of its own', [{ other: 1 }, {}], 2, 'records without id and name'],
])('wholeList takes a list in one answer for incomplete that serves %s', async (...row) => {
	const [, rows, count, issue] = row;
	const { service } = scriptedService(() => ({ data: { rows, meta: { count } } }));
	await expect(wholeList(service, { ...list, isPaged: false }, { of: 5 })).rejects.toThrow(issue);
});

it.each([
	[{ domain: 'x' }, true],
	[{ domain: undefined }, false],
	[{}, false],
])('wholeList with the filters %j takes a count of all records for one: %s', async (...row) => {
	const [query, isTaken] = row;
	const { service } = scriptedService(({ query: { page } = {} }) => ({
		data: { rows: page === 1 ? [{ id: 1 }] : [], meta: { total: 9 } },
	}));
	const read = wholeList(service, list, query);
	if (isTaken) expect(await read).toEqual([{ id: 1 }]);
	else await expect(read).rejects.toThrow('counts 9 and served 1');
});

it('wholeList takes an empty list that counts some for incomplete, and rows without an ID for several', async () => {
	const rowsOf = (rows: object[], total: number) =>
		scriptedService(({ query = {} }) => ({
			data: { rows: query.page === 1 ? rows : [], meta: { total } },
		})).service;
	await expect(wholeList(rowsOf([], 2), list)).rejects.toThrow('counts 2 and served 0');
	expect(await wholeList(rowsOf([], 0), list)).toEqual([]);
	const named = [{ name: 'a' }, { name: 'b' }];
	expect(await wholeList(rowsOf(named, 2), list)).toEqual(named);
});
