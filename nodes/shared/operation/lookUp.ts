import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toId, type Id } from '../json';
import { notOne, type Wanted } from '../pagination/findListed';
import type { List } from '../pagination/list';
import { defineChoices, type LookUp, type Payload, type Resolution } from './operation';

/**
 * Takes the one row that a payload means.
 * @param found what is set of it then, and what else its row holds
 */
export const expectOne =
	<P extends Payload>(
		list: List,
		wanted: (payload: P) => Wanted | undefined,
		found: (row: IDataObject, id: Id) => { set: Payload; known?: IDataObject },
	): LookUp<P>['resolve'] =>
	(payload, rows) => {
		const [row] = rows;
		const id = toId(row?.[list.id]);
		return rows.length === 1 && row !== undefined && id !== undefined
			? found(row, id)
			: { error: notOne(list, wanted(payload), rows) };
	};

/** What becomes of an item whose thing is there already; not sent. */
export const IF_EXISTS = {
	displayName: 'If It Exists',
	name: 'ifExists',
	type: 'options',
	options: defineChoices([
		{ name: 'Refuse', value: 'refuse', description: 'The service refuses the item' },
		{
			name: 'Return It',
			value: 'return',
			description: 'The item succeeds with the ID of the existing one, which is not changed',
		},
	]),
	default: 'refuse',
	description: 'What to do if the name is already taken',
} as const satisfies INodeProperties;

/** Payloads with a choice of If It Exists. */
export type MayExist = Payload & { ifExists: 'refuse' | 'return' };

/** How a thing to create is looked up: it is sent if it is not there, else it is returned or refused. */
export const mayExist = <P extends MayExist>(
	list: List,
	wanted: (payload: P) => Wanted,
): LookUp<P> => ({
	wanted,
	isNeeded: ({ ifExists }) => ifExists === 'return',
	resolve: (payload, rows): Resolution => {
		const [row] = rows;
		if (row === undefined) return { set: {} };
		if (rows.length > 1) return { error: notOne(list, wanted(payload), rows) };
		const known = { [list.id]: row[list.id] };
		return payload.ifExists === 'return'
			? { outcome: 'succeeded', detail: 'Already there, returned', known }
			: {
					outcome: 'failed',
					detail: `The ${list.noun} is already there, so the service would refuse it`,
					known,
				};
	},
	isDone: (_payload, rows) => (rows.length > 1 ? undefined : rows.length === 1),
});
