import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asText } from '../json';
import type { Outcome } from '../outcomes/batchOutcome';
import { normalizeKey } from '../outcomes/namesakes';
import type { List } from '../pagination/list';
import type { Service } from '../pagination/service';
import { findThings, notOne } from './listedThing';
import { defineChoices, type Completion, type ListedThing, type Payload } from './operation';

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

export const RETURNED = 'Already there, returned';

/** The outcome of an item whose thing is there already. */
export const returned = ({ id }: List, row: IDataObject): Outcome => ({
	outcome: 'succeeded',
	detail: RETURNED,
	extra: { [id]: row[id] },
});

/**
 * Finds things that are there already, for items that take them instead of a refusal: one listing for
 * all items. An item that asks for the same as one before it shares its outcome.
 * @throws ApiError
 */
export async function findExisting<P extends Payload & { ifExists: 'refuse' | 'return' }>(
	thing: ListedThing<P>,
	payloads: readonly P[],
	service: Service,
): Promise<ReadonlyMap<P, Completion<P>>> {
	const wanted = payloads.filter(({ ifExists }) => ifExists === 'return');
	const rowsOf = await findThings(thing, wanted, service);
	const named = new Map<string, P>();
	return new Map(
		wanted.map((payload): [P, Completion<P>] => {
			const rows = rowsOf(payload);
			const [row, ...others] = rows;
			if (others.length > 0) return [payload, { error: notOne(thing, payload, rows) }];
			if (row !== undefined) return [payload, { outcome: returned(thing.list, row) }];
			const { name, within = {} } = thing.wanted(payload) ?? {};
			const parts = [name, ...Object.values(within)].map((part) => normalizeKey(asText(part)));
			const earlier = named.get(JSON.stringify(parts));
			if (earlier !== undefined) return [payload, { sameAs: earlier, detail: RETURNED }];
			named.set(JSON.stringify(parts), payload);
			return [payload, { send: payload }];
		}),
	);
}
