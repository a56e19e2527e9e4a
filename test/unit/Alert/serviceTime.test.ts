import { describe, expect, it } from '@jest/globals';

import { ANY_TIME, ServiceTimeZone, UtcTimes, type Span } from '../../../nodes/Alert/serviceTime';
import { timeText } from '../../support/service/alertRecord';

const iso = (moments: readonly number[]) => moments.map((moment) => new Date(moment).toISOString());
const momentsIn = (zone: string, time: unknown) => iso(new ServiceTimeZone(zone).momentsOf(time));

const span = (start: string, end: string): Span => ({
	start: Date.parse(start),
	end: Date.parse(end),
});

/** The column of a Time, and the notes. */
function utcOf(time: unknown, within: Span, timeZone: string | undefined = 'Europe/Berlin') {
	const notes: string[] = [];
	const times = new UtcTimes({ timeZone, note: (message) => void notes.push(message) });
	return {
		...times.column(time, within),
		isRepeated: times.isRepeated(time, within),
		notes: notes.length,
	};
}

describe('the moments of a Time', () => {
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
	])('in %s at %s are %j', (zone, time, moments) => {
		expect(momentsIn(zone, time)).toEqual(moments);
	});

	it.each([
		'',
		'yesterday',
		'2026-02-30 08:00:00',
		'2026-01-31 24:00:01',
		'2026-01-31',
		undefined,
		5,
	])('of %j are none', (time) => {
		expect(momentsIn('UTC', time)).toEqual([]);
	});

	it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
		'hold every moment of a year in %s',
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
});

describe('time_utc', () => {
	const day = span('2026-01-31T00:00:00Z', '2026-02-01T00:00:00Z');

	it('is absent where the zone is not known', () => {
		const times = new UtcTimes({ note: () => undefined });
		expect(times.column('2026-01-31 08:00:12', day)).toEqual({});
	});

	it('is in UTC, in whole seconds', () => {
		expect(utcOf('2026-01-31 08:00:12', day)).toMatchObject({
			time_utc: '2026-01-31T07:00:12Z',
			notes: 0,
		});
	});

	it.each([
		['2026-10-25T00:00:00Z', '2026-10-25T00:59:59Z', '2026-10-25T00:30:00Z', false],
		['2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z', '2026-10-25T01:30:00Z', true],
		['2026-10-25T00:30:00Z', '2026-10-25T01:29:59Z', '2026-10-25T00:30:00Z', true],
		['2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z', '', false],
		['2026-10-25T00:31:00Z', '2026-10-25T01:29:00Z', '', true],
	])(
		'in the repeated hour of a search from %s to %s is "%s"',
		(start, end, time_utc, isRepeated) => {
			expect(utcOf('2026-10-25 02:30:00', span(start, end))).toEqual({
				time_utc,
				isRepeated,
				notes: 0,
			});
		},
	);

	it('is empty in the repeated hour where the search is not known', () => {
		expect(utcOf('2026-10-25 02:30:00', ANY_TIME)).toEqual({
			time_utc: '',
			isRepeated: true,
			notes: 0,
		});
	});

	it('is empty, with a note, where the search cannot have found it', () => {
		expect(utcOf('2026-02-02 08:00:12', day)).toMatchObject({ time_utc: '', notes: 1 });
		expect(utcOf('2026-02-01 01:05:00', day)).toMatchObject({
			time_utc: '2026-02-01T00:05:00Z',
			notes: 0,
		});
		expect(utcOf('2026-02-01 01:15:00', day)).toMatchObject({ time_utc: '', notes: 1 });
	});

	it('is empty where there is no Time, or none that the clock showed', () => {
		expect(utcOf(undefined, ANY_TIME)).toMatchObject({ time_utc: '', notes: 0 });
		expect(utcOf('2026-03-29 02:30:00', ANY_TIME)).toMatchObject({ time_utc: '', notes: 0 });
	});
});
