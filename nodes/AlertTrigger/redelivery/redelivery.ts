import { fingerprintOf } from '../../Alert/alertKey';
import type { Log } from '../../shared/polling/runPoll';
import { push, type NewAlert } from '../dedupe/emitted';
import type { Scan } from '../polling/scan';
import type { Batch } from '../state/state';

/** A batch is read again, or handed over again, so often before it is given up. */
const MOST_TRIES = 5;

/** Batches, and alerts in them, that are waited for at most: some 1 MB of state. */
const MOST_BATCHES = 100;
const MOST_ALERTS = 50_000;

/**
 * Reads the alerts of a batch again that was handed over and not seen to finish, and emits them, as far
 * as this poll's time, requests and room for alerts go. What cannot be redelivered is given up, with a
 * line in the log.
 * @returns what of the batch is still to be read
 */
export async function redeliver(scan: Scan, batch: Batch, log: Log): Promise<Batch | undefined> {
	const giveUp = (count: number, why: string): void => {
		log.warn(
			`${count} alert${count === 1 ? '' : 's'} whose execution did not finish before n8n stopped cannot be redelivered: ${why}`,
		);
	};
	if (!scan.goesOn()) return batch;
	if (batch.tries >= MOST_TRIES) {
		giveUp(batch.alerts.length, `${MOST_TRIES} tries ended early`);
		return undefined;
	}
	const wanted = new Map<string, number[]>();
	for (const [fingerprint, number] of batch.alerts) push(wanted, fingerprint, number);
	let { from } = batch;
	const { step } = scan.state;
	const isRead = await scan.read(batch, {
		isCounted: false,
		moved: ({ to }) => {
			from = to;
		},
		take: (window, records) => {
			for (const record of records) {
				const fingerprint = fingerprintOf(record);
				// Alerts that share a fingerprint are identical: any of them stands for any number.
				const number = scan.room > 0 ? wanted.get(fingerprint)?.shift() : undefined;
				if (number === undefined) continue;
				scan.alerts.push({ record, fingerprint, number, window, redelivered: true });
			}
			return scan.room > 0;
		},
	});
	// What refuses the batch need not refuse what is new.
	scan.state.step = step;
	const left = [...wanted].flatMap(([fingerprint, numbers]) =>
		numbers.map((number) => [fingerprint, number] as const),
	);
	if (left.length === 0) return undefined;
	if (isRead) {
		giveUp(left.length, 'the service no longer finds them with these filters');
		return undefined;
	}
	const hasGained = from > batch.from || left.length < batch.alerts.length;
	return { ...batch, from, alerts: left, tries: batch.tries + (hasGained ? 0 : 1) };
}

/** The batch of the alerts that are handed over now. */
export const batchOf = (id: string, alerts: readonly NewAlert[], tries: number): Batch => ({
	id,
	from: Math.min(...alerts.map(({ window }) => window.from)),
	to: Math.max(...alerts.map(({ window }) => window.to)),
	tries: alerts.some(({ redelivered }) => redelivered) ? tries + 1 : 0,
	alerts: alerts.map(({ fingerprint, number }) => [fingerprint, number]),
});

/** The batches that the state can hold: the oldest of too many are given up, with a line in the log. */
export function bounded(batches: readonly Batch[], log: Log): Batch[] {
	const kept = batches.slice(-MOST_BATCHES);
	let count = kept.reduce((sum, { alerts }) => sum + alerts.length, 0);
	while (count > MOST_ALERTS && kept.length > 1) count -= kept.shift()?.alerts.length ?? 0;
	if (kept.length < batches.length) {
		log.warn(
			`Too many executions have not ended: the ${batches.length - kept.length} oldest are no longer waited for, and their alerts are not redelivered`,
		);
	}
	return kept;
}
