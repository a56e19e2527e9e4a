import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asText } from '../shared/json';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { alertRow } from './alertRow';

/** Alerts that are sorted at most, since all of a search must be read and held for it. */
const MOST_SORTED = 10_000;

export const NEWEST_FIRST = {
	displayName: 'Newest First',
	name: 'newestFirst',
	type: 'boolean',
	default: false,
	description:
		'Whether to return the newest alerts first. The node reads all alerts of the search to sort them, and refuses a search of more than 10,000.',
} as const satisfies INodeProperties;

/**
 * The rows of alerts, the newest first: by `time_utc` where every row has one, by the text of `Time`
 * otherwise. Rows of the same time keep their order; those without a time come last.
 */
export function sortedNewestFirst(rows: readonly IDataObject[]): IDataObject[] {
	const hasUtc = rows.every(({ time_utc }) => asText(time_utc) !== '');
	const timed = rows.map((row) => ({
		row,
		time: asText(hasUtc ? row.time_utc : alertRow(row).Time),
	}));
	return timed
		.sort((one, other) => (one.time > other.time ? -1 : one.time < other.time ? 1 : 0))
		.map(({ row }) => row);
}

/** @throws InvalidParameterError where so many alerts are not sorted */
export function requireSortable(count: number): void {
	if (count <= MOST_SORTED) return;
	throw new InvalidParameterError(
		`The search finds more than ${MOST_SORTED} alerts, too many for Newest First`,
		'The service serves alerts in an order of its own, so the newest are known only once all are read. Search shorter times, set more filters, or turn Newest First off.',
	);
}
