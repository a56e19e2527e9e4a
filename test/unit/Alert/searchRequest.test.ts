import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { searchBody } from '../../../nodes/Alert/searchRequest';
import { InvalidParameterError } from '../../../nodes/shared/parameters/invalidParameter';

const noFilters = {
	queryAs: 'none',
	query: undefined,
	conditions: undefined,
	filters: {},
} as const;
const body = (start_time: string | undefined, end_time: string | undefined) =>
	searchBody({ ...noFilters, start_time, end_time });

it.each([
	['2026-01-31T08:00:00Z', '2026-01-31T09:00:00Z'],
	['2026-01-31T08:00:00Z', '2026-01-31T08:00:00Z'],
	['2026-01-31T08:00:00Z', '+010000-01-01T00:00:00Z'],
	['2026-01-31T08:00:00Z', undefined],
	[undefined, '2026-01-31T08:00:00Z'],
	[undefined, undefined],
])('the times of a search are sent as they are: %s, %s', (start_time, end_time) => {
	expect(body(start_time, end_time)).toEqual({ start_time, end_time });
});

it('the times of a search are refused where the start is after the end', () => {
	expect(() => body('2026-01-31T08:00:01Z', '2026-01-31T08:00:00Z')).toThrow(
		new InvalidParameterError(
			'Start Time 2026-01-31T08:00:01Z is after End Time 2026-01-31T08:00:00Z',
			'Set a start time that is not after the end time.',
		),
	);
});

describe('a preset of times', () => {
	beforeEach(() => {
		jest.useFakeTimers({ now: Date.parse('2026-03-29T12:00:00.789Z') });
	});

	afterEach(() => {
		jest.useRealTimers();
	});

	it.each([
		['lastHour', '2026-03-29T11:00:00Z'],
		['last24Hours', '2026-03-28T12:00:00Z'],
		['last7Days', '2026-03-22T12:00:00Z'],
	] as const)('%s ends now, and the hidden times are not read', (timeRange, start_time) => {
		const hidden = { start_time: '2020-01-01T00:00:00Z', end_time: '2019-01-01T00:00:00Z' };
		expect(searchBody({ ...noFilters, ...hidden, timeRange })).toEqual({
			start_time,
			end_time: '2026-03-29T12:00:00Z',
		});
	});

	it('is none with Between', () => {
		const times = { start_time: '2026-01-31T08:00:00Z', end_time: undefined };
		expect(searchBody({ ...noFilters, ...times, timeRange: 'between' })).toEqual(times);
	});
});
