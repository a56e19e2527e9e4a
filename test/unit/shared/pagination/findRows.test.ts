import { describe, expect, it } from '@jest/globals';

import type { ApiRequest } from '../../../../nodes/shared/http/request';
import { dataOf } from '../../../../nodes/shared/json';
import { findRows } from '../../../../nodes/shared/pagination/findRows';

/** A service that holds three rows by name, and what it was asked. */
function serving() {
	const asked: Array<ApiRequest['query']> = [];
	const all = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
	const send = ({ query = {} }: ApiRequest) => {
		asked.push(query);
		const rows = query.page === 1 ? all.filter(({ name }) => name === (query.name ?? name)) : [];
		return Promise.resolve({ body: { data: { rows } }, date: undefined });
	};
	return { asked, service: { send, pause: () => Promise.resolve(), note: () => undefined } };
}

const request: ApiRequest = { method: 'GET', path: '/log-sources' };
const times = (count: number, name: string) => Array.from({ length: count }, () => ({ name }));
const find = async (queries: Array<{ name: string }>) => {
	const { asked, service } = serving();
	const rows = await findRows(service, request, (body) => dataOf(body).rows, queries);
	return { rows, names: asked.flatMap(({ name, page } = {}) => (page === 1 ? [name] : [])) };
};

describe('findRows', () => {
	it('asks for nothing where nothing is looked for', async () => {
		expect(await find([])).toEqual({ rows: [], names: [] });
	});

	it('asks for each of a few', async () => {
		expect(await find([{ name: 'c' }, { name: 'x' }, { name: 'a' }])).toEqual({
			rows: [{ name: 'c' }, { name: 'a' }],
			names: ['c', 'x', 'a'],
		});
		expect((await find(times(10, 'a'))).names.length).toBe(10);
	});

	it('reads the whole list for many', async () => {
		expect(await find(times(11, 'c'))).toEqual({
			rows: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
			names: [undefined],
		});
	});
});
