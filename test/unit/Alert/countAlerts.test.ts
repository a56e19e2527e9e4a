import { describe, expect, it } from '@jest/globals';

import { countAlerts, fixedGroups, profileGroups } from '../../../nodes/Alert/countAlerts';
import { STATUS } from '../../../nodes/Alert/filters';
import type { ApiRequest } from '../../../nodes/shared/http/request';
import { scriptedService } from '../../support/unit/scriptedService';

const search: ApiRequest = { method: 'POST', path: '/alerts', body: { query: '*' } };

const more = (total_items?: unknown) => ({ data: [{}], meta: { cursor: 'c', total_items } });

describe('the count of a search', () => {
	it.each([
		['the total of the service', more(70_000), 70_000, undefined],
		['its total in text', more('12'), 12, undefined],
		['the most that a service may count', more(10_000), 10_000, '10000 or more'],
		['the alerts of a single page without a total', { data: [{}, {}], meta: {} }, 2, undefined],
		['no alerts', { data: [], meta: {} }, 0, undefined],
		['unknown without a total', more(), null, 'gives no count'],
		['unknown with a total that is no count', more('1,234'), null, 'gives no count'],
	])('is %s, in one request', async (_what, answer, expected, says) => {
		const { service, asked, notes } = scriptedService(() => answer);
		expect(await countAlerts(service, search)).toBe(expected);
		expect(asked).toEqual([search]);
		expect(notes).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
	});
});

it('the groups of a filter are those that it names, or all there are', () => {
	const group = (status: string) => ({ shown: { status }, filter: { status } });
	expect(fixedGroups('status', STATUS, ['open'])).toEqual([group('open')]);
	expect(fixedGroups('status', STATUS)).toEqual(['closed', 'in_progress', 'open'].map(group));
});

it.each([
	[
		'that the service lists',
		[],
		[
			{ shown: { profile_name: 'Logons', profile_id: 901 }, filter: { profile_ids: [901] } },
			{
				shown: { profile_name: 'Services', profile_id: '1700000000000000001' },
				filter: { profile_ids: [1_700_000_000_000_000_001n] },
			},
		],
	],
	[
		'of the filter, listed or not',
		[901, 7],
		[
			{ shown: { profile_name: 'Logons', profile_id: 901 }, filter: { profile_ids: [901] } },
			{ shown: { profile_name: '', profile_id: 7 }, filter: { profile_ids: [7] } },
		],
	],
])('the groups of profiles are those %s', async (_what, wanted, groups) => {
	const { service } = scriptedService(() => ({
		data: [
			{ profile_id: 901, profile_name: 'Logons' },
			{ profile_id: '1700000000000000001', profile_name: 'Services' },
		],
	}));
	expect(await profileGroups(service, wanted)).toEqual(groups);
});
