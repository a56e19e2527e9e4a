import type { IDataObject } from 'n8n-workflow';

import { bounded, isGivenUp, type Deliveries, type HandedOver } from '../shared/polling/deliveries';
import type { Log } from '../shared/polling/log';

/** Changes that were handed over together, whole: what has changed back since cannot be read again. */
export interface Batch extends HandedOver {
	changes: readonly IDataObject[];
}

/** Changes of batches that are waited for at most: some 3 MB of state. */
const MOST_WAITING = {
	most: 10_000,
	sizeOf: ({ changes }: Batch): number => changes.length,
	nouns: 'changes',
};

/**
 * Puts together what a poll hands over: the changes of batches that were not seen to finish, and those
 * that it found. They share an execution, and keep the number of their own tries.
 * @param unfinished batches that run or have failed
 * @returns the name of the hand-over, what it holds, and the batches to wait for with it
 */
export function handOver(
	unfinished: readonly Batch[],
	found: readonly IDataObject[],
	deliveries: Deliveries,
	log: Log,
): { id: string; rows: IDataObject[]; handedOver: Batch[] } {
	const id = deliveries.newId();
	const waiting: Batch[] = [];
	const rows: IDataObject[] = [];
	for (const batch of unfinished) {
		const { tries, changes } = batch;
		if (deliveries.of(batch.id) === 'running') waiting.push(batch);
		else if (!isGivenUp(batch, changes.length, 'change', log)) {
			waiting.push({ id, tries: tries + 1, changes });
			rows.push(...changes.map((change) => ({ ...change, redelivered: true })));
		}
	}
	if (found.length > 0) waiting.push({ id, tries: 0, changes: found });
	return { id, rows: [...rows, ...found], handedOver: bounded(waiting, MOST_WAITING, log) };
}
