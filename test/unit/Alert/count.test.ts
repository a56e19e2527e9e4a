import { expect, it } from '@jest/globals';

import { count } from '../../../nodes/Alert/operations/count';
import { omit } from '../../../nodes/shared/json';
import { BETWEEN } from '../../cases/case';
import { scriptedService } from '../../support/unit/scriptedService';

const PROFILES = [
	{ profile_id: 901, profile_name: 'Logons' },
	{ profile_id: '1700000000000000001', profile_name: 'Services' },
];

type Params = Parameters<typeof count.rows>[1];

/** Counts at a service. @returns the items, what each search adds to the search of the node, and the notes */
async function counted(
	answer: object,
	groupBy: Params['groupBy'] = 'none',
	filters: Params['filters'] = {},
	{ next = answer, all = answer, profiles = PROFILES }: Record<string, object> = {},
) {
	const { service, asked, notes } = scriptedService(({ method, body = {} }) => {
		if (method === 'GET') return { data: profiles };
		const isOfGroup = body.severity ?? body.status ?? body.profile_ids;
		return { ...('cursor' in body ? next : isOfGroup === undefined ? all : answer) };
	});
	const params = { ...BETWEEN, timeRange: 'between' as const, groupBy, filters, unsent: {} };
	const items: unknown[] = [];
	for await (const page of count.rows(service, params, { now: 0, zone: 'UTC' }, 1)) {
		items.push(...page.rows);
		notes.push(...(page.missing ?? []));
	}
	const sent = asked
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => omit(body ?? {}, 'query', 'start_time', 'end_time'));
	return { items, sent, notes: notes.filter((text) => !text.startsWith('Search sent: ')) };
}

const more = (total_items?: unknown) => ({ data: [{}], meta: { cursor: 'c', total_items } });

it.each([
	['its total in text', more('12'), 12, undefined],
	['the most that a service may count', more(10_000), 10_000, '10000 or more'],
	['the alerts of a single page without a total', { data: [{}, {}], meta: {} }, 2, undefined],
	['the total of all of a page', { data: [{}], meta: { total_items: 1 } }, 1, undefined],
	[
		'its total, even if fewer are served',
		{ data: [], meta: { total_items: 5 } },
		5,
		'counts 5 alerts and served 0',
	],
	['too low if it is 0 beside alerts', more(0), 0, 'counts 0 alerts and served 1'],
	['unknown with a total that is no count', more('1,234'), null, 'gives no count'],
])('a count is %s, in one request', async (_what, answer, expected, says) => {
	expect(await counted(answer)).toEqual({
		items: [{ count: expected }],
		sent: [{}],
		notes: says === undefined ? [] : [expect.stringContaining(says)],
	});
});

it.each([
	['is doubted if alerts follow as many as it counts', [{}], ['counts 2 alerts and served 3']],
	['is right if none follows', [], []],
])('a count of the first page %s', async (_what, data, expected) => {
	const meta = { cursor: 'c', total_items: 2 };
	const first = { data: [{ Message: 'a' }, { Message: 'b' }], meta };
	expect(await counted(first, 'none', {}, { next: { data, meta } })).toEqual({
		items: [{ count: 2 }],
		sent: [{}, { cursor: 'c' }],
		notes: expected.map((text) => expect.stringContaining(text)),
	});
});

const GROUPS = [
	['severity', [{ severity: 'attention' }, { severity: 'critical' }, { severity: 'trouble' }]],
	['status', [{ status: 'closed' }, { status: 'in_progress' }, { status: 'open' }]],
	[
		'profile',
		[
			{ profile_name: 'Logons', profile_id: 901 },
			{ profile_name: 'Services', profile_id: '1700000000000000001' },
		],
	],
] as const;

it.each(GROUPS)('the groups of %s follow a count of all alerts', async (groupBy, groups) => {
	const { items, sent, notes } = await counted(more(2), groupBy);
	expect(items).toEqual(groups.map((group) => ({ ...group, count: 2 })));
	const byProfile = [901, 1_700_000_000_000_000_001n].map((id) => ({ profile_ids: [id] }));
	expect(sent).toEqual([{}, ...(groupBy === 'profile' ? byProfile : groups)]);
	expect(notes).toEqual([]);
});

it.each(GROUPS)('alerts in no group of %s are the last one', async (groupBy, { length }) => {
	const { items } = await counted(more(2), groupBy, {}, { all: more(9) });
	const cells =
		groupBy === 'profile' ? { profile_name: 'other', profile_id: null } : { [groupBy]: 'other' };
	expect(items.slice(length)).toEqual([{ ...cells, count: 9 - 2 * length }]);
});

it.each([
	[more(2), more(10_000)],
	[more('?'), more(9)],
])('alerts in no group are unknown if %j is a group of %j', async (group, all) => {
	const { items, notes } = await counted(group, 'status', {}, { all });
	expect([items.length, notes.at(-1)]).toEqual([3, expect.stringMatching(/alerts in no group/)]);
});

it.each<[Params['groupBy'], Params['filters'], object[]]>([
	['severity', { severity: ['critical'] }, [{ severity: 'critical' }]],
	['status', { status: ['open'] }, [{ status: 'open' }]],
	[
		'profile',
		{ profile_ids: [901, 7] },
		[
			{ profile_name: 'Logons', profile_id: 901 },
			{ profile_name: '', profile_id: 7 },
		],
	],
])('the groups of %s are those of the filter %j', async (groupBy, filters, groups) => {
	const { items, notes } = await counted(more(10_000), groupBy, filters);
	expect(items).toEqual(groups.map((group) => ({ ...group, count: 10_000 })));
	expect(new Set(notes).size).toBe(1);
});

it('a profile without an ID is an error', async () => {
	const profiles = [{ profile_id: 'A-1', profile_name: 'Logons' }];
	await expect(counted(more(2), 'profile', {}, { profiles })).rejects.toThrow(
		'it lists alert profiles without an ID',
	);
});
