import { newAlerts, type NewAlert } from './dedupe';
import { readWindows, type Reading } from './readWindows';
import type { Batch } from './state';
import { LONGEST_STEP } from './windows';

/** What was found again of a batch, and what of it is still to be read. */
export interface Again {
	alerts: NewAlert[];
	rest?: Batch;
}

/**
 * Reads the alerts of a batch again that was handed over and not seen to finish. Those that the
 * service no longer finds are given up, with a line in the log.
 *
 * @throws Refusal
 */
export async function redeliver(reading: Reading, batch: Batch): Promise<Again> {
	const wanted = new Map(batch.alerts.map((entry) => [keyOf(...entry), entry]));
	const alerts: NewAlert[] = [];
	const windows = readWindows(reading, batch.from, LONGEST_STEP, batch.to);
	let from = batch.from;
	let isDoubtful = false;
	for (;;) {
		const next = await windows.next();
		if (next.done === true) {
			if (next.value !== undefined) {
				return { alerts, rest: { ...batch, from, alerts: [...wanted.values()] } };
			}
			break;
		}
		const { window, records, agrees } = next.value;
		isDoubtful ||= !agrees;
		for (const alert of newAlerts(new Map(), records, window).alerts) {
			if (wanted.delete(keyOf(alert.fingerprint, alert.number))) alerts.push(alert);
		}
		from = window.to;
	}
	const rest = { ...batch, alerts: [...wanted.values()] };
	// What a service that contradicts itself left out, it may serve with the next poll.
	if (wanted.size > 0 && isDoubtful && reading.clock.now() < batch.to + 3600) {
		return { alerts, rest };
	}
	if (wanted.size > 0) {
		reading.log.warn(
			`${wanted.size} alerts whose execution did not finish before n8n stopped cannot be redelivered: the service no longer finds them with these filters`,
		);
	}
	return { alerts };
}

/** The alert_key of an alert: the same whenever it is read again. */
export const keyOf = (fingerprint: string, number: number): string => `${fingerprint}-${number}`;
