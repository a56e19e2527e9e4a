import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../../nodes/shared/json';
import { findListed, type Wanted } from '../../../../nodes/shared/pagination/findListed';
import type { List } from '../../../../nodes/shared/pagination/list';
import { scriptedService } from '../../../support/unit/scriptedService';
import { THINGS as list } from '../../../support/unit/things';

const row = (id: number, name: string, domain: string): IDataObject => ({ id, name, domain });
const all = [
	row(1, 'a', 'x'),
	row(2, 'A', 'x'),
	row(3, 'b', 'x'),
	row(4, 'b', 'y'),
	row(5, ' c', 'x'),
];

/** The ids that are found for each, and what was asked for; filters compare with regard to case. */
async function found(wanted: readonly Wanted[], things: List = list) {
	const { service, asked } = scriptedService(({ query = {} }) => {
		const { page = 1, limit: _limit, ...filters } = query;
		const rows = all.filter((each) =>
			Object.entries(filters).every(([name, value]) => asText(each[name]) === asText(value)),
		);
		return { data: { rows: page === 1 ? rows : [] } };
	});
	const find = await findListed(service, things, wanted);
	const queries = asked.flatMap(({ query: { page = 1, limit: _limit, ...filters } = {} }) =>
		page === 1 ? [filters] : [],
	);
	return { ids: wanted.map((one) => find(one).map(({ id }) => id)), queries };
}

it('findListed asks for nothing if nothing is wanted', async () => {
	expect(await found([])).toEqual({ ids: [], queries: [] });
});

it('findListed asks for each of a few, and for the whole list if a name is not found so', async () => {
	expect(await found([{ id: 3 }, { name: 'a' }, { id: 9 }])).toEqual({
		ids: [[3], [1], []],
		queries: [{ id: 3 }, { name: 'a' }, { id: 9 }],
	});
	expect(await found([{ name: 'a' }, { name: 'C' }])).toEqual({
		ids: [[1], [5]],
		queries: [{ name: 'a' }, { name: 'C' }, {}],
	});
});

it('findListed reads the whole list for many, each only once', async () => {
	const many = Array.from({ length: 11 }, (_none, id) => ({ id }));
	expect((await found(many)).queries).toEqual([{}]);
	expect((await found(Array.from({ length: 11 }, () => ({ id: 1 })))).queries).toEqual([{ id: 1 }]);
	expect((await found([{ name: 'a' }], { ...list, isPaged: false })).queries).toEqual([{}]);
});

it('findListed takes an exact spelling before one that differs, in one item as in many', async () => {
	const names = ['a', 'A', 'B', 'c', ...Array.from({ length: 9 }, (_none, at) => `none ${at}`)];
	const many = names.map((name) => ({ name }));
	const alone = await Promise.all(many.map(async (one) => (await found([one])).ids[0]));
	expect(alone.slice(0, 4)).toEqual([[1], [2], [3, 4], [5]]);
	expect((await found(many)).ids).toEqual(alone);
});

it('findListed tells namesakes apart by what they are within', async () => {
	const wanted = ['x', 'y', 'z'].map((domain) => ({ name: 'B', within: { domain } }));
	expect((await found(wanted)).ids).toEqual([[3], [4], []]);
});
