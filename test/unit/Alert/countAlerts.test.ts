import { describe, expect, it } from '@jest/globals';

import { countGroups, profileGroups, type AlertGroup } from '../../../nodes/Alert/countAlerts';
import type { ApiRequest } from '../../../nodes/shared/http/request';
import type { JsonObject } from '../../../nodes/shared/json';
import { scriptedService } from '../../support/unit/scriptedService';

const search: ApiRequest = {
	method: 'POST',
	path: '/alerts',
	body: { start_time: '2026-01-01T00:00:00Z', severity: 'critical,trouble' },
};
const bySeverity: AlertGroup[] = ['critical', 'trouble'].map((severity) => ({
	shown: { severity },
	filter: { severity },
}));

/** The items of groups at a service with these answers, what was asked of it, and the notes. */
async function counted(groups: readonly AlertGroup[], answers: readonly JsonObject[]) {
	const items: unknown[] = [];
	const { service, asked, notes } = scriptedService((_request, index) => answers[index] ?? {});
	for await (const item of countGroups(
		service,
		[{ query: undefined, values: [], request: search }],
		groups,
	))
		items.push(item);
	return { items, asked: asked.map(({ body }) => body), notes };
}

const pageOf = (total_items: unknown, at = 0) => ({
	data: [{ at }],
	meta: { total_items, cursor: 'more' },
});

describe('counting alerts', () => {
	it('takes one request a group for any count', async () => {
		expect(await counted(bySeverity, [pageOf(70_000), { data: [], meta: {} }])).toEqual({
			items: [
				{ severity: 'critical', count: 70_000 },
				{ severity: 'trouble', count: 0 },
			],
			asked: [
				{ ...search.body, severity: 'critical' },
				{ ...search.body, severity: 'trouble' },
			],
			notes: [],
		});
	});

	it.each([10_000, '10000'])(
		'says that %j may be where the service stops counting',
		async (total) => {
			const { items, notes } = await counted([{ shown: {}, filter: {} }], [pageOf(total)]);
			expect(items).toEqual([{ count: 10_000 }]);
			expect(notes).toEqual([expect.stringContaining('there may be more alerts')]);
		},
	);

	it.each([undefined, null, '1,234', -1, 12.5, 0])(
		'reads the pages where the total is %j, and gives no count where they are too many',
		async (total) => {
			const end = { data: [], meta: {} };
			const all = [{ shown: {}, filter: {} }];
			const few = await counted(all, [pageOf(total), pageOf(total, 1), end]);
			expect(few).toMatchObject({ items: [{ count: 2 }], notes: [] });
			const many = await counted(
				all,
				Array.from({ length: 60 }, (_none, at) => pageOf(total, at)),
			);
			expect(many).toMatchObject({
				items: [{ count: null }],
				notes: [expect.stringContaining('no count that can be relied on')],
				asked: { length: 50 },
			});
		},
	);

	it('reads on where the total may be that of the page, until a cursor led to nothing', async () => {
		const end = { data: [], meta: { cursor: 'more' } };
		expect(
			await counted(
				[...bySeverity, ...bySeverity],
				[pageOf(1), end, pageOf(1), pageOf(1), pageOf(1)],
			),
		).toMatchObject({
			items: [1, 1, 1, 1].map((count) => ({ count })),
			asked: { length: 5 },
			notes: [],
		});
		expect(await counted(bySeverity, [pageOf(1), pageOf(1, 2), end, pageOf(1), end])).toMatchObject(
			{
				items: [{ count: 2 }, { count: 1 }],
				notes: [],
			},
		);
	});

	it('takes a page without a cursor for all there is', async () => {
		const { items } = await counted([{ shown: {}, filter: {} }], [{ data: [{}, {}], meta: {} }]);
		expect(items).toEqual([{ count: 2 }]);
	});

	it('refuses an answer without a list of alerts', async () => {
		await expect(counted(bySeverity, [{ data: 'none' }])).rejects.toThrow('no list of records');
	});
});

const { service } = scriptedService(() => ({
	data: [
		{ profile_id: 901, profile_name: 'Logons' },
		{ profile_id: '1700000000000000001', profile_name: 'Services' },
	],
}));

it('the groups of profiles are those that the service lists', async () => {
	expect(await profileGroups(service, [])).toEqual([
		{ shown: { profile_name: 'Logons', profile_id: 901 }, filter: { profile_ids: [901] } },
		{
			shown: { profile_name: 'Services', profile_id: '1700000000000000001' },
			filter: { profile_ids: [1_700_000_000_000_000_001n] },
		},
	]);
});

it('the groups of profiles are those of the filter where it names some, listed or not', async () => {
	expect(await profileGroups(service, [901, 7])).toEqual([
		{ shown: { profile_name: 'Logons', profile_id: 901 }, filter: { profile_ids: [901] } },
		{ shown: { profile_name: '', profile_id: 7 }, filter: { profile_ids: [7] } },
	]);
});
