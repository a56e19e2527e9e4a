import type { ServiceList } from '../pagination/list';
import type { UnsentField } from '../parameters/unsent';

export const IF_EXISTS = 'ifExists' as const;

/** Makes the choice of what to do with something that already exists. */
export const ifExistsField = ({ noun, request: { scope } }: ServiceList) =>
	({
		displayName: 'If It Exists',
		name: IF_EXISTS,
		unsent: true,
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'The item is sent, and the service can refuse it',
			},
			{
				name: 'Return Existing',
				value: 'return',
				description: `The item succeeds with the ID of the existing one, which stays unchanged; needs the scope ${scope}`,
			},
		],
		default: 'fail',
		description: `What to do if the ${noun} already exists`,
	}) as const satisfies UnsentField;
