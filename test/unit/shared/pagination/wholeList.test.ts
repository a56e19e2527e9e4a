import { expect, it } from '@jest/globals';

import { dataOf } from '../../../../nodes/shared/json';
import { LARGEST_PAGE } from '../../../../nodes/shared/pagination/paginate';
import type { List } from '../../../../nodes/shared/pagination/list';
import { findRows } from '../../../../nodes/shared/pagination/wholeList';
import { scriptedService } from '../../../support/unit/scriptedService';

/** The rows that a service holds by name. */
const all = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

const list: List = {
	noun: 'thing',
	nouns: 'things',
	request: { method: 'GET', path: '/things', scope: 'logsources.READ' },
	rows: (body) => dataOf(body).rows,
	isPaged: true,
	id: 'id',
	name: 'name',
	columns: [],
};
const times = (count: number, name: string) => Array.from({ length: count }, () => ({ name }));
const find = async (queries: Array<{ name: string }>) => {
	const { service, asked } = scriptedService(({ query = {} }) => {
		const rows = query.page === 1 ? all.filter(({ name }) => name === (query.name ?? name)) : [];
		return { data: { rows } };
	});
	const rows = await findRows(service, list, queries);
	const names = asked.flatMap(({ query = {} }) => (query.page === 1 ? [query.name] : []));
	return { rows, names };
};

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
	const queries = Array.from({ length: 11 }, (_, id) => ({ id }));
	return async () => await findRows(service, list, queries);
}

it('findRows reads a list again that changes while it is read, so that no row is missed', async () => {
	const rows = await shrinking(2, (all) => all)();
	expect(rows.map(({ id }) => id)).toEqual(
		Array.from({ length: LARGEST_PAGE + 8 }, (_, id) => id + 2),
	);
});

it('findRows finds nothing for certain in a list that changes each time', async () => {
	await expect(shrinking(9, (all) => all)()).rejects.toMatchObject({
		message: expect.stringMatching(
			/The list of things could not be read whole: the service counts \d+ and served \d+/,
		),
	});
});

it('findRows finds nothing for certain in a list that is shorter than its count', async () => {
	await expect(shrinking(0, (all) => all + 1)()).rejects.toThrow('counts 1011 and served 1010');
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
