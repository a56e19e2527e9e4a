import type { INodeProperties } from 'n8n-workflow';

import type { List } from '../pagination/list';
import { equalsIgnoringCase } from '../texts';
import { defineChoices, type LookUp, type Payload } from './operation';

/** Makes the choice of what to do with something that already exists. The choice is not sent. */
export const ifExistsField = ({ noun, request: { scope } }: List) =>
	({
		displayName: 'If It Exists',
		name: 'ifExists',
		type: 'options',
		options: defineChoices([
			{ name: 'Fail', value: 'fail', description: 'The service refuses the item' },
			{
				name: 'Return Existing',
				value: 'return',
				description: `The item succeeds with the ID of the existing one, which stays unchanged; needs the scope ${scope}`,
			},
		]),
		default: 'fail',
		description: `What to do if the ${noun} already exists`,
	}) as const satisfies INodeProperties;

/**
 * Makes the look-up of something to create. With Return Existing, an existing one is returned. Otherwise the
 * item is sent, and a dry run shows that the service may refuse it.
 * @param confirmingFields the fields that a row must share with the payload to confirm an unknown outcome
 */
export const existingLookUp = (
	list: List,
	confirmingFields: readonly string[] = [],
): Omit<LookUp<Payload & { ifExists: 'fail' | 'return' }>, 'target'> => ({
	requiresRow: ({ ifExists }) => ifExists === 'return',
	creates: true,
	resolve: ({ ifExists }, row) => {
		const rowValues = { [list.id]: row[list.id] };
		return ifExists === 'return'
			? { outcome: 'succeeded', detail: 'Already there, returned', rowValues }
			: { outcome: 'failed', detail: `The ${list.noun} is already there`, rowValues };
	},
	wasCarriedOut: (payload, rows) => {
		if (rows.length > 1) return undefined;
		return rows.some((row) =>
			confirmingFields.every((field) =>
				equalsIgnoringCase(row[field] ?? payload[field], payload[field]),
			),
		);
	},
});
