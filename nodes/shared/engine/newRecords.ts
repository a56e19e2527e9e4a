import { toJson } from '../json';
import type { WriteOperation } from '../operation/operation';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { makeFinder } from '../records/directory';
import { asText, nameKey, quoted } from '../texts';
import { needsRecord, resolveItem } from './lookUps';
import type { Run } from './run';
import {
	cellsOf,
	isPending,
	rowOf,
	type PendingItem,
	type SettledItem,
	type WriteItem,
} from './writeItem';

/**
 * Divides items that are not settled into those to send now, and those that wait because an earlier item may
 * create the record that they need.
 */
export function divideByRecord(operation: WriteOperation, items: readonly WriteItem[]) {
	const ready: PendingItem[] = [];
	const waiting: PendingItem[] = [];
	const newNames = new Set<string>();
	for (const item of items.filter(isPending)) {
		const { name, within = {} } = item.target;
		const keyOf = (known: unknown): string => nameKey(toJson([nameKey(asText(known)), within]));
		const isNew = item.record === undefined;
		const mustWait = isNew && needsRecord(operation, item) && newNames.has(keyOf(name));
		(mustWait ? waiting : ready).push(item);
		const alias = operation.list.aliasOf?.(cellsOf(operation, item));
		if (isNew) for (const known of [name, alias]) newNames.add(keyOf(known));
	}
	return { ready, waiting };
}

/** Gives items that waited the records that sent items created, as the list would show them. */
export function takeRecords(
	run: Run,
	operation: WriteOperation,
	waiting: readonly PendingItem[],
	sent: readonly SettledItem[],
): WriteItem[] {
	const { list } = operation;
	const created = sent.filter(({ outcome }) => outcome !== 'failed');
	const findRow = makeFinder(
		list,
		created.map((item) => rowOf(operation, item)),
	);
	return waiting.map((item) => {
		const rows = findRow(item.target);
		const isKnown = rows.every(({ outcome }) => outcome !== 'unknown');
		const error = new InvalidParameterError(
			`Not sent: an earlier item may have created the ${list.noun} ${quoted(item.target.name)}`,
			`Check the list of ${list.plural} before you send this item again.`,
		);
		return resolveItem(run, operation, item, isKnown ? rows : error);
	});
}
