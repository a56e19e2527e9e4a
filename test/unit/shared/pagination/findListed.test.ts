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
	row(6, 'd', 'x'),
	row(7, 'D ', 'x'),
];

/** The readings of a filter. */
const FILTERS: Record<string, (text: string, filter: string) => boolean> = {
	'with regard to case': (text, filter) => text === filter,
	'without regard to case': (text, filter) => text.toLowerCase() === filter.toLowerCase(),
	'by parts': (text, filter) => text.toLowerCase().includes(filter.toLowerCase()),
};

/** The ids that are found for each, and what was asked for. */
async function found(
	wanted: readonly Wanted[],
	things: List = list,
	passes = FILTERS['with regard to case'],
) {
	const { service, asked } = scriptedService(({ query = {} }) => {
		const { page = 1, limit: _limit, ...filters } = query;
		const rows = all.filter((each) =>
			Object.entries(filters).every(([name, value]) =>
				typeof value === 'string' ? passes?.(asText(each[name]), value) : each[name] === value,
			),
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

it.each(Object.entries(FILTERS))(
	'findListed takes an exact spelling before one that differs, in one item as in many, where filters compare %s',
	async (_how, passes) => {
		const names = ['a', 'A', 'B', 'c', ' b ', 'D', 'd', 'none', '', 'a ', 'D '];
		const many = [
			...names.map((name) => ({ name })),
			...['x', 'X', 'Y ', 'z'].map((domain) => ({ name: 'B', within: { domain } })),
		];
		const alone = await Promise.all(
			many.map(async (one) => (await found([one], list, passes)).ids[0]),
		);
		expect(alone).toEqual([
			...[[1], [2], [3, 4], [5], [3, 4], [6, 7], [6], [], [], [1, 2], [7]],
			...[[3], [3], [4], []],
		]);
		expect((await found(many, list, passes)).ids).toEqual(alone);
	},
);

it('findListed searches a listing once for a name that many items give', async () => {
	let looked = 0;
	const rows = Array.from({ length: 500 }, () => ({
		get name() {
			looked += 1;
			return 'same';
		},
	}));
	const { service } = scriptedService(({ query = {} }) => ({
		data: { rows: query['page'] === 1 ? rows : [] },
	}));
	const wanted = Array.from({ length: 500 }, () => ({ name: 'same', within: { name: 'other' } }));
	const find = await findListed(service, list, wanted);
	for (const one of wanted) find(one);
	expect(looked).toBeLessThan(10 * rows.length);
});

it.each([
	['counts more than it serves', [], 4, 'counts 4 and served 0'],
	['counts all there is', [], all.length, [3]],
	['counts what it serves', [row(9, 'z', 'x')], 1, []],
])('findListed asks for all if a filter by ID finds nothing and %s', async (...given) => {
	const [, filtered, total, found] = given;
	const { service } = scriptedService(({ query = {} }) => {
		const whole = total === all.length ? all : [];
		const rows = query['id'] === undefined ? whole : filtered;
		return { data: { rows: query['page'] === 1 ? rows : [], meta: { total } } };
	});
	const finding = findListed(service, list, [{ id: 3 }]);
	if (typeof found === 'string') await expect(finding).rejects.toThrow(found);
	else expect((await finding)({ id: 3 }).map(({ id }) => id)).toEqual(found);
});

it('findListed finds in a list of one answer what it serves, whatever it counts', async () => {
	const { service } = scriptedService(() => ({
		data: { rows: all, meta: { count: all.length + 1 } },
	}));
	const things = { ...list, isPaged: false };
	const find = await findListed(service, things, [{ id: 3 }]);
	expect(find({ id: 3 })).toHaveLength(1);
	await expect(findListed(service, things, [{ id: 3 }, { id: 9 }])).rejects.toThrow(
		'could not be read whole',
	);
});
