import { expect, it } from '@jest/globals';

import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { dataOf } from '../../../../nodes/shared/json';
import { LARGEST_PAGE } from '../../../../nodes/shared/pagination/paginate';
import { findRows } from '../../../../nodes/shared/pagination/findRows';
import { scriptedService } from '../../../support/unit/scriptedService';

/** The rows that a service holds by name. */
const all = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

const request: ApiRequest = { method: 'GET', path: '/log-sources' };
const times = (count: number, name: string) => Array.from({ length: count }, () => ({ name }));
const find = async (queries: Array<{ name: string }>) => {
	const { service, asked } = scriptedService(({ query = {} }) => {
		const rows = query.page === 1 ? all.filter(({ name }) => name === (query.name ?? name)) : [];
		return { data: { rows } };
	});
	const rows = await findRows(service, request, (body) => dataOf(body).rows, queries);
	const names = asked.flatMap(({ query = {} }) => (query.page === 1 ? [query.name] : []));
	return { rows, names };
};

/** A service whose list of two pages loses its first row after page 1, in so many readings. */
function shrinking(readings: number, totalOf: (all: number, page: number) => number) {
	let left = readings;
	let list = Array.from({ length: LARGEST_PAGE + 10 }, (_, id) => ({ id }));
	const { service } = scriptedService(({ query = {} }) => {
		const start = (Number(query.page) - 1) * LARGEST_PAGE;
		const rows = list.slice(start, start + LARGEST_PAGE);
		const total = totalOf(list.length, rows.length);
		if (query.page === 1 && left-- > 0) list = list.slice(1);
		return { data: { rows, meta: { total } } };
	});
	const queries = Array.from({ length: 11 }, (_, id) => ({ id }));
	return async () => await findRows(service, request, (body) => dataOf(body).rows, queries);
}

it('findRows reads a list again that changes while it is read, so that no row is missed', async () => {
	const rows = await shrinking(2, (all) => all)();
	expect(rows.map(({ id }) => id)).toEqual(
		Array.from({ length: LARGEST_PAGE + 8 }, (_, id) => id + 2),
	);
});

it('findRows finds nothing for certain in a list that changes each time', async () => {
	await expect(shrinking(9, (all) => all)()).rejects.toMatchObject({
		message: expect.stringContaining('the list changes while it is read'),
	});
});

it('findRows takes a count of the page for no change', async () => {
	expect((await shrinking(0, (_all, page) => page)()).length).toBe(LARGEST_PAGE + 10);
});

it('findRows asks for nothing where nothing is looked for', async () => {
	expect(await find([])).toEqual({ rows: [], names: [] });
});

it('findRows asks for each of a few', async () => {
	expect(await find([{ name: 'c' }, { name: 'x' }, { name: 'a' }])).toEqual({
		rows: [{ name: 'c' }, { name: 'a' }],
		names: ['c', 'x', 'a'],
	});
	expect((await find(times(10, 'a'))).names.length).toBe(10);
});

it('findRows reads the whole list for many', async () => {
	expect(await find(times(11, 'c'))).toEqual({
		rows: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
		names: [undefined],
	});
});
