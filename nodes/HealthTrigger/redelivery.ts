import type { IDataObject } from 'n8n-workflow';

import {
	bounded,
	giveUp,
	MOST_TRIES,
	type Deliveries,
	type HandedOver,
} from '../shared/polling/deliveries';
import type { Log } from '../shared/polling/runPoll';

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
 * Puts the changes that a poll hands over into a batch, before them those of batches that were not seen
 * to finish.
 * @param unfinished batches that run or have failed
 * @param found the changes of this poll
 * @returns the batch, undefined where nothing is handed over, and the batches to wait for with it
 */
export function batchOf(
	unfinished: readonly Batch[],
	found: readonly IDataObject[],
	deliveries: Deliveries,
	log: Log,
): { batch: Batch | undefined; handedOver: Batch[] } {
	const running = unfinished.filter(({ id }) => deliveries.of(id) === 'running');
	const failed = unfinished.filter((batch) => !running.includes(batch));
	const again = failed.filter(({ tries, changes }) => {
		const isTried = tries >= MOST_TRIES;
		if (isTried) giveUp(changes.length, 'change', `${MOST_TRIES} tries ended early`, log);
		return !isTried;
	});
	const redelivered = again.flatMap(({ changes }) =>
		changes.map((change) => ({ ...change, redelivered: true })),
	);
	const changes = [...redelivered, ...found];
	if (changes.length === 0) return { batch: undefined, handedOver: running };
	const tries = Math.max(0, ...again.map((batch) => batch.tries + 1));
	const batch = { id: deliveries.newId(), tries, changes };
	return { batch, handedOver: bounded([...running, batch], MOST_WAITING, log) };
}
