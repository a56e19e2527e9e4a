import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../http/apiError';
import { toId } from '../json';
import { messageWithAdvice, toNodeError } from '../nodeErrors';
import type { LookUp, Payload, WriteOperation } from '../operation/operation';
import { createFinder, notFoundOrAmbiguous, targetKey } from '../pagination/finder';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { settle, successOf, type Item, type PendingItem, type SettledItem } from './itemOutcomes';
import type { WriteOptions } from './readPayloads';
import type { Run, Session } from './run';

type Rows = readonly IDataObject[];

type ResolvingLookUp = LookUp & Required<Pick<LookUp, 'resolve'>>;

const isResolving = (lookUp: LookUp | undefined): lookUp is ResolvingLookUp =>
	lookUp?.resolve !== undefined;

/**
 * Looks up the targets of items.
 * @returns a function of a payload, which returns its rows, the error of the look-up, or undefined if the
 * payload has no target
 */
async function createPayloadFinder(
	{ service }: Session,
	{ list }: WriteOperation,
	lookUp: LookUp,
	items: Iterable<{ payload: Payload }>,
): Promise<(payload: Payload) => Rows | ApiError | undefined> {
	const targets = [...items].flatMap(({ payload }) => lookUp.target(payload) ?? []);
	const find = await createFinder(service, list, targets, lookUp.creates);
	return (payload) => {
		const target = lookUp.target(payload);
		return target === undefined ? undefined : find(target);
	};
}

/**
 * Looks up, before the requests of a session are sent, the items that require their row; a dry run looks up
 * all items. Items that need no request, or cannot be sent, are settled. If several items that require their row
 * would create the same record, only the first is sent. If a look-up fails, items that require their row
 * fail, and a note explains why the others were not compared.
 */
export async function resolveBeforeSending(
	run: Run,
	session: Session,
	operation: WriteOperation,
	items: readonly PendingItem[],
	{ isDryRun }: WriteOptions,
): Promise<Item[]> {
	const { list, lookUp } = operation;
	if (!isResolving(lookUp)) return [...items];
	const requiresRow = ({ payload }: PendingItem): boolean => lookUp.requiresRow?.(payload) === true;
	const isLookedUp = (item: PendingItem): boolean => isDryRun || requiresRow(item);
	const toLookUp = items.filter(isLookedUp);
	const find = await createPayloadFinder(session, operation, lookUp, toLookUp);
	const created = new Set<string>();
	return items.map((item) => {
		const rows = isLookedUp(item) ? find(item.payload) : undefined;
		if (rows === undefined) return item;
		if (rows instanceof ApiError) {
			if (requiresRow(item)) return failItem(run, item, rows);
			run.note(
				`The items could not be compared with the list of ${list.nouns}. ${messageWithAdvice(rows)}`,
			);
			return item;
		}
		const resolved = resolveItem(run, operation, lookUp, item, rows);
		if (!requiresRow(item)) return withListInfo(item, resolved);
		if (lookUp.creates !== true || rows.length > 0) return resolved;
		const target = lookUp.target(item.payload) ?? {};
		const key = targetKey(target);
		if (created.has(key)) return failItem(run, item, duplicateError(operation, target.name));
		created.add(key);
		return resolved;
	});
}

/** Decides what happens to an item. It needs exactly one row; an item that creates something may have none. */
function resolveItem(
	run: Run,
	{ list }: WriteOperation,
	lookUp: ResolvingLookUp,
	item: PendingItem,
	rows: Rows,
): Item {
	const { payload } = item;
	const [row] = rows;
	if (lookUp.creates && row === undefined) return item;
	const id = toId(row?.[list.id]);
	if (rows.length !== 1 || row === undefined || id === undefined) {
		return failItem(run, item, notFoundOrAmbiguous(list, lookUp.target(payload), rows));
	}
	const resolution = lookUp.resolve(payload, row, id);
	if ('outcome' in resolution) return settle(item, resolution);
	const { set, listedValues = {} } = resolution;
	return { ...item, payload: { ...payload, ...set }, listedValues };
}

/** Makes the error of an item that would create the same record as an earlier item. */
const duplicateError = ({ list }: WriteOperation, name = ''): InvalidParameterError =>
	new InvalidParameterError(
		`An earlier item names the same ${list.noun}: "${name}"`,
		'List it only once.',
	);

