import { expect, it } from '@jest/globals';
import { tryToParseDateTime } from 'n8n-workflow';

import { readUserTime } from '../../../../nodes/shared/times/userTime';

it.each([
	['2026-01-31', '2026-01-30T18:30:00Z'],
	['2026-01-31T08:00', '2026-01-31T02:30:00Z'],
	[' 2026-01-31 08:00 ', '2026-01-31T02:30:00Z'],
	['2026-01-31T08:00:00.999Z', '2026-01-31T08:00:00Z'],
	['2026-01-31T08:00:00 -0130', '2026-01-31T09:30:00Z'],
	['Sat, 31 Jan 2026 08:00:00 +0200', '2026-01-31T06:00:00Z'],
	['31 Jan 2026 08:00 GMT', '2026-01-31T08:00:00Z'],
	[1_767_225_600_999, '2026-01-01T00:00:00Z'],
	['1767225600000', '2026-01-01T00:00:00Z'],
	[Date.UTC(2000), '2000-01-01T00:00:00Z'],
	[Date.UTC(2101) - 1, '2100-12-31T23:59:59Z'],
	[new Date(Date.UTC(2026)), '2026-01-01T00:00:00Z'],
	[tryToParseDateTime('2026-01-31T08:00:00', 'UTC-3'), '2026-01-31T11:00:00Z'],
])('the time %s is read in the zone of the workflow as %s', (raw, time) => {
	expect(readUserTime(raw, 'Asia/Kolkata')).toBe(time);
});

it.each([
	...[1_790_000_000, 46_287, 1_790_000_000_000_000, Date.UTC(2000) - 1, Date.UTC(2101), NaN],
	...['1790000000', '46287', '1790000000000000', 'last 7', 'PC-1', '7', '03/04/2026'],
	...['2026-02-30', '2026-02-30T08:00:00Z', '30 Feb 2026 08:00:00 GMT', '2026/09/25 10:00'],
	...['2026', '2026-09', '20260925', '2026-09-25 10', '2026-09-25T24:30', '2026-13-01', '10:00'],
	...[
		'2026-01-31T00:00:00+25:00',
		'+058692-01-01T00:00:00Z',
		'Sat Jan 31 2026',
		'25 Sep 2026 10:00',
		'',
	],
	...[true, null, [], {}, new Date(NaN), new Date(46_287), { toISO: () => null }],
])('%p is refused as a time', (raw) => {
	expect(readUserTime(raw, 'Asia/Kolkata')).toBeUndefined();
});
