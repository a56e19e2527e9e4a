import { fingerprintOf } from '../../Alert/alertRow';
import { giveUp, isGivenUp } from '../../shared/polling/deliveries';
import type { Log } from '../../shared/polling/log';
import { push, type NewAlert } from '../dedupe/emitted';
import type { Scan } from '../reading/scan';
import type { AlertDelivery } from '../state/state';

/** Alerts of deliveries that are waited for at most: some 1 MB of state. */
export const CONTENTS = {
	noun: 'alert',
	nouns: 'alerts',
	sizeOf: ({ alerts }: AlertDelivery): number => alerts.length,
	most: 50_000,
};

/**
 * Reads the alerts of a delivery again that was handed over and not seen to finish, as far as this poll's
 * time, requests and room for alerts go. What cannot be redelivered is given up, with a line in the log.
 * @param now the service's time, in seconds since 1970
 * @returns the alerts, and what of the delivery is still to be read
 */
export async function redeliver(
	{ reader, room, state }: Scan,
	delivery: AlertDelivery,
	now: number,
	log: Log,
): Promise<{ alerts: NewAlert[]; rest?: AlertDelivery }> {
	const alerts: NewAlert[] = [];
	if (room <= 0 || !reader.goesOn()) return { alerts, rest: delivery };
	if (isGivenUp(delivery, CONTENTS, log)) return { alerts };
	const wanted = new Map<string, number[]>();
	for (const [fingerprint, number] of delivery.alerts) push(wanted, fingerprint, number);
	const span = { from: delivery.from, to: Math.min(delivery.to, now) };
	const { at } = await reader.read(span, state.lookBackStep, (window, records) => {
		for (const record of records) {
			const fingerprint = fingerprintOf(record);
			// Alerts that share a fingerprint are identical: any of them stands for any number.
			const number = alerts.length < room ? wanted.get(fingerprint)?.shift() : undefined;
			if (number === undefined) continue;
			alerts.push({ record, fingerprint, number, window, redelivered: true });
		}
		return alerts.length < room;
	});
	const left = [...wanted].flatMap(([fingerprint, numbers]) =>
		numbers.map((number) => [fingerprint, number] as const),
	);
	if (left.length === 0) return { alerts };
	if (at >= span.to) {
		giveUp(left.length, CONTENTS, 'the service no longer finds them with these filters', log);
		return { alerts };
	}
	const hasGained = at > delivery.from || left.length < delivery.alerts.length;
	const isTry = !hasGained && !reader.mustWait;
	const tries = delivery.tries + (isTry ? 1 : 0);
	return { alerts, rest: { ...delivery, from: at, alerts: left, tries } };
}

/**
 * The alerts that are handed over now, in one execution: what is redelivered keeps the number of its
 * tries, and what is new has its own.
 * @param tries how often those that are redelivered were tried before
 */
export const deliveriesIn = (
	id: string,
	alerts: readonly NewAlert[],
	tries: number,
): AlertDelivery[] =>
	[true, undefined]
		.map((redelivered) => alerts.filter((alert) => alert.redelivered === redelivered))
		.filter((some) => some.length > 0)
		.map((some) => ({
			id,
			from: Math.min(...some.map(({ window }) => window.from)),
			to: Math.max(...some.map(({ window }) => window.to)),
			tries: some[0]?.redelivered === true ? tries + 1 : 0,
			alerts: some.map(({ fingerprint, number }) => [fingerprint, number]),
		}));
