import { refusalIn } from '../shared/refusal';
import { newAlerts, type NewAlert } from './dedupe';
import { readWindows, type Reading } from './readWindows';
import { MOST_REMEMBERED, trimmed, type State } from './state';
import { LEAST_LOOK_BACK, LONGEST_STEP } from './windows';

/** What the user set; times in seconds. */
export interface Following {
	/** Fingerprint of the filters. */
	filters: string;
	firstFetch: number;
	lookBack: number;
	/** Alerts that a poll emits at most. */
	mostAlerts: number;
	/** How long ago the trigger was started, where no state has been kept since. */
	sinceStart: number;
}

/** What a poll found: alerts to emit, oldest first, and the state once they are emitted. */
export interface Found {
	alerts: NewAlert[];
	state: State;
	/** The time that was read. */
	from: number;
	to: number;
}

/**
 * Reads from (the watermark minus the look-back) to the service's now and answers what is new.
 * A refusal in its midst keeps what was read before, if that is something to emit.
 *
 * @throws Refusal
 */
export async function follow(
	reading: Reading,
	stored: State | undefined,
	following: Following,
): Promise<Found> {
	const { log, clock } = reading;
	const state = await startingState(reading, stored, following);
	const lookBack = Math.max(following.lookBack, LEAST_LOOK_BACK);
	const earlier = Math.min(state.watermark, clock.now());
	const from = Math.max(earlier - lookBack, state.since);
	let position = from;
	let { emitted, step } = state;
	const alerts: NewAlert[] = [];
	const windows = readWindows(reading, position, step);
	let isBehind = false;
	try {
		for (;;) {
			const next = await windows.next();
			if (next.done === true) {
				if (next.value !== undefined) {
					step = next.value.step;
					isBehind = true;
				}
				break;
			}
			const { window, records } = next.value;
			const found = newAlerts(emitted, records, window);
			if (alerts.length > 0 && alerts.length + found.alerts.length > following.mostAlerts) {
				isBehind = true;
				break;
			}
			emitted = found.emitted;
			step = next.value.step;
			position = window.to;
			for (const alert of found.alerts) alerts.push(alert);
		}
	} catch (fault) {
		const refusal = refusalIn(fault);
		if (alerts.length === 0) throw refusal;
		log.warn(
			`${refusal.message}; what was read before is emitted, the rest is read with the next poll`,
		);
	}
	const watermark = Math.min(clock.now(), Math.max(position, earlier));
	if (isBehind) {
		log.info(
			`Alerts up to ${new Date(watermark * 1000).toISOString()} are read; the next poll goes on from there`,
		);
	}
	const next = { ...state, watermark, step, emitted };
	const kept = trimmed(next, Math.max(state.since, watermark - lookBack));
	if (kept.forgotten > 0) {
		log.warn(
			`More than ${MOST_REMEMBERED} alerts lie within the look-back: the ${kept.forgotten} oldest are no longer remembered, and alerts that arrive late among them are not seen. Narrow the filters or shorten Look Back`,
		);
	}
	return { alerts, state: kept.state, from, to: position };
}

/** Where to begin: what was stored, or a new baseline where that does not fit. */
async function startingState(
	reading: Reading,
	stored: State | undefined,
	{ filters, firstFetch, lookBack, sinceStart }: Following,
): Promise<State> {
	const { clock, log } = reading;
	if (stored?.filters === filters && stored.since <= clock.now()) return stored;
	await readClock(reading);
	const now = clock.now();
	if (stored === undefined) {
		const watermark = now - firstFetch - sinceStart;
		const emitted = new Map<string, readonly number[]>();
		return { filters, watermark, since: watermark, step: LONGEST_STEP, emitted, handedOver: [] };
	}
	if (stored.since > now) {
		log.warn(
			'The stored state is ahead of the clock of the service: the trigger begins anew with First Fetch, and alerts may be emitted a second time',
		);
		const watermark = now - Math.max(firstFetch, lookBack);
		return { ...stored, filters, watermark, since: watermark };
	}
	if (stored.filters === filters) return stored;
	log.info('The filters were changed: the trigger begins anew with First Fetch');
	const since = Math.max(stored.since, now - firstFetch);
	return { ...stored, filters, since, watermark: Math.max(stored.watermark, since) };
}

/** Asks for as little as there is, so as to be told the service's time. */
async function readClock({ clock, request, service }: Reading): Promise<void> {
	const now = clock.now();
	const { date } = await service.send(request({ from: now - 1, to: now }));
	clock.observe(date);
}
