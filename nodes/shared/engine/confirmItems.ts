import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import { messageWithAdvice } from '../nodeErrors';
import type { WriteOperation } from '../operation/operation';
import { Directory, type Rows } from '../records/directory';
import type { Run, Session } from './run';
import { settle, type SettledItem } from './writeItem';

/** An item that was looked up after its request. */
interface Finding {
	item: SettledItem;
	rows: Rows;
	/** True if the rows show that the item was carried out; undefined if they cannot show it. */
	isDone: boolean | undefined;
}

/**
 * Looks up records after requests were sent: those of items with an unknown outcome, and new ones whose IDs
 * are missing. A list that cannot be read changes nothing.
 */
export async function confirmItems(
	run: Run,
	{ service }: Session,
	operation: WriteOperation,
	items: readonly SettledItem[],
	needsIds: boolean,
): Promise<SettledItem[]> {
	const { list, recordRules } = operation;
	if (recordRules === undefined) return [...items];
	const lacksId = ({ outcome, values, payload }: SettledItem): boolean =>
		outcome === 'succeeded' &&
		(needsIds || recordRules.needsLookUp?.(payload) === true) &&
		values[list.idField] === undefined;
	const isUnclear = ({ outcome }: SettledItem): boolean =>
		outcome === 'unknown' && recordRules.isDone !== undefined;
	const toLookUp = items
		.filter((item) => isUnclear(item) || lacksId(item))
		.flatMap((item) => {
			const target = recordRules.target(item.payload);
			return target === undefined ? [] : [{ item, target }];
		});
	const targets = toLookUp.map(({ target }) => target);
	const directory = new Directory(service, list, targets, recordRules.mayBeNew);
	const findings = new Map<SettledItem, Finding>();
	for (const { item, target } of toLookUp) {
		const rows = await directory.find(target).catch(asApiErrorOrThrow);
		if (rows instanceof ApiError) {
			run.addNote(`The results could not be looked up. ${messageWithAdvice(rows)}`);
		} else {
			const isDone = isUnclear(item) ? recordRules.isDone?.(item.payload, rows) : undefined;
			findings.set(item, { item, rows, isDone });
		}
	}
	if (items.some((item) => lacksId(item) && findings.get(item)?.rows.length === 0)) {
		run.addNote(
			`The list of ${list.plural} does not show all new ${list.plural} yet, so some IDs are empty`,
		);
	}
	const isBelievable = countChecker([...findings.values()]);
	return items.map((item) => {
		const finding = findings.get(item);
		return finding !== undefined && isBelievable(finding) ? applyFinding(operation, finding) : item;
	});
}

/**
 * Makes a function that returns whether a finding agrees with the count of its response. If the list shows
 * more items as done than the service counted, those are not believed; if it shows fewer, the others are not.
 */
function countChecker(findings: readonly Finding[]): (finding: Finding) => boolean {
	const maybeDone = new Map<object, number>();
	for (const { item, isDone } of findings) {
		if (item.group === undefined || isDone === false) continue;
		maybeDone.set(item.group, (maybeDone.get(item.group) ?? 0) + 1);
	}
	return ({ item: { group }, isDone }) => {
		if (group === undefined || isDone === undefined) return true;
		const count = maybeDone.get(group) ?? 0;
		return isDone ? count <= group.doneCount : count >= group.doneCount;
	};
}

/**
 * Adds the ID of the only row to an item, and decides an unknown outcome. Without a response, an item whose
 * change the list does not show stays unknown.
 */
function applyFinding(operation: WriteOperation, { item, rows, isDone }: Finding): SettledItem {
	const { idField } = operation.list;
	const { outcome, detail, values, cause } = item;
	const [row] = rows;
	const cells = row !== undefined && rows.length === 1 ? { [idField]: row[idField] } : {};
	if (outcome !== 'unknown') return { ...item, values: { ...values, ...cells } };
	if (isDone === undefined) return item;
	// Without a cause, there was a response, but it named no item. It may refuse this one, whatever the list shows.
	const wasAnswered = cause === undefined;
	if (isDone) {
		const confirmation = `Confirmed by the list${wasAnswered ? `. ${detail}` : ''}`;
		const success = { outcome: 'succeeded', detail: confirmation, cells } as const;
		return settle(operation, { ...item, listed: values }, success);
	}
	return wasAnswered
		? { ...item, outcome: 'failed', detail: `${detail}. The list shows no change` }
		: {
				...item,
				detail: `${detail}. The list shows no change yet, but the request may still be in progress`,
			};
}
