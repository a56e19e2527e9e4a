import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../../http/apiError';
import { toId } from '../../json';
import {
	asReportableOrThrow,
	messageWithAdvice,
	type ReportableError,
	toNodeError,
} from '../../nodeErrors';
import type { WriteOperation } from '../../operation/operation';
import { requireId } from '../../pagination/list';
import { findRecords, isWithin, onlyRow, type Rows } from '../../records/findRecords';
import type { Intent } from '../../records/intent';
import { asText, equalsIgnoringCase, quote } from '../../texts';
import type { Run } from '../run';
import {
	settle,
	type PendingItem,
	type SentItem,
	type SettledItem,
	type WriteItem,
} from './writeItem';

/** The facts on which the look-up of a record depends: of one item, or of all that the node's settings allow. */
interface RecordFacts {
	/** True if the record is named without its ID. */
	isNamed: boolean;
	/** True if If It Exists is Return Existing. */
	returnsExisting: boolean;
	/** Returns whether a filter of the list has a value. */
	hasFilter: (name: string) => boolean;
}

/** Returns whether an item needs its record before it is sent, or whether the list can at least show the record. */
export function lookUpOf(
	{ lookUp, list: { requiredFilter } }: WriteOperation,
	{ isNamed, returnsExisting, hasFilter }: RecordFacts,
): 'needed' | 'possible' | 'impossible' {
	if (lookUp === undefined) return 'impossible';
	if (requiredFilter !== undefined && !hasFilter(requiredFilter)) return 'impossible';
	const isNeeded = returnsExisting || lookUp === 'always' || (lookUp === 'byName' && isNamed);
	return isNeeded ? 'needed' : 'possible';
}

const itemLookUpOf = (
	operation: WriteOperation,
	{ target: { id, within = {} }, ifExists }: Intent,
): ReturnType<typeof lookUpOf> =>
	lookUpOf(operation, {
		isNamed: id === undefined,
		returnsExisting: ifExists === 'return',
		hasFilter: (name) => within[name] !== undefined,
	});

/** Returns whether an item cannot be sent before its record was looked up. */
export const needsRecord = (operation: WriteOperation, intent: Intent): boolean =>
	itemLookUpOf(operation, intent) === 'needed';

/**
 * Looks up records before items are sent: those that items need, or in a dry run all that the list can show. An
 * item is settled if it needs no request, or if the record that it needs is not found.
 */
export async function resolveItems(
	run: Run,
	operation: WriteOperation,
	items: readonly PendingItem[],
	isDryRun: boolean,
): Promise<WriteItem[]> {
	const { list, newRecordFields } = operation;
	const lookedUp = items.filter((item) => {
		const lookUp = itemLookUpOf(operation, item);
		return lookUp === 'needed' || (isDryRun && lookUp === 'possible');
	});
	const found = await findRecords(
		list,
		lookedUp,
		({ target }) => target,
		newRecordFields !== undefined,
	);
	return items.map((item) => {
		const rows = found.get(item);
		return rows === undefined ? item : resolveItem(run, operation, item, rows);
	});
}

/** Gives an item the record that the list shows, or settles it. @param rows its rows, or why they are not known */
export function resolveItem(
	run: Run,
	operation: WriteOperation,
	item: PendingItem,
	rows: Rows | Error,
): WriteItem {
	const { list, newRecordFields } = operation;
	try {
		if (newRecordFields !== undefined && !(rows instanceof Error) && rows.length === 0) return item;
		const row = onlyRow(list, item.target, rows);
		// The row of an earlier item of this run may not have its ID yet.
		if (row.outcome === undefined) requireId(list, row);
		return acceptRecord(operation, item, row);
	} catch (error) {
		return acceptWithoutRecord(run, operation, item, asReportableOrThrow(error));
	}
}

/** Gives an item the row of its record. With Return Existing, the item then needs no request. */
function acceptRecord(
	operation: WriteOperation,
	item: PendingItem,
	record: IDataObject,
): WriteItem {
	const { list } = operation;
	const isNeeded = needsRecord(operation, item);
	// A dry run plans what a run would send, so it adds no ID that the item does not need.
	const id = isNeeded ? toId(record[list.idField]) : item.id;
	const found = { ...item, record, id };
	if (item.ifExists === 'return') {
		const detail =
			record.outcome === 'planned' ? 'An earlier item would create it' : 'Already there, returned';
		return settle(operation, found, { outcome: 'succeeded', detail });
	}
	if (item.ifExists === 'fail') return { ...found, warning: `The ${list.noun} is already there` };
	const name = record[list.nameField];
	const isSentAsGiven =
		!isNeeded && id === undefined && !equalsIgnoringCase(name, item.target.name);
	return isSentAsGiven ? { ...found, warning: `The list names it ${quote(asText(name))}` } : found;
}

