import { describe, expect, it } from '@jest/globals';

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

describe('the times of a search', () => {
	it.each([
		['2026-01-31T08:00:00Z', '2026-01-31T09:00:00Z'],
		['2026-01-31T08:00:00Z', '2026-01-31T08:00:00Z'],
		['2026-01-31T08:00:00Z', '+010000-01-01T00:00:00Z'],
		['2026-01-31T08:00:00Z', undefined],
		[undefined, '2026-01-31T08:00:00Z'],
		[undefined, undefined],
	])('are sent as they are: %s, %s', (start_time, end_time) => {
		expect(body(start_time, end_time)).toEqual({ start_time, end_time });
	});

	it('are refused where the start is after the end', () => {
		expect(() => body('2026-01-31T08:00:01Z', '2026-01-31T08:00:00Z')).toThrow(
			new InvalidParameterError(
				'Start Time 2026-01-31T08:00:01Z is after End Time 2026-01-31T08:00:00Z',
				'Set a start time that is not after the end time.',
			),
		);
	});
});
