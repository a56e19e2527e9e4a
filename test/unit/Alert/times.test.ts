import { expect, it } from '@jest/globals';

import { boundsOf } from '../../../nodes/Alert/times';
import { InvalidParameterError } from '../../../nodes/shared/parameters/invalidParameter';

const moment = { now: Date.parse('2026-03-29T12:00:00.789Z'), zone: 'Europe/Berlin' };
const between = (start_time: string | undefined, end_time: string | undefined) =>
	boundsOf({ timeRange: 'between', start_time, end_time }, moment);

it.each([
	['2026-01-31T08:00:00Z', '2026-01-31T08:00:00Z'],
	['2026-01-31T08:00:00Z', '+010000-01-01T00:00:00Z'],
])('the times of a search are sent as they are: %s, %s', (start_time, end_time) => {
	expect(between(start_time, end_time)).toEqual({ start_time, end_time });
});

it('the times of a search that are not set are the 24 hours up to now, or up to its end', () => {
	expect(between(undefined, undefined)).toEqual({
		start_time: '2026-03-28T12:00:00Z',
		end_time: '2026-03-29T12:00:00Z',
	});
	expect(between(undefined, '2026-01-31T08:00:00Z').start_time).toBe('2026-01-30T08:00:00Z');
	expect(between('2026-01-31T08:00:00Z', undefined).end_time).toBe('2026-03-29T12:00:00Z');
});

it('the times of a search are refused where the start is after the end', () => {
	expect(() => between('2026-01-31T08:00:01Z', '2026-01-31T08:00:00Z')).toThrow(
		new InvalidParameterError(
			'Start Time 2026-01-31T08:00:01Z is after End Time 2026-01-31T08:00:00Z',
			'Set a start time that is not after the end time.',
		),
	);
});

it.each([
	['last24Hours', '2026-03-28T12:00:00Z'],
	// Midnight in Berlin, on a day that is an hour shorter.
	['today', '2026-03-28T23:00:00Z'],
] as const)(
	'%s ends as the run began, and the hidden times are not read',
	(timeRange, start_time) => {
		const hidden = { start_time: '2020-01-01T00:00:00Z', end_time: '2019-01-01T00:00:00Z' };
		expect(boundsOf({ ...hidden, timeRange }, moment)).toEqual({
			start_time,
			end_time: '2026-03-29T12:00:00Z',
		});
	},
);
