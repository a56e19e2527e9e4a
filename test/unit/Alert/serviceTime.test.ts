import { expect, it } from '@jest/globals';

import { ANY_TIME, UtcTimes, type Span } from '../../../nodes/Alert/serviceTime';

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

const day = span('2026-01-31T00:00:00Z', '2026-02-01T00:00:00Z');

it('time_utc is absent where the zone is not known', () => {
	const times = new UtcTimes({ note: () => undefined });
	expect(times.column('2026-01-31 08:00:12', day)).toEqual({});
});

it.each([
	[span('2026-10-25T00:00:00Z', '2026-10-25T00:59:59Z'), '2026-10-25T00:30:00Z', false],
	[span('2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'), '2026-10-25T01:30:00Z', true],
	[span('2026-10-25T00:30:00Z', '2026-10-25T01:29:59Z'), '2026-10-25T00:30:00Z', true],
	[span('2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z'), '', false],
	[span('2026-10-25T00:31:00Z', '2026-10-25T01:29:00Z'), '', true],
	[ANY_TIME, '', true],
])(
	'time_utc in the repeated hour of a search within %j is "%s"',
	(within, time_utc, isRepeated) => {
		expect(utcOf('2026-10-25 02:30:00', within)).toEqual({ time_utc, isRepeated, notes: 0 });
	},
);

it.each([
	['2026-01-31 08:00:12', day, '2026-01-31T07:00:12Z', 0],
	['2026-02-01 01:05:00', day, '2026-02-01T00:05:00Z', 0],
	['2026-02-01 01:15:00', day, '', 1],
	['2026-02-02 08:00:12', day, '', 1],
	[undefined, ANY_TIME, '', 0],
	['2026-03-29 02:30:00', ANY_TIME, '', 0],
])('time_utc of %s, found within %j, is "%s", with %i notes', (time, within, time_utc, notes) => {
	expect(utcOf(time, within)).toMatchObject({ time_utc, notes });
});
