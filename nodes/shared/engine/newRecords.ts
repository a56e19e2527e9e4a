import type { WriteOperation } from '../operation/operation';
import { InvalidParameterError } from '../parameters/invalidParameter';
import { targetKey } from '../records/directory';
import { quoted } from '../texts';
import { needsRecord, withoutRecord, withRecord } from './lookUps';
import type { Run } from './run';
import { isPending, rowOf, type PendingItem, type SettledItem, type WriteItem } from './writeItem';

/**
 * Divides items that are not settled into those to send now, and those that wait for their record, since an
 * earlier item creates it.
 */
export function divideByRecord(operation: WriteOperation, items: readonly WriteItem[]) {
	const ready: PendingItem[] = [];
	const waiting: PendingItem[] = [];
	const newKeys = new Set<string>();
	for (const item of items.filter(isPending)) {
		const key = targetKey(item.target);
		const lacksRecord = item.record === undefined;
		const mustWait = lacksRecord && needsRecord(operation, item) && newKeys.has(key);
		(mustWait ? waiting : ready).push(item);
		if (lacksRecord) newKeys.add(key);
	}
	return { ready, waiting };
}

/** Gives items that waited the record that one of the sent items created, if any did. */
export function takeRecords(
	run: Run,
	operation: WriteOperation,
	waiting: readonly PendingItem[],
	sent: readonly SettledItem[],
): WriteItem[] {
	const { list } = operation;
	const creators = new Map(
		sent
			.filter(({ outcome }) => outcome !== 'failed')
			.map((item) => [targetKey(item.target), item]),
	);
	return waiting.map((item) => {
		const creator = creators.get(targetKey(item.target));
		if (creator === undefined) return item;
		if (creator.outcome !== 'unknown') {
			const returned =
				creator.outcome === 'planned' ? 'An earlier item would create it' : undefined;
			return withRecord(operation, item, rowOf(operation, creator), returned);
		}
		const error = new InvalidParameterError(
			`Not sent: an earlier item may have created the ${list.noun} ${quoted(item.target.name)}`,
			`Check the list of ${list.plural} before you send this item again.`,
		);
		return withoutRecord(run, operation, item, error);
	});
}
