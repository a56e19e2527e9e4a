import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../../../../nodes/shared/http/apiError';
import { readWholeList, type ServiceList } from '../../../../nodes/shared/pagination/list';
import type { ServiceAccess } from '../../../../nodes/shared/pagination/pages';
import { findRecords, onlyRow, type Target } from '../../../../nodes/shared/records/findRecords';
import { asText } from '../../../../nodes/shared/texts';
import { errorOf } from '../../../support/unit/errorOf';
import { scriptedService } from '../../../support/unit/scriptedService';
import { THINGS } from '../../../support/unit/things';

const row = (id: number, name: string, domain: string, alias = ''): IDataObject => ({
	...{ id, name, domain },
	...(alias && { alias }),
});
const all = [
	row(1, 'a', 'x'),
	row(2, 'A', 'x'),
	row(3, 'b', 'x', 'b.x'),
	row(4, 'b', 'y', 'b.y'),
	row(5, ' c', 'x'),
	row(6, 'd', 'x'),
	row(7, 'D ', 'x', 'A'),
	row(20, '3', 'x', 'B'),
];
const LIST: ServiceList = { ...THINGS, aliasOf: ({ alias }) => alias };

async function rowsOf(
	service: ServiceAccess,
	list: ServiceList,
	targets: readonly Target[],
	mayBeNew = false,
): Promise<unknown[]> {
	const session = { service };
	const items = targets.map((target) => ({ session, target }));
	return [...(await findRecords(list, items, ({ target }) => target, mayBeNew)).values()];
}

/** Finds targets with filters that regard case and blanks if `exact`. @returns the IDs, and the filters requested */
async function found(
	targets: readonly Target[],
	{ list = LIST, exact = false, isNew = false } = {},
) {
	const keyOf = (value: unknown): string =>
		exact ? asText(value) : asText(value).trim().toLowerCase();
	const { service, asked } = scriptedService(({ query = {} }) => {
		const { page: _page, limit: _limit, ...filters } = query;
		const rows = all.filter((each) =>
			Object.entries(filters).every(([name, value]) => keyOf(each[name]) === keyOf(value)),
		);
		return { data: { rows, meta: { total: rows.length, limit: 1000 } } };
	});
	const rows = (await rowsOf(service, list, targets, isNew)) as IDataObject[][];
	const queries = asked.map(({ query: { page: _page, limit: _limit, ...rest } = {} }) => rest);
	return { ids: rows.map((same) => same.map(({ id }) => id)), queries };
}

