import type { INodeProperties } from 'n8n-workflow';

import { MAX_PAGE, type ServiceList } from '../pagination/list';
import type { UnsentField } from '../parameters/unsent';
import { labelOfName } from '../texts';

/** Return All and Limit, for every list operation without `noLimit`. */
export const LIMIT_FIELDS = [
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
] as const satisfies INodeProperties[];

/** The option of a read with filters that decides about a filter without a value. */
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

/** Options that select one page (interface specification, Common pagination parameters). */
export const PAGE_OPTIONS = [
	{
		displayName: 'Page',
		name: 'page',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_PAGE },
		default: 1,
		description:
			'The number of the page to read; a page has as many records as Limit, at most 1,000',
	},
	{
		displayName: 'From',
		name: 'from',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1000 },
		default: 1,
		description: 'The number of the first record of the page, such as 101',
	},
] as const satisfies INodeProperties[];

/** The options that sort a list by its IDs or its names. */
export const sortingOptions = <const L extends ServiceList>(
	{ noun, plural, idField, nameField }: L,
	defaultField: L['idField'] | L['nameField'],
) =>
	[
		{
			displayName: 'Ascending',
			name: 'is_ascending',
			type: 'boolean',
			default: true,
			description: 'Whether to sort in ascending order; turn it off for descending order',
		},
		{
			displayName: 'Sort By',
			name: 'sort',
			type: 'options',
			options: [
				{ name: `${labelOfName(noun)} ID`, value: idField },
				{ name: `${labelOfName(noun)} Name`, value: nameField },
			],
			default: defaultField,
			description: `The field to sort the ${plural} by`,
		},
	] as const satisfies INodeProperties[];

/** The node applies this filter itself. */
export const SILENT_FOR_HOURS = {
	displayName: 'Silent for at Least (Hours)',
	name: 'silentForHours',
	unsent: true,
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 24,
	description:
		'Only records whose last event or sync is at least this many hours ago, is missing or cannot be read. The node filters the list as it reads it.',
} as const satisfies UnsentField;

export const ALL_FIELDS = {
	displayName: 'All Fields',
	name: 'allFields',
	unsent: true,
	type: 'boolean',
	default: false,
	description:
		'Whether to return all fields as the service sends them, instead of the most useful ones',
} as const satisfies UnsentField;
