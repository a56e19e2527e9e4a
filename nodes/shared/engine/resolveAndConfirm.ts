import { ApiError, asApiErrorOrThrow, unexpectedResponse } from '../http/apiError';
import { toId } from '../json';
import { messageWithAdvice, toNodeError } from '../nodeErrors';
import type { WriteOperation } from '../operation/operation';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { Directory, onlyRow, targetKey, type Rows, type Target } from '../records/directory';
import type { Outcome, Payload } from '../records/recordRules';
import type { WriteOptions } from './readWriteItems';
import type { Run, Session } from './run';
import { settle, type PendingItem, type SettledItem, type WriteItem } from './writeItem';

/**
 * Looks up the records of those items for which `isOpen` returns true, in one directory.
 * @param decide makes the new item from its rows, or from the error with which the list was read
 */
async function lookUp<I extends { payload: Payload }, R>(
	{ service }: Session,
	{ list, record }: WriteOperation,
	items: readonly I[],
	isOpen: (item: I) => boolean,
	decide: (item: I, target: Target, rows: Rows | ApiError) => R,
): Promise<Array<I | R>> {
	const targetOf = (item: I): Target | undefined =>
		isOpen(item) ? record?.target(item.payload) : undefined;
	const targets = items.flatMap((item) => targetOf(item) ?? []);
	const directory = new Directory(service, list, targets, record?.mayBeNew);
	const lookedUp: Array<I | R> = [];
	for (const item of items) {
		const target = targetOf(item);
		lookedUp.push(
			target === undefined
				? item
				: decide(item, target, await directory.find(target).catch(asApiErrorOrThrow)),
		);
	}
	return lookedUp;
}

/**
 * Looks up records before anything is sent: those of the items that need it, and of all items in a dry run.
 * An item is settled if it needs no request, or if it needs a record that is not found. In a dry run, any
 * other item is planned with what the list says against it.
 */
export async function resolveItems(
	run: Run,
	session: Session,
	operation: WriteOperation,
	items: readonly PendingItem[],
	{ isDryRun }: WriteOptions,
): Promise<WriteItem[]> {
	const { list, record } = operation;
	if (record?.whenFound === undefined) return [...items];
	const isNeeded = ({ payload }: PendingItem): boolean => record.needsLookUp?.(payload) === true;
	const isOpen = (item: PendingItem): boolean => isDryRun || isNeeded(item);
	const newKeys = new Set<string>();
	return await lookUp(session, operation, items, isOpen, (item, target, rows): WriteItem => {
		try {
			if (rows instanceof ApiError) throw rows;
			const decision = decideBefore(operation, item, target, rows);
			if (decision === item && isNeeded(item)) refuseRepeated(operation, target, newKeys);
			if ('session' in decision) return decision;
			if (isNeeded(item)) return settle(operation, item, decision);
			return { ...item, listed: decision.columns ?? {}, warning: decision.detail ?? '' };
		} catch (error) {
			const cause = toNodeError(run.context, error, item.index);
			const detail = messageWithAdvice(cause);
			if (isNeeded(item)) return settle(operation, item, { outcome: 'failed', detail }, cause);
			if (!(error instanceof ApiError)) return { ...item, warning: cause.message };
			run.addNote(`The items could not be compared with the list of ${list.plural}. ${detail}`);
			return item;
		}
	});
}

/**
 * Decides by the rows of its record how an item is sent, or its outcome. The item of a new record stays as it is.
 * @throws UserError if the item needs one row, and there is none or more than one
 */
function decideBefore(
	{ list, record }: WriteOperation,
	item: PendingItem,
	target: Target,
	rows: Rows,
): PendingItem | Outcome {
	if (rows.length === 0 && record?.mayBeNew === true) return item;
	const row = onlyRow(list, target, rows);
	const id = toId(row[list.idField]);
	if (id === undefined) throw unexpectedResponse(list.request, `a ${list.noun} has no ID`);
	const found = record?.whenFound?.(item.payload, row, id) ?? { send: {} };
	return 'send' in found
		? { ...item, payload: { ...item.payload, ...found.send }, listed: found.listed ?? {} }
		: found;
}

/** Adds the key of a new record to `newKeys`. @throws InvalidParameterError if an earlier item creates the record */
function refuseRepeated({ list }: WriteOperation, target: Target, newKeys: Set<string>): void {
	const key = targetKey(target);
	if (newKeys.has(key)) {
		throw new InvalidParameterError(
			`An earlier item names the same ${list.noun}: "${target.name ?? ''}"`,
			'List it only once.',
		);
	}
	newKeys.add(key);
}

/**
 * Looks up records after all requests of a session: those of items with an unknown outcome, and new ones
 * whose IDs are missing. A look-up that fails changes nothing.
 */
export async function confirmItems(
	run: Run,
	session: Session,
	operation: WriteOperation,
	items: readonly SettledItem[],
	{ returnsIds }: WriteOptions,
): Promise<SettledItem[]> {
	const { list, record } = operation;
	if (record === undefined) return [...items];
	const lacksId = ({ outcome, values, payload }: SettledItem): boolean =>
		outcome === 'succeeded' &&
		(returnsIds || record.needsLookUp?.(payload) === true) &&
		values[list.idField] === undefined;
	const isOpen = (item: SettledItem): boolean =>
		lacksId(item) || (item.outcome === 'unknown' && record.isDone !== undefined);
	return await lookUp(session, operation, items, isOpen, (item, _target, rows): SettledItem => {
		if (rows instanceof ApiError) {
			run.addNote(`The results could not be looked up. ${messageWithAdvice(rows)}`);
			return item;
		}
		if (rows.length === 0 && lacksId(item)) {
			run.addNote(
				`The list of ${list.plural} does not show all new ${list.plural} yet, so some IDs are empty`,
			);
		}
		return decideAfter(operation, item, rows);
	});
}

/**
 * Adds the ID of the only row to an item, and decides an unknown outcome. Without a response, an item whose
 * change the list does not show stays unknown.
 */
function decideAfter(operation: WriteOperation, item: SettledItem, rows: Rows): SettledItem {
	const { list, record } = operation;
	const { outcome, detail, values, payload, cause } = item;
	const [row] = rows;
	const columns =
		row !== undefined && rows.length === 1 ? { [list.idField]: row[list.idField] } : {};
	if (outcome !== 'unknown') return { ...item, values: { ...values, ...columns } };
	// Without a cause, there was a response that did not name the item. It may be about it, whatever the list shows.
	const wasAnswered = cause === undefined;
	switch (record?.isDone?.(payload, rows)) {
		case undefined:
			return item;
		case true: {
			const confirmation = `Confirmed by the list${wasAnswered ? `. ${detail}` : ''}`;
			const success = { outcome: 'succeeded', detail: confirmation, columns } as const;
			return settle(operation, { ...item, listed: values }, success);
		}
		case false:
			return wasAnswered
				? { ...item, outcome: 'failed', detail: `${detail}. The list shows no change` }
				: {
						...item,
						detail: `${detail}. The list shows no change yet, but the request may still be in progress`,
					};
	}
}
