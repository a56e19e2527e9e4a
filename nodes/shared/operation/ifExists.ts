import type { INodeProperties } from 'n8n-workflow';

import { defineChoices } from './operation';

/** What becomes of an item whose thing is there already. */
export const REFUSE_OR_RETURN = defineChoices([
	{ name: 'Refuse', value: 'refuse', description: 'The item has the refusal of the service' },
	{
		name: 'Return It',
		value: 'return',
		description: 'The item succeeds with the ID of the one that exists, which is left as it is',
	},
]);

/** What happens where the thing to create is there already; not sent. */
export const IF_EXISTS = {
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: REFUSE_OR_RETURN,
	default: 'refuse',
	description: 'What becomes of an item whose name is taken already',
} as const satisfies INodeProperties;
