import type { INodeProperties } from 'n8n-workflow';

import { defineChoices } from './operation';

/** What becomes of an item whose thing is there already. */
const REFUSE_OR_RETURN = defineChoices([
	{ name: 'Refuse', value: 'refuse', description: 'The service refuses the item' },
	{
		name: 'Return It',
		value: 'return',
		description: 'The item succeeds with the ID of the existing one, which is not changed',
	},
]);

/** What happens if the thing to create is there already; not sent. */
export const IF_EXISTS = {
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: REFUSE_OR_RETURN,
	default: 'refuse',
	description: 'What to do if the name is already taken',
} as const satisfies INodeProperties;
