import { expect, it } from '@jest/globals';

import { ServiceTimeZone } from '../../../../nodes/shared/times/serviceTimeZone';
import { timeText } from '../../../support/service/alertRecord';

const iso = (moments: readonly number[]) => moments.map((moment) => new Date(moment).toISOString());
const momentsIn = (zone: string, time: unknown) => iso(new ServiceTimeZone(zone).momentsOf(time));

it.each([
	['Europe/Berlin', '2026-01-31 08:00:12', ['2026-01-31T07:00:12.000Z']],
	['Europe/Berlin', '2026-07-31 08:00:12', ['2026-07-31T06:00:12.000Z']],
	['Asia/Kolkata', '2026-07-31 00:00:00', ['2026-07-30T18:30:00.000Z']],
	['Pacific/Kiritimati', '2026-01-01 00:00:00', ['2025-12-31T10:00:00.000Z']],
	['UTC', '2026-12-31 23:59:59', ['2026-12-31T23:59:59.000Z']],
	// The clock goes from 02:00 to 03:00.
	['Europe/Berlin', '2026-03-29 01:59:59', ['2026-03-29T00:59:59.000Z']],
	['Europe/Berlin', '2026-03-29 02:30:00', []],
	['Europe/Berlin', '2026-03-29 03:00:00', ['2026-03-29T01:00:00.000Z']],
	// It goes from 03:00 to 02:00.
	['Europe/Berlin', '2026-10-25 01:59:59', ['2026-10-24T23:59:59.000Z']],
	[
		'Europe/Berlin',
		'2026-10-25 02:00:00',
		['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'],
	],
	[
		'Europe/Berlin',
		'2026-10-25 02:59:59',
		['2026-10-25T00:59:59.000Z', '2026-10-25T01:59:59.000Z'],
	],
	['Europe/Berlin', '2026-10-25 03:00:00', ['2026-10-25T02:00:00.000Z']],
	// It goes back by half an hour, from 02:00 to 01:30.
	[
		'Australia/Lord_Howe',
		'2026-04-05 01:45:00',
		['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
	],
	['Australia/Lord_Howe', '2026-04-05 01:29:59', ['2026-04-04T14:29:59.000Z']],
	// The day was left out.
	['Pacific/Apia', '2011-12-30 12:00:00', []],
	// ISO 8601 without a zone is in that of the service as well.
	['Europe/Berlin', '2026-07-31T08:00:12.987', ['2026-07-31T06:00:12.000Z']],
	['Europe/Berlin', '2026-07-31T08:00', ['2026-07-31T06:00:00.000Z']],
	// A time that names its zone is in that one.
	['Europe/Berlin', '2026-10-25T02:30:00Z', ['2026-10-25T02:30:00.000Z']],
	['Europe/Berlin', '2026-10-25 02:30:00.5 +0530', ['2026-10-24T21:00:00.000Z']],
	['Europe/Berlin', '2026-10-25T02:30:00-01:00', ['2026-10-25T03:30:00.000Z']],
])('the moments of a time in %s at %s are %j', (zone, time, moments) => {
	expect(momentsIn(zone, time)).toEqual(moments);
});

it.each([
	'',
	'yesterday',
	'01/05/2026 09:00:00',
	'2026-02-30 08:00:00',
	'2026-01-31 24:00:01',
	'2026-01-31',
	'2026-02-30T08:00:00Z',
	'2026-01-31T08:00:00+99:00',
	undefined,
	5,
])('the moments of a time such as %j are none', (time) => {
	expect(momentsIn('UTC', time)).toEqual([]);
});

it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
	'the moments of a time hold every moment of a year in %s',
	(name) => {
		const zone = new ServiceTimeZone(name);
		for (
			let second = Date.UTC(2026, 0) / 1000;
			second < Date.UTC(2027, 0) / 1000;
			second += 30_011
		) {
			expect(zone.momentsOf(timeText(second, name))).toContain(second * 1000);
		}
	},
);

it('the moments of a time of a zone that is not named are those of UTC', () => {
	expect(iso(new ServiceTimeZone().momentsOf('2026-07-31 08:00:12'))).toEqual([
		'2026-07-31T08:00:12.000Z',
	]);
});

it('the moments of a time end with the later one of those that a clock shows alike', () => {
	const zone = new ServiceTimeZone('Europe/Berlin');
	expect(zone.lastMomentOf('2026-10-25 02:30:00')).toBe(Date.parse('2026-10-25T01:30:00Z'));
	expect(zone.lastMomentOf('2026-03-29 02:30:00')).toBeUndefined();
});
