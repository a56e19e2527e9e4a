import { describe, expect, it } from '@jest/globals';

import { requireSortable, sortedNewestFirst } from '../../../nodes/Alert/newestFirst';

const messages = (rows: ReadonlyArray<Record<string, string>>) =>
	sortedNewestFirst(rows).map(({ Message }) => Message);

describe('rows of alerts, the newest first', () => {
	it('are in the order of their Time; equal ones keep their order, those without come last', () => {
		const rows = [
			{ Message: 'none' },
			{ Message: 'a', Time: '2026-01-02 09:00:00' },
			{ Message: 'b', Time: '2026-01-02 10:00:00' },
			{ Message: 'c', Time: '2026-01-02 09:00:00' },
			{ Message: 'd', Time: '2026-01-10 00:00:00' },
		];
		expect(messages(rows)).toEqual(['d', 'b', 'a', 'c', 'none']);
		expect(sortedNewestFirst([])).toEqual([]);
	});

	it('are in the order of time_utc where each has one', () => {
		const rows = [
			{ Message: 'early', Time: '2026-10-25 02:50:00', time_utc: '2026-10-25T00:50:00Z' },
			{ Message: 'late', Time: '2026-10-25 02:10:00', time_utc: '2026-10-25T01:10:00Z' },
		];
		expect(messages(rows)).toEqual(['late', 'early']);
		expect(
			messages([...rows, { Message: 'x', Time: '2026-10-25 02:30:00', time_utc: '' }]),
		).toEqual(['early', 'x', 'late']);
	});

	it('may be 10,000', () => {
		expect(() => requireSortable(10_000)).not.toThrow();
	});
});