/** Fails an item that needs its record. Any other one gets a warning, or the run a note if the list is not read whole. */
function acceptWithoutRecord(
	run: Run,
	operation: WriteOperation,
	item: PendingItem,
	error: ReportableError,
): WriteItem {
	const cause = toNodeError(run.context, error, item.index);
	const detail = messageWithAdvice(cause);
	// With Return Existing, the service refuses a record that exists in rows which it did not serve.
	const isOptional =
		item.ifExists === 'return' && error instanceof ApiError && error.kind === 'incomplete';
	if (needsRecord(operation, item) && !isOptional) {
		return settle(operation, item, { outcome: 'failed', detail }, cause);
	}
	if (!(error instanceof ApiError)) return { ...item, warning: cause.message };
	run.addNote(
		`The items could not be compared with the list of ${operation.list.plural}. ${detail}`,
	);
	return item;
}

/** Looks up unknown items and missing new IDs after items were sent. An unreadable list changes nothing. */
export async function confirmItems(
	run: Run,
	operation: WriteOperation,
	items: readonly SentItem[],
	needsId: (item: SettledItem) => boolean,
): Promise<SettledItem[]> {
	const { list, newRecordFields } = operation;
	const lacksId = (item: SettledItem): boolean =>
		newRecordFields !== undefined &&
		item.outcome === 'succeeded' &&
		item.id === undefined &&
		(needsId(item) || needsRecord(operation, item));
	const lookedUp = items.filter((item) => lacksId(item) || canConfirm(operation, item));
	// A known ID finds the record, whatever its name is now. A namesake elsewhere leaves a deletion unproven.
	const isCreation = newRecordFields !== undefined;
	const found = await findRecords(
		list,
		lookedUp,
		({ target: { within, ...target }, id }) => ({ ...target, id, ...(isCreation && { within }) }),
		isCreation,
	);
	return items.map((item) => {
		const rows = found.get(item);
		if (rows === undefined) return item;
		if (rows instanceof ApiError) {
			run.addNote(`The results could not be looked up. ${messageWithAdvice(rows)}`);
			return item;
		}
		if (rows.length !== 1 && lacksId(item)) {
			const cause =
				rows.length === 0
					? `does not show all new ${list.plural} yet`
					: `shows several ${list.plural} of one name`;
			run.addNote(`The list of ${list.plural} ${cause}, so some IDs are empty`);
		}
		return confirmItem(operation, item, rows);
	});
}

/** Returns whether the list can decide an unknown item. After a possible refusal, a listed record may be older. */
const canConfirm = (operation: WriteOperation, item: SettledItem): boolean =>
	item.outcome === 'unknown' &&
	(operation.newRecordFields === undefined
		? // The list of a wrong log type does not show a rule that exists.
			operation.deletes?.(item) === true && operation.list.requiredFilter === undefined
		: item.record === undefined && item.mayBeRefused !== true);

/**
 * Returns whether the rows of a record show that an item was carried out; undefined if they do not decide. The
 * service may tell names apart by their case, so a row in another spelling, or elsewhere, proves nothing.
 */
function provesDone(
	{ list, newRecordFields }: WriteOperation,
	item: SettledItem,
	rows: Rows,
): boolean | undefined {
	const { target, payload } = item;
	if (newRecordFields !== undefined) {
		const [name, ...others] = newRecordFields;
		// A list may leave out other fields than the name.
		const agrees = (row: IDataObject): boolean =>
			equalsIgnoringCase(row[name], payload[name]) &&
			others.every((field) => equalsIgnoringCase(row[field] ?? payload[field], payload[field]));
		return rows.length > 1 ? undefined : rows.some(agrees);
	}
	if (rows.length === 0) return true;
	const { name, within = {} } = target;
	const isListed =
		item.id !== undefined ||
		rows.some((row) => row[list.nameField] === name && isWithin(list, within, row));
	return isListed ? false : undefined;
}

/** Adds the ID of the only row, and decides an unknown outcome. Without a response, a missing change proves nothing. */
function confirmItem(operation: WriteOperation, item: SettledItem, rows: Rows): SettledItem {
	const { outcome, detail, cause } = item;
	const [row, ...others] = rows;
	const id = item.id ?? (others.length === 0 ? toId(row?.[operation.list.idField]) : undefined);
	if (outcome !== 'unknown') return { ...item, id };
	// Without a cause, there was a response.
	const wasAnswered = cause === undefined;
	const done = provesDone(operation, item, rows);
	if (done === undefined) return item;
	if (done) {
		const confirmed = `Confirmed by the list${wasAnswered ? `. ${detail}` : ''}`;
		return settle(operation, { ...item, id }, { outcome: 'succeeded', detail: confirmed });
	}
	const noChange = `${detail}. The list shows no change`;
	return { ...item, outcome: wasAnswered ? 'failed' : 'unknown', detail: noChange };
}