describe('looking up records', () => {
	it('requests up to ten targets once each by their filters, and the list once for other names', async () => {
		const targets = [
			{ id: 3 },
			{ name: 'a' },
			{ id: 9, within: { domain: 'x' } },
			{ id: 3 },
			{ name: 'B.Y.' },
			{ name: 'b', within: { domain: 'y' } },
			{ name: 'none' },
			{ name: '3' },
		];
		expect(await found(targets)).toEqual({
			ids: [[3], [1], [], [3], [4], [4], [], [20]],
			queries: [
				...[{ id: 3 }, { name: 'a' }, { id: 9 }, { name: 'B.Y.' }, {}],
				...[{ name: 'b', domain: 'y' }, { name: 'none' }, { name: '3' }],
			],
		});
	});

	it('finds no row that lacks the field of a filter, and each row without an ID', async () => {
		const rows = [
			{ name: 'a', id: '' },
			{ name: 'b', id: '' },
		];
		const { service } = scriptedService(() => ({
			data: { rows, meta: { total: 2, limit: 1000 } },
		}));
		const within = { domain: 'x' };
		expect(await rowsOf(service, LIST, [{ name: 'a', within }])).toEqual([[]]);
		const names = [{ name: 'a' }, { name: 'b' }];
		expect(await rowsOf(service, LIST, names, true)).toEqual([[rows[0]], [rows[1]]]);
	});

	it('finds a row that a list shows twice, and knows no absent one if rows are missing', async () => {
		const rows = [all[0], all[0]];
		const { service } = scriptedService(() => ({ data: { rows, meta: { count: 3 } } }));
		const targets = [{ id: 1 }, { id: 2 }, { name: 'none' }];
		const incomplete = { kind: 'incomplete' };
		expect(await rowsOf(service, { ...LIST, isPaged: false }, targets)).toMatchObject([
			[{ id: 1 }],
			incomplete,
			incomplete,
		]);
	});

	it.each([
		[true, false, []],
		[true, true, []],
		// A list that was filtered by a field may leave it out.
		[false, false, [6]],
	])(
		'takes a row without a domain for one of the domain only if the list was filtered by it: %s, %s',
		async (isPaged, isNew, ids) => {
			const { service } = scriptedService(({ query = {} }) => ({
				data: {
					rows: query['name'] === undefined ? [{ id: 6, name: 'f' }] : [],
					meta: { total: 1, limit: 1000 },
				},
			}));
			const target = { name: 'f', within: { domain: 'x' } };
			const [rows] = await rowsOf(service, { ...LIST, isPaged }, [target], isNew);
			expect(rows).toMatchObject(ids.map((id) => ({ id })));
		},
	);

	it('reads the list at once for more than ten targets, for new things, and without filters', async () => {
		const eleven = Array.from({ length: 11 }, (_none, id) => ({ id }));
		expect(await found(eleven)).toEqual({
			ids: [[], [1], [2], [3], [4], [5], [6], [7], [], [], []],
			queries: [{}],
		});
		expect((await found(eleven.slice(1))).queries).toHaveLength(10);
		expect((await found(Array<Target>(11).fill({ id: 3 }))).queries).toEqual([{ id: 3 }]);
		expect((await found([{ name: 'a' }], { isNew: true })).queries).toEqual([{}]);
		const list = { ...LIST, isPaged: false };
		expect((await found([{ id: 3 }, { name: 'a' }], { list })).queries).toEqual([{}]);
	});

	it.each([true, false])(
		'finds the exact name, else one in another case, else an alias, alone as together; exact filters: %s',
		async (exact) => {
			const names = ['a', 'A', 'B', 'c', 'b', 'D', 'd', 'none', 'b.x', 'B.Y', 'b.z'];
			const targets = [
				...names.map((name) => ({ name })),
				...['x', 'y', 'z'].map((domain) => ({ name: 'B', within: { domain } })),
				{ name: 'b.x', within: { domain: 'y' } },
			];
			const alone = await Promise.all(
				targets.map(async (target) => (await found([target], { exact })).ids[0]),
			);
			expect(alone).toEqual([
				...[[1], [2], [3, 4], [5], [3, 4], [6, 7], [6], [], [3], [4], []],
				...[[3], [4], [], []],
			]);
			expect((await found(targets, { exact })).ids).toEqual(alone);
		},
	);

	it.each([
		['x', 'y'],
		['y', 'x'],
	])('reports a list that was refused only to its own targets: %s, %s', async (...domains) => {
		const { service } = scriptedService(({ query = {} }) =>
			query['domain'] === 'y' ? errorOf('refused') : { data: { rows: all } },
		);
		const targets = domains.map((domain) => ({ name: 'b', within: { domain } }));
		const rows = await rowsOf(service, { ...LIST, isPaged: false }, targets);
		expect(targets.filter((_target, at) => rows[at] instanceof ApiError)).toEqual([
			{ name: 'b', within: { domain: 'y' } },
		]);
	});

	it.each([true, false])(
		'finds what is shown in a list that serves less than it counts, with filters: %s',
		async (hasFilters) => {
			const { service, notes } = scriptedService(({ query = {} }) => ({
				data: { rows: query['page'] === 1 ? all : [], meta: { total: 9 } },
			}));
			const targets = [{ id: 1 }, { name: 'A' }, { name: 'absent' }];
			expect(await rowsOf(service, LIST, targets, !hasFilters)).toMatchObject([
				[{ id: 1 }],
				[{ id: 2 }],
				{ kind: 'incomplete' },
			]);
			expect(notes).toContainEqual(expect.stringContaining('counts 9 records and served'));
		},
	);
});

const escaped = (text: string): string => text.replaceAll(/[().]/g, '\\$&');

it('an error names filters as the nodes do', () => {
	const target = { name: 'b', within: { log_type_id: 5 } };
	expect(() => onlyRow(LIST, target, [])).toThrow('named "b" with Log Type 5');
});

it.each([
	[5, 'b (ID 5)'],
	[6, 'b (ID 5), … and 1 more'],
])('an error names five of %i things of one name', (count, ending) => {
	const rows = Array.from({ length: count }, (_none, at) => ({ id: at + 1, name: 'b' }));
	expect(() => onlyRow(LIST, { name: 'b' }, rows)).toThrow(new RegExp(`${escaped(ending)}$`));
});

it.each([
	[['x', 'y'], 'Set Domain to one of: x, y.'],
	[['x', 'y', 'y'], 'Use the ID if this operation takes one, or rename the others in the service.'],
	[['x', 'x'], 'Use the ID if this operation takes one, or rename the others in the service.'],
])('an error about things of one name in %j says what tells them apart', (domains, advice) => {
	const list = { ...LIST, namespace: { field: 'domain', label: 'Domain' } };
	const rows = domains.map((domain, at) => ({ id: at + 1, name: 'b', domain }));
	expect(() => onlyRow(list, { name: 'b' }, rows)).toThrow(
		expect.objectContaining({ description: advice }),
	);
});

it('a whole list that serves another number of rows than it counts is refused', async () => {
	const { service } = scriptedService(() => ({ data: { rows: all, meta: { total: 9 } } }));
	const things = { ...THINGS, isPaged: false };
	const counted = scriptedService(() => ({ data: { rows: all, meta: { count: 9 } } }));
	expect(await readWholeList(service, things)).toHaveLength(all.length);
	await expect(readWholeList(counted.service, things)).rejects.toThrow(
		'The list of things could not be read completely',
	);
});
