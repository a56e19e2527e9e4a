import type { IDataObject } from 'n8n-workflow';

import {
	bounded,
	isGivenUp,
	type Contents,
	type Deliveries,
	type HandedOver,
} from '../shared/polling/deliveries';
import type { Log } from '../shared/polling/log';

/** Changes that were handed over together, whole: what has changed back since cannot be read again. */
export interface Delivery extends HandedOver {
	changes: readonly IDataObject[];
}

/** Deliveries that are waited for take some 3 MB of state at most. */
const CONTENTS: Contents<Delivery> = {
	noun: 'change',
	nouns: 'changes',
	sizeOf: ({ changes }) => changes.length,
	most: 10_000,
};

/**
 * Puts together what a poll hands over: the changes of deliveries that were not seen to finish, and
 * those that it found. They share an execution, and keep the number of their own tries.
 * @param unfinished deliveries that run or are lost
 * @returns the id of the hand-over, what it holds, and the deliveries to wait for with it
 */
export function handOver(
	unfinished: readonly Delivery[],
	found: readonly IDataObject[],
	deliveries: Deliveries,
	log: Log,
): { id: string; rows: IDataObject[]; handedOver: Delivery[] } {
	const id = deliveries.newId();
	const waiting: Delivery[] = [];
	const rows: IDataObject[] = [];
	for (const delivery of unfinished) {
		const { tries, changes } = delivery;
		if (deliveries.of(delivery.id) === 'running') waiting.push(delivery);
		else if (!isGivenUp(delivery, CONTENTS, log)) {
			waiting.push({ id, tries: tries + 1, changes });
			for (const change of changes) rows.push({ ...change, redelivered: true });
		}
	}
	if (found.length > 0) waiting.push({ id, tries: 0, changes: found });
	return { id, rows: [...rows, ...found], handedOver: bounded(waiting, CONTENTS, log) };
}
