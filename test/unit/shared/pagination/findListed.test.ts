import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../../../../nodes/shared/http/apiError';
import { asText } from '../../../../nodes/shared/json';
import { findListed, type Wanted } from '../../../../nodes/shared/pagination/findListed';
import { wholeList, type List } from '../../../../nodes/shared/pagination/list';
import { scriptedService } from '../../../support/unit/scriptedService';
import { THINGS } from '../../../support/unit/things';

const row = (id: number, name: string, domain: string): IDataObject => ({ id, name, domain });
const all = [
	row(1, 'a', 'x'),
	row(2, 'A', 'x'),
	row(3, 'b', 'x'),
	row(4, 'b', 'y'),
	row(5, ' c', 'x'),
	row(6, 'd', 'x'),
	row(7, 'D ', 'x'),
];

/** The ids that are found for each, and what was asked for; filters do not regard case and blanks. */
async function found(wanted: readonly Wanted[], list: List = THINGS) {
	const { service, asked } = scriptedService(({ query = {} }) => {
		const { page: _page, limit: _limit, ...filters } = query;
		const rows = all.filter((each) =>
			Object.entries(filters).every(
				([name, value]) =>
					asText(each[name]).trim().toLowerCase() === String(value).trim().toLowerCase(),
			),
		);
		return { data: { rows } };
	});
	const find = await findListed(service, list, wanted);
	const queries = asked.map(({ query: { page: _page, limit: _limit, ...rest } = {} }) => rest);
	return { ids: wanted.map((one) => find(one).map(({ id }) => id)), queries };
}

describe('findListed', () => {
	it('asks for nothing if nothing is wanted', async () => {
		expect(await found([])).toEqual({ ids: [], queries: [] });
	});

	it('asks for each of at most ten once, by its filter', async () => {
		const wanted = [
			{ id: 3 },
			{ name: 'a' },
			{ id: 9 },
			{ id: 3 },
			{ name: ' b', within: { domain: 'y ' } },
		];
		expect(await found(wanted)).toEqual({
			ids: [[3], [1], [], [3], [4]],
			queries: [{ id: 3 }, { name: 'a' }, { id: 9 }, { name: 'b', domain: 'y' }],
		});
	});

	it('reads the whole list once for more, and a list without filters', async () => {
		const eleven = Array.from({ length: 11 }, (_none, id) => ({ id }));
		expect(await found(eleven)).toEqual({
			ids: [[], [1], [2], [3], [4], [5], [6], [7], [], [], []],
			queries: [{}],
		});
		const single = { ...THINGS, isPaged: false };
		expect((await found([{ id: 3 }, { name: 'a' }], single)).queries).toEqual([{}]);
	});

	it('takes an exact spelling before one that differs in case or blanks, in one item as in many', async () => {
		const names = ['a', 'A', 'B', 'c', ' b ', 'D', 'd', 'none', '', 'a ', 'D '];
		const many = [
			...names.map((name) => ({ name })),
			...['x', 'X', 'Y ', 'z'].map((domain) => ({ name: 'B', within: { domain } })),
		];
		const alone = await Promise.all(many.map(async (one) => (await found([one])).ids[0]));
		expect(alone).toEqual([
			...[[1], [2], [3, 4], [5], [3, 4], [6, 7], [6], [], [], [1, 2], [7]],
			...[[3], [3], [4], []],
		]);
		expect((await found(many)).ids).toEqual(alone);
	});

	it('tells a listing that was refused only of what it was read for', async () => {
		const { service } = scriptedService(({ query = {} }) =>
			query['id'] === 2 ? new ApiError('refused', { reason: 'no' }) : { data: { rows: [all[0]] } },
		);
		const find = await findListed(service, THINGS, [{ id: 1 }, { id: 2 }]);
		expect(find({ id: 1 })).toHaveLength(1);
		expect(() => find({ id: 2 })).toThrow(ApiError);
	});

	it('ends with a refusal that holds for every listing', async () => {
		const { service, asked } = scriptedService(() => new ApiError('unauthorized'));
		await expect(findListed(service, THINGS, [{ id: 1 }, { id: 2 }])).rejects.toThrow(ApiError);
		expect(asked.length).toBe(1);
	});
});

it('a whole list that serves another number of rows than it counts is refused', async () => {
	const { service } = scriptedService(() => ({ data: { rows: all, meta: { total: 9 } } }));
	const things = { ...THINGS, isPaged: false, rows: THINGS.rows };
	const counted = scriptedService(() => ({ data: { rows: all, meta: { count: 9 } } }));
	expect(await wholeList(service, things)).toHaveLength(all.length);
	await expect(wholeList(counted.service, things)).rejects.toThrow(
		'The list of things could not be read whole',
	);
});
