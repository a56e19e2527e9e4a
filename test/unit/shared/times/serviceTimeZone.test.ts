import { expect, it } from '@jest/globals';

import { ServiceTimeZone } from '../../../../nodes/shared/times/serviceTimeZone';
import { timeText } from '../../../support/service/alertRecord';

it.each([
	[undefined, '2026-12-31 23:59:59', '2026-12-31T23:59:59Z'],
	// The clock goes from 02:00 to 03:00, and from 03:00 to 02:00.
	['Europe/Berlin', '2026-03-29 01:59:59', '2026-03-29T00:59:59Z'],
	['Europe/Berlin', '2026-03-29 03:00:00', '2026-03-29T01:00:00Z'],
	['Europe/Berlin', '2026-10-25 01:59:59', '2026-10-24T23:59:59Z'],
	['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25T02:00:00Z'],
	// ISO 8601, and times that name a zone of their own.
	['Europe/Berlin', '2026-07-31T08:00:12.987', '2026-07-31T06:00:12Z'],
	['Europe/Berlin', '2026-10-25T02:30:00Z', '2026-10-25T02:30:00Z'],
	['Europe/Berlin', '2026-10-25 02:30:00.5 +0530', '2026-10-24T21:00:00Z'],
	['Europe/Berlin', '', undefined],
	['Europe/Berlin', '01/05/2026 09:00:00', undefined],
	['Europe/Berlin', '2026-02-30 08:00:00', undefined],
	['Europe/Berlin', 5, undefined],
	['Europe/Berlin', '2026-01-31T08:00:00+99:00', undefined],
	['Europe/Berlin', '0001-01-01 00:00:00', undefined],
])('in %s, %s is %s', (zone, time, moment) => {
	const expected = moment === undefined ? undefined : Date.parse(moment);
	expect(new ServiceTimeZone(zone).toMs(time)).toBe(expected);
});

it('clocks that change at half past an hour are read right before and after it', () => {
	const zone = new ServiceTimeZone('Australia/Adelaide');
	const [after, before] = ['2026-04-05 02:10:00', '2026-04-05 01:59:59'].map((at) => zone.toMs(at));
	expect([after, before]).toEqual([Date.UTC(2026, 3, 4, 16, 40), Date.UTC(2026, 3, 4, 15, 29, 59)]);
});

it.each(['America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin', 'Pacific/Auckland'])(
	'in %s, each moment of a year is found by its time, if clocks show it once',
	(name) => {
		const zone = new ServiceTimeZone(name);
		for (
			let second = Date.UTC(2026, 0) / 1000;
			second < Date.UTC(2027, 0) / 1000;
			second += 30_011
		) {
			const time = timeText(second, name);
			const found = (zone.toMs(time) ?? NaN) / 1000;
			const isTwice = [-3600, -1800, 1800, 3600].some(
				(shift) => timeText(second + shift, name) === time,
			);
			expect([timeText(found, name), isTwice || found === second]).toEqual([time, true]);
		}
	},
);
