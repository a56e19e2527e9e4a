import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Json } from '../json';
import type { ServiceList } from '../pagination/list';
import { equalsIgnoringCase } from '../texts';
import type { Rows, Target } from './directory';

/** The data that one input item writes: members to send, and choices such as `ifExists` that are not sent. */
export type Payload = { readonly [key: string]: Json | undefined };

/** The payloads of a response that it does not tell apart, and how many of them were carried out. */
export interface UnclearGroup {
	readonly doneCount: number;
}

/**
 * What became of a payload. `detail` briefly gives the action, or the reason why there was none. The row of
 * the item also shows `cells`, such as a new ID. Payloads of one {@link UnclearGroup} share its object.
 */
export type Outcome =
	| { outcome: 'succeeded'; detail?: string; cells?: IDataObject }
	| { outcome: 'unknown'; detail: string; group?: UnclearGroup; cells?: undefined }
	| { outcome: 'failed' | 'planned'; detail: string; cells?: IDataObject };

/** The rules by which the list decides about a payload: before it is sent, and after an unclear response. */
export interface RecordRules<P extends Payload = Payload> {
	/** Returns the record that the payload names; undefined if the list cannot show it. */
	target(payload: P): Target | undefined;
	/** Returns whether the payload cannot be sent before its record was looked up. A dry run looks up all records. */
	needsLookUp?(payload: P): boolean;
	/** Set if the record need not exist yet. An item that needs a look-up waits for an earlier one that creates its record. */
	mayBeNew?: true;
	/**
	 * Decides by the row of the record: the payload is sent with the members of `send`, and the row of the item
	 * shows `listed`; or the payload is not sent and has this outcome, which a dry run shows as a warning if the
	 * payload needs no look-up. The row has an ID, unless an earlier item
	 * creates the record.
	 */
	whenFound?(payload: P, row: IDataObject): { send: Payload; listed?: IDataObject } | Outcome;
	/** Returns whether the rows show that the payload was carried out; undefined if they cannot show it. */
	isDone?(payload: P, rows: Rows): boolean | undefined;
}

/** Makes the choice of what to do with something that already exists. The choice is not sent. */
export const ifExistsField = ({ noun, request: { scope } }: ServiceList) =>
	({
		displayName: 'If It Exists',
		name: 'ifExists',
		type: 'options',
		options: [
			{ name: 'Fail', value: 'fail', description: 'The service refuses the item' },
			{
				name: 'Return Existing',
				value: 'return',
				description: `The item succeeds with the ID of the existing one, which stays unchanged; needs the scope ${scope}`,
			},
		],
		default: 'fail',
		description: `What to do if the ${noun} already exists`,
	}) as const satisfies INodeProperties;

/**
 * Makes the rules of a record to create. With Return Existing, an existing one is returned. Otherwise the
 * item is sent, and a dry run shows that the service may refuse it.
 * @param sharedFields the fields that a row must share with the payload to confirm an unknown outcome
 */
export const creationRules = (
	list: ServiceList,
	sharedFields: readonly string[] = [],
): Omit<RecordRules<Payload & { ifExists?: 'fail' | 'return' }>, 'target'> => ({
	needsLookUp: ({ ifExists = 'fail' }) => ifExists !== 'fail',
	mayBeNew: true,
	whenFound: ({ ifExists }, row) => {
		const cells = { [list.idField]: row[list.idField] };
		return ifExists === 'return'
			? { outcome: 'succeeded', detail: 'Already there, returned', cells }
			: { outcome: 'failed', detail: `The ${list.noun} is already there`, cells };
	},
	isDone: (payload, rows) =>
		rows.length > 1
			? undefined
			: rows.some((row) =>
					sharedFields.every((field) =>
						equalsIgnoringCase(row[field] ?? payload[field], payload[field]),
					),
				),
});
