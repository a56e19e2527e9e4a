import { toJson } from '../../json';
import type { WriteOperation } from '../../operation/operation';
import { InvalidParameterError } from '../../parameters/invalidParameter';
import { makeFinder, type Target } from '../../records/findRecords';
import { asText, nameKey, quote } from '../../texts';
import type { Run } from '../run';
import { needsRecord, resolveItem } from './lookUps';
import {
	cellsOf,
	isPending,
	rowOf,
	type PendingItem,
	type SettledItem,
	type WriteItem,
} from './writeItem';

/** Makes the key of a name within the domain or log type of a target, in whatever way the item spells those. */
const keyWithin = ({ within = {} }: Target, name: string | undefined): string =>
	toJson([name ?? '', ...Object.values(within).map((value) => nameKey(asText(value)))]);

/** Divides items without an outcome: one waits if an earlier one may create its record, the others are ready. */
export function divideByRecord(operation: WriteOperation, items: readonly WriteItem[]) {
	if (operation.newRecordFields === undefined) {
		return { ready: items.filter(isPending), waiting: [], awaited: new Set<number>() };
	}
	const ready: PendingItem[] = [];
	const waiting: PendingItem[] = [];
	/** The items that may create a record, by each of its names. */
	const creators = new Map<string, PendingItem[]>();
	/** The indexes of the items that others wait for. */
	const awaited = new Set<number>();
	for (const item of items.filter(isPending)) {
		const keyOf = (name: unknown): string => keyWithin(item.target, nameKey(asText(name)));
		const isNew = item.record === undefined;
		const earlier = isNew ? creators.get(keyOf(item.target.name)) : undefined;
		if (earlier === undefined) ready.push(item);
		else if (needsRecord(operation, item)) {
			waiting.push(item);
			for (const { index } of earlier) awaited.add(index);
		} else {
			ready.push({ ...item, warning: `An earlier item names the same ${operation.list.noun}` });
		}
		const alias = operation.list.aliasOf?.(cellsOf(operation, item));
		for (const key of isNew ? [item.target.name, alias].map(keyOf) : []) {
			creators.set(key, [...(creators.get(key) ?? []), item]);
		}
	}
	return { ready, waiting, awaited };
}

/** Gives waiting items the records that earlier items created, as the list would show them. */
export function resolveWaiting(
	run: Run,
	operation: WriteOperation,
	waiting: readonly PendingItem[],
	sent: readonly SettledItem[],
): WriteItem[] {
	if (waiting.length === 0) return [];
	const { list } = operation;
	const created = sent.filter(({ outcome }) => outcome !== 'failed');
	// Planned items have no ID, so items of one record are joined by their target.
	const rowsByTarget = new Map(
		created.map(
			(item) => [keyWithin(item.target, item.target.name), rowOf(operation, item)] as const,
		),
	);
	const findRow = makeFinder(list, [...rowsByTarget.values()]);
	return waiting.map((item) => {
		const rows = findRow(item.target);
		const isKnown = rows.every(({ outcome }) => outcome !== 'unknown');
		const error = new InvalidParameterError(
			`Not sent: an earlier item may have created the ${list.noun} ${quote(item.target.name)}`,
			`Check the list of ${list.plural} before you send this item again.`,
		);
		return resolveItem(run, operation, item, isKnown ? rows : error);
	});
}
