import type { IDataObject } from 'n8n-workflow';

import { ApiError, asApiErrorOrThrow, unexpectedResponse } from '../http/apiError';
import { toId } from '../json';
import {
	asReportableOrThrow,
	messageWithAdvice,
	type ReportableError,
	toNodeError,
} from '../nodeErrors';
import type { WriteOperation } from '../operation/operation';
import { Directory, onlyRow, type Rows, type Target } from '../records/directory';
import type { Intent, Resolved } from '../records/intent';
import type { Run, Session } from './run';
import { settle, type PendingItem, type SettledItem, type WriteItem } from './writeItem';

/** Returns whether an item cannot be sent before its record was looked up. */
export const needsRecord = ({ lookUp }: WriteOperation, { target, ifExists }: Intent): boolean =>
	lookUp === 'always' || (lookUp === 'byName' && target.id === undefined) || ifExists === 'return';

/**
 * Looks up the records of some items in the list as it is now, one after the other. The others stay as they are.
 * @param decide receives the rows of the record, or why the list could not be read
 */
async function lookUp<I extends Resolved, R>(
	{ service }: Session,
	{ list, creates }: WriteOperation,
	items: readonly I[],
	isAsked: (item: I) => boolean,
	decide: (item: I, rows: Rows | ApiError) => R,
): Promise<Array<I | R>> {
	// A known ID finds the record, whatever its name is now.
	const targetOf = ({ target, id }: Resolved): Target => ({ ...target, id });
	const asked = new Set(items.filter(isAsked));
	const directory = new Directory(service, list, [...asked].map(targetOf), creates);
	const results: Array<I | R> = [];
	for (const item of items) {
		results.push(
			asked.has(item)
				? decide(item, await directory.find(targetOf(item)).catch(asApiErrorOrThrow))
				: item,
		);
	}
	return results;
}

/**
 * Looks up records before items are sent: those that items need, and all in a dry run. An item is settled if
 * it needs no request, or if its record is not found.
 */
export async function findRecords(
	run: Run,
	session: Session,
	operation: WriteOperation,
	items: readonly PendingItem[],
	isDryRun: boolean,
): Promise<WriteItem[]> {
	const { list, creates = false } = operation;
	const { requiredFilter } = list;
	const isAsked = (item: PendingItem): boolean =>
		operation.lookUp !== undefined &&
		(isDryRun || needsRecord(operation, item)) &&
		(requiredFilter === undefined || item.target.within?.[requiredFilter] !== undefined);
	return await lookUp(session, operation, items, isAsked, (item, rows) => {
		try {
			if (rows instanceof ApiError) throw rows;
			if (rows.length === 0 && creates) return item;
			const row = onlyRow(list, item.target, rows);
			if (toId(row[list.idField]) !== undefined) return withRecord(operation, item, row);
			throw unexpectedResponse(list.request, `a ${list.noun} has no ID`);
		} catch (error) {
			return withoutRecord(run, operation, item, asReportableOrThrow(error));
		}
	});
}

/**
 * Gives an item the row of its record. With Return Existing, that is all it asks for.
 * @param returned the detail of such an item
 */
export function withRecord(
	operation: WriteOperation,
	item: PendingItem,
	record: IDataObject,
	returned = 'Already there, returned',
): WriteItem {
	const { list } = operation;
	// A dry run sends what a run would, so it adds no ID that the item does not need.
	const id = needsRecord(operation, item) ? toId(record[list.idField]) : item.id;
	const found = { ...item, record, id };
	if (item.ifExists === 'return') {
		return settle(operation, found, { outcome: 'succeeded', detail: returned });
	}
	const warning =
		item.ifExists === 'fail'
			? `The ${list.noun} is already there`
			: operation.refusal?.(item, record);
	return warning === undefined ? found : { ...found, warning };
}

/** Settles an item that needs its record. In a dry run, any other item keeps what the list says against it. */
export function withoutRecord(
	run: Run,
	operation: WriteOperation,
	item: PendingItem,
	error: ReportableError,
): WriteItem {
	const cause = toNodeError(run.context, error, item.index);
	const detail = messageWithAdvice(cause);
	if (needsRecord(operation, item)) {
		return settle(operation, item, { outcome: 'failed', detail }, cause);
	}
	if (!(error instanceof ApiError)) return { ...item, warning: cause.message };
	run.addNote(
		`The items could not be compared with the list of ${operation.list.plural}. ${detail}`,
	);
	return item;
}

/**
 * Looks up records after items were sent: those of unknown items, and new ones whose IDs are missing. A list
 * that cannot be read changes nothing.
 */
export async function confirmItems(
	run: Run,
	session: Session,
	operation: WriteOperation,
	items: readonly SettledItem[],
	returnsIds: boolean,
): Promise<SettledItem[]> {
	const { list, creates = false } = operation;
	const lacksId = (item: SettledItem): boolean =>
		creates &&
		item.outcome === 'succeeded' &&
		item.id === undefined &&
		(returnsIds || needsRecord(operation, item));
	// A refused item may have been listed before. A deleted one is gone, whatever was refused.
	const isUnclear = ({ outcome, isUnnamed }: SettledItem): boolean =>
		outcome === 'unknown' && operation.isDone !== undefined && !(creates && isUnnamed === true);
	const isAsked = (item: SettledItem): boolean => lacksId(item) || isUnclear(item);
	return await lookUp(session, operation, items, isAsked, (item, rows) => {
		if (rows instanceof ApiError) {
			run.addNote(`The results could not be looked up. ${messageWithAdvice(rows)}`);
			return item;
		}
		if (rows.length === 0 && lacksId(item)) {
			run.addNote(
				`The list of ${list.plural} does not show all new ${list.plural} yet, so some IDs are empty`,
			);
		}
		return decide(operation, item, rows);
	});
}

/**
 * Adds the ID of the only row to an item, and decides an unknown outcome. Without a response, an item whose
 * change the list does not show stays unknown.
 */
function decide(operation: WriteOperation, item: SettledItem, rows: Rows): SettledItem {
	const { outcome, detail, cause } = item;
	const [row, ...others] = rows;
	const id = item.id ?? (others.length === 0 ? toId(row?.[operation.list.idField]) : undefined);
	if (outcome !== 'unknown') return { ...item, id };
	const isDone = operation.isDone?.(item, rows);
	if (isDone === undefined) return item;
	// Without a cause, there was a response.
	const wasAnswered = cause === undefined;
	if (isDone) {
		const confirmed = `Confirmed by the list${wasAnswered ? `. ${detail}` : ''}`;
		return settle(operation, { ...item, id }, { outcome: 'succeeded', detail: confirmed });
	}
	return wasAnswered
		? { ...item, outcome: 'failed', detail: `${detail}. The list shows no change` }
		: {
				...item,
				detail: `${detail}. The list shows no change yet, but the request may still be in progress`,
			};
}
