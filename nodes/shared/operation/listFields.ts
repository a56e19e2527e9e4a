import type { INodeProperties } from 'n8n-workflow';

import type { Start } from '../pagination/paginate';
import { InvalidParameterError } from '../parameters/invalidParameter';

/** Pages of a list on their way at the same time, unless Max Concurrent Requests says otherwise. */
export const DEFAULT_PAGES_AT_ONCE = 4;

/** Return All and Limit, of every list that is read page by page. */
export const PAGING: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

const PAGE = {
	displayName: 'First Page',
	name: 'page',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1000 },
	default: 1,
	description:
		'The page to begin with, counted in pages of the limit, or of 1,000 with Return All. Cannot be set together with First Record.',
} as const satisfies INodeProperties;

const FROM = {
	displayName: 'First Record',
	name: 'from',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1000 },
	default: 1,
	description:
		'The number of the record to begin with; the first one is 1. Cannot be set together with First Page.',
} as const satisfies INodeProperties;

const MAX_CONCURRENT_REQUESTS = {
	displayName: 'Max Concurrent Requests',
	name: 'maxConcurrentRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: DEFAULT_PAGES_AT_ONCE,
	description: 'How many pages may be on their way at the same time',
} as const satisfies INodeProperties;

/** How a list that pages is read (interface specification, Common pagination parameters). */
export const ADVANCED_OPTIONS = {
	displayName: 'Advanced Options',
	name: 'advancedOptions',
	type: 'collection',
	placeholder: 'Add Advanced Option',
	default: {},
	options: [PAGE, FROM, MAX_CONCURRENT_REQUESTS],
} as const satisfies INodeProperties;

export const IS_ASCENDING = {
	displayName: 'Ascending',
	name: 'is_ascending',
	type: 'boolean',
	default: true,
	description: 'Whether to sort in ascending order; turn it off for descending order',
} as const satisfies INodeProperties;

/** Applied to the rows that the service lists; not sent. */
export const SILENT_FOR_HOURS = {
	displayName: 'Silent for at Least (Hours)',
	name: 'silentForHours',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 24,
} as const satisfies INodeProperties;

export const SIMPLIFY = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies INodeProperties;

/** @throws InvalidParameterError when both are set: the service does not say which one counts */
export function startOf({ page, from }: Start): Start {
	if (page !== undefined && from !== undefined) {
		throw new InvalidParameterError(
			'First Page and First Record are both set',
			'Remove one of them from Advanced Options.',
		);
	}
	return { ...(page === undefined ? {} : { page }), ...(from === undefined ? {} : { from }) };
}
