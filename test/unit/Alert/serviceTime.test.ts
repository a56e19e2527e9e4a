import { expect, it } from '@jest/globals';

import { ANY_TIME, UtcTimes, type Span } from '../../../nodes/Alert/serviceTime';

const span = (start: string, end: string): Span => ({
	start: Date.parse(start),
	end: Date.parse(end),
});

const day = span('2026-01-31T00:00:00Z', '2026-02-01T00:00:00Z');

it('time_utc is absent without a time zone', () => {
	const times = new UtcTimes({ note: () => undefined });
	expect(times.column('2026-01-31 08:00:12', day)).toEqual({});
});

it.each([
	['2026-01-31 08:00:12', day, '2026-01-31T07:00:12Z', 0],
	['2026-02-01 01:05:00', day, '2026-02-01T00:05:00Z', 0],
	['2026-02-01 01:15:00', day, '', 1],
	['2026-02-02 08:00:12', day, '', 1],
	[undefined, ANY_TIME, '', 0],
	// Clocks are set forward, and back: the first of two moments that the search can have found.
	['2026-03-29 02:30:00', ANY_TIME, '', 0],
	['2026-10-25 02:30:00', ANY_TIME, '2026-10-25T00:30:00Z', 0],
	[
		'2026-10-25 02:30:00',
		span('2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'),
		'2026-10-25T01:30:00Z',
		0,
	],
])('time_utc of %s, found within %j, is "%s", with %i notes', (time, within, time_utc, noted) => {
	const notes: string[] = [];
	const note = (message: string) => void notes.push(message);
	const times = new UtcTimes({ timeZone: 'Europe/Berlin', note });
	expect([times.column(time, within), times.column(time, within)]).toEqual([
		{ time_utc },
		{ time_utc },
	]);
	expect(notes.length).toBe(noted);
});
