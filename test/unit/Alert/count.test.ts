import { expect, it } from '@jest/globals';

import { count } from '../../../nodes/Alert/operations/count';
import { omit } from '../../../nodes/shared/json';
import { BETWEEN } from '../../cases/case';
import { scriptedService } from '../../support/unit/scriptedService';

const PROFILES = [
	{ profile_id: 901, profile_name: 'Logons' },
	{ profile_id: '1700000000000000001', profile_name: 'Services' },
];

/**
 * Counts at a service with one answer to each search, or with another one to a next page.
 * @returns the items, what each search adds to the search of the node, the notes
 */
async function counted(
	answer: object,
	groupBy: 'none' | 'profile' | 'severity' | 'status' = 'none',
	filters: Parameters<typeof count.rows>[1]['filters'] = {},
	next = answer,
) {
	const { service, asked, notes } = scriptedService(({ method, body = {} }) =>
		method === 'POST' ? { ...('cursor' in body ? next : answer) } : { data: PROFILES },
	);
	const params = { ...BETWEEN, timeRange: 'between' as const, groupBy, filters, unsent: {} };
	const items: unknown[] = [];
	for await (const page of count.rows(service, params, { now: 0, zone: 'UTC' }, 1)) {
		items.push(...page.rows);
		notes.push(...(page.missing ?? []));
	}
	const sent = asked
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => omit(body ?? {}, 'query', 'start_time', 'end_time'));
	return { items, sent, notes };
}

const more = (total_items?: unknown) => ({ data: [{}], meta: { cursor: 'c', total_items } });

it.each([
	['its total in text', more('12'), 12, undefined],
	['the most that a service may count', more(10_000), 10_000, '10000 or more'],
	['the alerts of a single page without a total', { data: [{}, {}], meta: {} }, 2, undefined],
	['the total of all of a page', { data: [{}], meta: { total_items: 1 } }, 1, undefined],
	[
		'short of its own total',
		{ data: [], meta: { total_items: 5 } },
		5,
		'counts 5 alerts and served 0',
	],
	['too low if it is 0 beside alerts', more(0), 0, 'is too low'],
	['unknown with a total that is no count', more('1,234'), null, 'gives no count'],
])('a count is %s, in one request', async (_what, answer, expected, says) => {
	expect(await counted(answer)).toEqual({
		items: [{ count: expected }],
		sent: [{}],
		notes: says === undefined ? [] : [expect.stringContaining(says)],
	});
});

it.each([
	['is too low if alerts follow as many as it counts', [{}], ['The count is too low']],
	['is right if none follows', [], []],
])('a count of the first page %s', async (_what, data, expected) => {
	const meta = { cursor: 'c', total_items: 2 };
	const first = { data: [{ Message: 'a' }, { Message: 'b' }], meta };
	expect(await counted(first, 'none', {}, { data, meta })).toEqual({
		items: [{ count: 2 }],
		sent: [{}, { cursor: 'c' }],
		notes: expected.map((text) => expect.stringContaining(text)),
	});
});

it.each([
	['none', [{}]],
	['severity', [{ severity: 'attention' }, { severity: 'critical' }, { severity: 'trouble' }]],
	['status', [{ status: 'closed' }, { status: 'in_progress' }, { status: 'open' }]],
] as const)('the groups of %s have their values and their filters', async (groupBy, groups) => {
	const { items, sent } = await counted(more(2), groupBy);
	expect(items).toEqual(groups.map((group) => ({ ...group, count: 2 })));
	expect(sent).toEqual(groups);
});

it('the groups of severity and status are those of the filter', async () => {
	const bySeverity = await counted(more(2), 'severity', { severity: ['critical'] });
	expect(bySeverity.items).toEqual([{ severity: 'critical', count: 2 }]);
	const byStatus = await counted(more(2), 'status', { status: ['open'] });
	expect(byStatus.items).toEqual([{ status: 'open', count: 2 }]);
});

it('the groups of profiles are those that the service lists', async () => {
	const { items, sent } = await counted(more(2), 'profile');
	expect(items).toEqual([
		{ profile_name: 'Logons', profile_id: 901, count: 2 },
		{ profile_name: 'Services', profile_id: '1700000000000000001', count: 2 },
	]);
	expect(sent).toEqual([{ profile_ids: [901] }, { profile_ids: [1_700_000_000_000_000_001n] }]);
});

it('the groups of profiles are those of the filter, listed or not', async () => {
	expect((await counted(more(2), 'profile', { profile_ids: [901, 7] })).items).toEqual([
		{ profile_name: 'Logons', profile_id: 901, count: 2 },
		{ profile_name: '', profile_id: 7, count: 2 },
	]);
});
