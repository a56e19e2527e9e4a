import { giveUp, MOST_TRIES } from '../../shared/polling/deliveries';
import type { Log } from '../../shared/polling/runPoll';
import { alike, push } from '../dedupe/emitted';
import type { Scan } from '../polling/scan';
import type { Batch } from '../state/state';

/** Alerts of batches that are waited for at most: some 1 MB of state. */
export const MOST_WAITING = {
	most: 50_000,
	sizeOf: ({ alerts }: Batch): number => alerts.length,
	nouns: 'alerts',
};

/**
 * Reads the alerts of a batch again that was handed over and not seen to finish, and emits them, as far
 * as this poll's time, requests and room for alerts go. What cannot be redelivered is given up, with a
 * line in the log.
 * @returns what of the batch is still to be read
 */
export async function redeliver(scan: Scan, batch: Batch, log: Log): Promise<Batch | undefined> {
	if (!scan.goesOn()) return batch;
	if (batch.tries >= MOST_TRIES) {
		giveUp(batch.alerts.length, 'alert', `${MOST_TRIES} tries ended early`, log);
		return undefined;
	}
	const wanted = new Map<string, number[]>();
	for (const [fingerprint, number] of batch.alerts) push(wanted, fingerprint, number);
	let { from } = batch;
	const { step } = scan.state;
	const isRead = await scan.readWindows(
		batch,
		(second) => {
			from = second;
		},
		(window, records) => {
			for (const [fingerprint, some] of alike(records)) {
				// Alerts that share a fingerprint are identical: any of them stands for any number.
				const numbers = wanted.get(fingerprint)?.splice(0, Math.min(some.length, scan.room)) ?? [];
				for (const [index, number] of numbers.entries()) {
					const record = some[index];
					if (record === undefined) continue;
					scan.alerts.push({ record, fingerprint, number, window, redelivered: true });
				}
			}
			return scan.room > 0;
		},
	);
	// What refuses the batch need not refuse what is new.
	scan.state.step = step;
	const left = [...wanted].flatMap(([fingerprint, numbers]) =>
		numbers.map((number) => [fingerprint, number] as const),
	);
	if (left.length === 0) return undefined;
	if (isRead) {
		giveUp(left.length, 'alert', 'the service no longer finds them with these filters', log);
		return undefined;
	}
	const hasGained = from > batch.from || left.length < batch.alerts.length;
	return { ...batch, from, alerts: left, tries: batch.tries + (hasGained ? 0 : 1) };
}
