import type { UnsentField } from '../parameters/unsent';

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
