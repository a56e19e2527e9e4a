import { fingerprintOf } from '../../Alert/alertKey';
import type { Log } from '../../shared/polling/runPoll';
import type { NewAlert } from '../dedupe/emitted';
import type { Scan } from '../polling/read';
import type { Batch } from '../state/state';

/** A batch is read again, or handed over again, so often before it is given up. */
const MOST_TRIES = 5;

/** Batches, and alerts in them, that are waited for at most: some 1 MB of state. */
const MOST_BATCHES = 100;
const MOST_ALERTS = 50_000;

/** What was found again of a batch, and what of it is still to be read. */
export interface Redelivery {
	alerts: NewAlert[];
	rest?: Batch;
}

/**
 * Reads the alerts of a batch again that was handed over and not seen to finish, as far as this poll's
 * time, requests and room for alerts go. What cannot be redelivered is given up, with a line in the log.
 */
export async function redeliver(scan: Scan, batch: Batch, log: Log): Promise<Redelivery> {
	const wanted = new Map<string, number[]>();
	for (const [fingerprint, number] of batch.alerts) {
		wanted.set(fingerprint, [...(wanted.get(fingerprint) ?? []), number]);
	}
	const left = (): Batch['alerts'] =>
		[...wanted].flatMap(([fingerprint, numbers]) =>
			numbers.map((number) => [fingerprint, number] as const),
		);
	if (batch.tries >= MOST_TRIES) {
		log.warn(
			`${alertsIn(batch.alerts.length)} cannot be redelivered: ${MOST_TRIES} tries ended early`,
		);
		return { alerts: [] };
	}
	const alerts: NewAlert[] = [];
	let { from } = batch;
	const { step } = scan.state;
	const isRead = await scan.readTo(
		batch.from,
		batch.to,
		(window, records) => {
			for (const record of records) {
				const fingerprint = fingerprintOf(record);
				const numbers = wanted.get(fingerprint);
				if (numbers?.[0] === undefined) continue;
				if (alerts.length >= scan.room) return false;
				// Alerts that share a fingerprint are identical: any of them stands for any number.
				alerts.push({ record, fingerprint, number: numbers[0], window });
				numbers.shift();
			}
			return true;
		},
		(position) => {
			from = position;
		},
	);
	// What refuses the batch need not refuse what is new.
	scan.state.step = step;
	const rest = left();
	if (rest.length === 0) return { alerts };
	if (!isRead) {
		const hasMoved = from > batch.from || alerts.length > 0;
		return {
			alerts,
			rest: { ...batch, from, alerts: rest, tries: batch.tries + (hasMoved ? 0 : 1) },
		};
	}
	log.warn(
		`${alertsIn(rest.length)} cannot be redelivered: the service no longer finds them with these filters`,
	);
	return { alerts };
}

const alertsIn = (count: number): string =>
	`${count} alert${count === 1 ? '' : 's'} whose execution did not finish before n8n stopped`;

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

/** The batch of the alerts that are handed over now. */
export const batchOf = (id: string, scan: Scan, again: Redelivery, source?: Batch): Batch => ({
	id,
	from: Math.min(scan.from, again.alerts.length > 0 ? (source?.from ?? Infinity) : Infinity),
	to: Math.max(scan.to, again.alerts.length > 0 ? (source?.to ?? 0) : 0),
	tries: again.alerts.length > 0 ? (source?.tries ?? 0) + 1 : 0,
	alerts: [...scan.alerts, ...again.alerts].map(({ fingerprint, number }) => [fingerprint, number]),
});
