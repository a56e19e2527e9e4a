import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import { toJson } from '../json';
import { issueOf, toNodeError } from '../nodeErrors';
import type { LookUp, Payload, Resolution, WriteOperation } from '../operation/operation';
import { findListed, normalizeKey, type Wanted } from '../pagination/findListed';
import type { List } from '../pagination/list';
import { InvalidParameterError } from '../parameters/invalidParameter';
import type { Run } from './execute';
import type { WriteOptions } from './readItems';
import { settle, type Item, type ReadItem, type SettledItem } from './writeItems';

type Rows = readonly IDataObject[];

/** Reads once the rows that payloads mean: those of each payload that can be looked for, or why not. */
async function rowsOf(
	{ service }: Run,
	list: List,
	lookUp: LookUp,
	payloads: readonly Payload[],
): Promise<ReadonlyMap<Payload | undefined, Rows | ApiError>> {
	const named = payloads.flatMap((payload): Array<[Payload, Wanted]> => {
		const one = lookUp.wanted(payload);
		return one === undefined ? [] : [[payload, one]];
	});
	const orError = async <T>(read: () => T | Promise<T>): Promise<T | ApiError> => {
		try {
			return await read();
		} catch (error) {
			return asApiErrorOrThrow(error);
		}
	};
	const all = named.map(([, one]) => one);
	const find = await orError(async () => await findListed(service, list, all));
	const found = new Map<Payload | undefined, Rows | ApiError>();
	for (const [payload, one] of named) {
		found.set(payload, find instanceof ApiError ? find : await orError(() => find(one)));
	}
	return found;
}

/**
 * Looks up, before anything is sent, the items whose row is needed; in a dry run all. Those that cannot
 * be sent, or need not be, are settled. Of items that ask for one new thing, only the first one is sent.
 */
export async function resolveItems(
	run: Run,
	operation: WriteOperation,
	items: readonly Item[],
	{ isDryRun }: WriteOptions,
): Promise<Item[]> {
	const { list, lookUp } = operation;
	if (lookUp === undefined) return [...items];
	const isNeeded = (payload: Payload): boolean => lookUp.isNeeded?.(payload) === true;
	const asked = items.flatMap((item) =>
		item.state === 'read' && (isDryRun || isNeeded(item.payload)) ? [item.payload] : [],
	);
	if (asked.length === 0) return [...items];
	const found = await rowsOf(run, list, lookUp, asked);
	const created = new Set<string>();
	return items.map((item) => {
		const rows = found.get(item.payload);
		if (item.state === 'settled' || rows === undefined) return item;
		if (rows instanceof ApiError) {
			if (isNeeded(item.payload)) return resolved(run, operation, item, { error: rows });
			run.service.note(
				`The items could not be compared with the list of ${list.nouns}. ${issueOf(rows)}`,
			);
			return item;
		}
		const resolution = lookUp.resolve(item.payload, rows);
		if (rows.length > 0 || !('set' in resolution)) {
			return resolved(run, operation, item, resolution);
		}
		const wanted = lookUp.wanted(item.payload) ?? {};
		const key = keyOf(wanted);
		if (created.has(key)) {
			return resolved(run, operation, item, { error: askedBefore(operation, wanted) });
		}
		created.add(key);
		return resolved(run, operation, item, resolution);
	});
}

/** A key that payloads of one thing share. */
const keyOf = ({ id, name = '', within = {} }: Wanted): string =>
	normalizeKey(toJson([id === undefined ? name.trim() : String(id), within]));

const askedBefore = ({ list }: WriteOperation, { name = '' }: Wanted): InvalidParameterError =>
	new InvalidParameterError(
		`An earlier item asks for the same ${list.noun}: "${name}"`,
		'Give each of them in one item.',
	);

function resolved(
	{ context }: Run,
	operation: WriteOperation,
	item: ReadItem,
	resolution: Resolution,
): Item {
	if ('set' in resolution) {
		const { set, known = {} } = resolution;
		return { ...item, payload: { ...item.payload, ...set }, known };
	}
	if ('outcome' in resolution) return settle(operation, item, resolution);
	const cause = toNodeError(context, resolution.error, item.index);
	return settle(operation, item, { outcome: 'failed', detail: issueOf(cause) }, { cause });
}

/**
 * Reads once, after all was sent, what became of items that are unknown, and the ids of those that
 * succeeded if they are wanted. A look-up that does not succeed changes no outcome.
 */
export async function lookUpItems(
	run: Run,
	operation: WriteOperation,
	items: readonly SettledItem[],
	{ returnsIds }: WriteOptions,
): Promise<SettledItem[]> {
	const { list, lookUp } = operation;
	if (lookUp === undefined) return [...items];
	const meant = new Map<string, number>();
	for (const { payload, reply } of items) {
		if (payload === undefined || reply === 'refusal' || reply === 'not sent') continue;
		const key = keyOf(lookUp.wanted(payload) ?? {});
		meant.set(key, (meant.get(key) ?? 0) + 1);
	}
	const open = items.flatMap(({ outcome, known, payload }) => {
		if (payload === undefined) return [];
		// What the list shows of a thing that several items mean may be the work of another one.
		if (outcome === 'unknown' && meant.get(keyOf(lookUp.wanted(payload) ?? {})) !== 1) return [];
		const lacksId = known[list.id] === undefined && payload[list.id] === undefined;
		const wantsId = lacksId && (returnsIds || lookUp.isNeeded?.(payload) === true);
		return outcome === 'unknown' || (outcome === 'succeeded' && wantsId) ? [payload] : [];
	});
	if (open.length === 0) return [...items];
	const found = await rowsOf(run, list, lookUp, open);
	return items.map((item) => {
		const rows = found.get(item.payload);
		if (rows === undefined || item.payload === undefined) return item;
		if (!(rows instanceof ApiError)) return lookedUp(operation, lookUp, item, item.payload, rows);
		run.service.note(`The results could not be looked up. ${issueOf(rows)}`);
		return item;
	});
}

function lookedUp(
	operation: WriteOperation,
	lookUp: LookUp,
	item: SettledItem,
	payload: Payload,
	rows: Rows,
): SettledItem {
	const [row] = rows;
	const { id } = operation.list;
	const ids = row === undefined || rows.length > 1 ? {} : { [id]: row[id] };
	const known = { ...item.known, ...ids };
	if (item.outcome !== 'unknown') return { ...item, known };
	const isAsAsked = lookUp.isDone(payload, rows);
	if (isAsAsked === undefined) return item;
	if (isAsAsked) {
		const all = { ...known, ...operation.done(payload).known };
		// A refusal that names no item may be of this one, which the list showed so before.
		const said = item.reply === 'answer' ? `. ${item.detail}` : '';
		return {
			...item,
			outcome: 'succeeded',
			detail: `As asked for, by the list${said}`,
			known: all,
		};
	}
	const told = `${item.detail}. The list shows it as not done`;
	return item.reply === 'answer'
		? { ...item, outcome: 'failed', detail: told }
		: { ...item, detail: `${told} so far; it may still be under way` };
}
