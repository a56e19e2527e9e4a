import type { IDataObject } from 'n8n-workflow';

import { shortText } from '../http/statedError';
import { toId, toJson, type Id } from '../json';
import type { Outcome } from '../outcomes/batchOutcome';
import { normalizeKey } from '../outcomes/namesakes';
import { isOpen, settle, type Verdict } from '../outcomes/settle';
import { findListed } from '../pagination/findListed';
import type { List } from '../pagination/list';
import type { Service } from '../pagination/service';
import { InvalidParameterError } from '../parameters/invalidParameter';
import type { Completion, ListedThing, Payload, Written } from './operation';

/** Finds the rows of things that payloads mean. @throws ApiError */
export async function findThings<P extends Payload>(
	thing: ListedThing<P>,
	payloads: readonly P[],
	service: Service,
): Promise<(payload: P) => readonly IDataObject[]> {
	const all = payloads.flatMap((payload) => thing.wanted(payload) ?? []);
	const find = await findListed(service, thing.list, all);
	return (payload) => {
		const wanted = thing.wanted(payload);
		return wanted === undefined ? [] : find(wanted);
	};
}

/**
 * Tells by a listing what became of payloads whose outcome is open; without any, nothing is read. A
 * thing that several items of the run mean is left open: what it shows may be the work of another one.
 */
export async function settleByListing<P extends Payload>(
	thing: ListedThing<P>,
	written: ReadonlyArray<Written<P>>,
	service: Service,
): Promise<Map<P, Outcome>> {
	const counts = new Map<string, number>();
	for (const { payload, outcome } of written) {
		const key = keyOf(thing, payload);
		if (outcome.outcome !== 'failed') counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const open = written.filter(
		(item) =>
			isOpen(item) &&
			thing.wanted(item.payload) !== undefined &&
			counts.get(keyOf(thing, item.payload)) === 1,
	);
	if (thing.verdict === undefined || open.length === 0) return new Map();
	const payloads = open.map(({ payload }) => payload);
	const rowsOf = await findThings(thing, payloads, service);
	const verdictOf = (payload: P): Verdict =>
		thing.verdict?.(payload, rowsOf(payload)) ?? { isDone: undefined };
	return new Map(open.map((item) => [item.payload, settle(item, verdictOf(item.payload))]));
}

/** The same for payloads that may mean one thing. */
function keyOf<P extends Payload>(thing: ListedThing<P>, payload: P): string {
	const { id, name = '', within } = thing.wanted(payload) ?? {};
	return toJson([id === undefined ? normalizeKey(name) : String(id), within ?? {}]);
}

/**
 * Finds the things that payloads name without an id: one listing for all.
 * @param found the payload with what its row holds, at least the id
 * @throws ApiError
 */
export async function resolveNames<P extends Payload>(
	thing: ListedThing<P>,
	payloads: readonly P[],
	service: Service,
	found: (payload: P, row: IDataObject, id: Id) => P,
): Promise<Map<P, Completion<P>>> {
	const named = payloads.filter((payload) => {
		const wanted = thing.wanted(payload);
		return wanted !== undefined && wanted.id === undefined;
	});
	if (named.length === 0) return new Map();
	const rowsOf = await findThings(thing, named, service);
	return new Map(
		named.map((payload): [P, Completion<P>] => {
			const rows = rowsOf(payload);
			const [row] = rows;
			const id = toId(row?.[thing.list.id]);
			return rows.length === 1 && row !== undefined && id !== undefined
				? [payload, { send: found(payload, row, id) }]
				: [payload, { error: notOne(thing, payload, rows) }];
		}),
	);
}

/** Why rows are not the one thing that a payload means. */
export function notOne<P extends Payload>(
	thing: ListedThing<P>,
	payload: P,
	rows: readonly IDataObject[],
): InvalidParameterError {
	const { list, columns } = thing;
	const { id, name = '', within = {} } = thing.wanted(payload) ?? {};
	const places = Object.values(within).filter((value) => typeof value === 'string');
	const named = [name, ...places].map((text) => `"${text}"`).join(' in ');
	const what = id === undefined ? `named ${named}` : `with the ID ${id}`;
	if (rows.length === 0) {
		return new InvalidParameterError(
			`Not found: the service lists no ${list.noun} ${what}`,
			`Choose the ${list.noun} from the list, or correct the value.`,
		);
	}
	const shown = rows.slice(0, MAX_NAMESAKES).map((row) => shownRow(list, columns, row));
	const more = rows.length > MAX_NAMESAKES ? `, … and ${rows.length - MAX_NAMESAKES} more` : '';
	return new InvalidParameterError(
		`Ambiguous: ${rows.length} ${list.nouns} are ${what}: ${shown.join(', ')}${more}`,
		'Select the one you mean by its ID.',
	);
}

const MAX_NAMESAKES = 5;

/** Characters of a name or a detail in a message. */
const LONGEST_NAME = 200;

/** `WEB01 (corp.example.com, ID 1042)` */
const shownRow = (list: List, columns: readonly string[], row: IDataObject): string => {
	const more = columns
		.filter((column) => column !== list.name)
		.map((column) => shortText(row[column]).slice(0, LONGEST_NAME));
	const details = [...more.filter(Boolean), `ID ${shortText(row[list.id])}`];
	return `${shortText(row[list.name]).slice(0, LONGEST_NAME)} (${details.join(', ')})`;
};