function failItem(
	{ context }: Run,
	item: PendingItem,
	error: ApiError | InvalidParameterError,
): SettledItem {
	const cause = toNodeError(context, error, item.index);
	return settle(item, { outcome: 'failed', detail: messageWithAdvice(cause) }, { cause });
}

/** Adds to an item what the list shows, and why the service may refuse it. The item is still sent. */
const withListInfo = (item: PendingItem, resolved: Item): PendingItem =>
	resolved.state === 'pending'
		? { ...item, listedValues: resolved.listedValues }
		: {
				...item,
				listedValues: resolved.values,
				expectedRefusal: resolved.cause?.message ?? resolved.detail,
			};

/**
 * Looks up, after all requests of a session, the items with an unknown outcome and the missing IDs of new
 * records. Items that share a target stay unknown. A look-up that fails changes no outcome.
 */
export async function lookUpResults(
	run: Run,
	session: Session,
	operation: WriteOperation,
	items: readonly SettledItem[],
	{ returnsIds }: WriteOptions,
): Promise<SettledItem[]> {
	const { list, lookUp } = operation;
	if (lookUp === undefined) return [...items];
	const keyOf = (payload: Payload): string => targetKey(lookUp.target(payload) ?? {});
	const itemsPerTarget = new Map<string, number>();
	for (const { payload, reply } of items) {
		if (reply === 'refusal' || reply === 'not carried out') continue;
		const key = keyOf(payload);
		itemsPerTarget.set(key, (itemsPerTarget.get(key) ?? 0) + 1);
	}
	const requiresId = ({ outcome, values, payload }: SettledItem): boolean =>
		outcome === 'succeeded' &&
		(returnsIds || lookUp.requiresRow?.(payload) === true) &&
		values[list.id] === undefined;
	// If several items target the same record, the list cannot tell which of them changed it.
	const isUnclear = ({ outcome, payload }: SettledItem): boolean =>
		outcome === 'unknown' && itemsPerTarget.get(keyOf(payload)) === 1;
	const toLookUp = new Set(items.filter((item) => isUnclear(item) || requiresId(item)));
	const find = await createPayloadFinder(session, operation, lookUp, toLookUp);
	let missing = 0;
	const lookedUp = items.map((item) => {
		const rows = toLookUp.has(item) ? find(item.payload) : undefined;
		if (rows === undefined) return item;
		if (rows instanceof ApiError) {
			run.note(`The results could not be looked up. ${messageWithAdvice(rows)}`);
			return item;
		}
		if (rows.length === 0 && requiresId(item)) missing += 1;
		return updateFromRows(operation, lookUp, item, rows);
	});
	if (missing > 0) {
		run.note(
			`The list of ${list.nouns} does not show ${missing} of the new ${list.nouns} yet, so their IDs are empty`,
		);
	}
	return lookedUp;
}

/**
 * Adds the ID of the row to an item, and decides an unknown outcome. Without a response, an item whose
 * change the list does not show stays unknown.
 */
function updateFromRows(
	operation: WriteOperation,
	lookUp: LookUp,
	item: SettledItem,
	rows: Rows,
): SettledItem {
	const [row] = rows;
	const { id } = operation.list;
	const ids = row === undefined || rows.length > 1 ? {} : { [id]: row[id] };
	const values = { ...item.values, ...ids };
	if (item.outcome !== 'unknown') return { ...item, values };
	const wasCarriedOut = lookUp.wasCarriedOut(item.payload, rows);
	if (wasCarriedOut === undefined) return item;
	if (wasCarriedOut) {
		// The refusal named no item, so it may be about this one even though the list looks right.
		const refusal = item.reply === 'response' ? `. ${item.detail}` : '';
		const detail = `Confirmed by the list${refusal}`;
		const { rowValues, ...outcome } = successOf(operation, item.payload, { detail });
		return { ...item, ...outcome, values: { ...values, ...rowValues } };
	}
	return item.reply === 'response'
		? { ...item, outcome: 'failed', detail: `${item.detail}. The list shows no change` }
		: {
				...item,
				detail: `${item.detail}. The list shows no change yet, but the request may still be in progress`,
			};
}
