import { newAlerts, type NewAlert } from './dedupe';
import { readWindows, type Reading } from './readWindows';
import type { Batch } from './state';

/** What was found again of a batch, and what of it is still to be read. */
export interface Again {
	alerts: NewAlert[];
	rest?: Batch;
	/** How long the next window had better be. */
	step: number;
}

/**
 * Reads the alerts of a batch again that was handed over and not seen to finish. Those that the
 * service no longer finds are given up, with a line in the log.
 *
 * @param step how long the first window may be, in seconds
 * @throws ApiError
 */
export async function redeliver(reading: Reading, batch: Batch, step: number): Promise<Again> {
	const wanted = new Map(batch.alerts.map((entry) => [keyOf(...entry), entry]));
	const alerts: NewAlert[] = [];
	const windows = readWindows(reading, batch.from, step, batch.to);
	let { from } = batch;
	let longest = step;
	let isDoubtful = false;
	for (;;) {
		const next = await windows.next();
		if (next.done === true) {
			if (next.value !== undefined) {
				const rest = { ...batch, from, alerts: [...wanted.values()] };
				return { alerts, rest, step: next.value.step };
			}
			break;
		}
		const { window, records, agrees } = next.value;
		isDoubtful ||= !agrees;
		for (const alert of newAlerts(new Map(), records, window).alerts) {
			if (wanted.delete(keyOf(alert.fingerprint, alert.number))) alerts.push(alert);
		}
		from = window.to;
		longest = next.value.step;
	}
	const rest = { ...batch, alerts: [...wanted.values()] };
	// What a service that contradicts itself left out, it may serve with the next poll.
	if (wanted.size > 0 && isDoubtful && reading.clock.now() < batch.to + 3600) {
		return { alerts, rest, step: longest };
	}
	if (wanted.size > 0) {
		reading.log.warn(
			`${wanted.size} alert${wanted.size === 1 ? '' : 's'} whose execution did not finish before n8n stopped cannot be redelivered: the service no longer finds them with these filters`,
		);
	}
	return { alerts, step: longest };
}

/** The alert_key of an alert: the same whenever it is read again. */
export const keyOf = (fingerprint: string, number: number): string => `${fingerprint}-${number}`;
