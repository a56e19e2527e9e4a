import type { INodeProperties } from 'n8n-workflow';

import type { UnsentField } from '../parameters/unsent';

/** Return All and Limit, for every list operation without `noLimit`. */
export const LIMIT_FIELDS: INodeProperties[] = [
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

/** The option of a read with filters: what becomes of a filter that an expression leaves empty. */
export const EMPTY_FILTERS = {
	displayName: 'Empty Filters',
	name: 'emptyFilters',
	unsent: true,
	type: 'options',
	options: [
		{
			name: 'Leave Out',
			value: 'leaveOut',
			description: 'The item is read without that filter, so it may find more',
		},
		{ name: 'Stop', value: 'stop', description: 'The item fails, and nothing is read for it' },
	],
	default: 'stop',
	description: 'What happens if an expression leaves a filter empty',
} as const satisfies UnsentField;
