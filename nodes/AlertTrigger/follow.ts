import { asApiErrorOrThrow } from '../shared/http/apiError';
import { newAlerts, type NewAlert } from './dedupe';
import { readWindows, type Reading } from './readWindows';
import { MOST_REMEMBERED, trimmed, type Lap, type State } from './state';
import { LEAST_LOOK_BACK, LONGEST_STEP } from './windows';

/** What the user set; times in seconds. */
export interface Following {
	/** Fingerprint of the filters. */
	filters: string;
	firstFetch: number;
	lookBack: number;
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
 * Reads on the lap from (the watermark minus the look-back) to the service's now and answers what is
 * new. A lap that a poll cannot finish is gone on with by the next one.
 * A refusal in its midst keeps what was read before, if that is something to emit.
 *
 * @throws ApiError
 */
export async function follow(
	reading: Reading,
	stored: State | undefined,
	following: Following,
): Promise<Found> {
	const { log, clock } = reading;
	const state = await startingState(reading, stored, following);
	const lookBack = Math.max(following.lookBack, LEAST_LOOK_BACK);
	const watermark = Math.min(state.watermark, clock.now());
	const from = state.lap?.position ?? Math.max(watermark - lookBack, state.since);
	let position = from;
	let isDoubtful = state.lap?.isDoubtful ?? false;
	let { emitted, step } = state;
	const alerts: NewAlert[] = [];
	const windows = readWindows(reading, position, step);
	let isFinished = false;
	try {
		for (;;) {
			const next = await windows.next();
			if (next.done === true) {
				step = next.value?.step ?? step;
				isFinished = next.value === undefined;
				break;
			}
			const { window, records, agrees } = next.value;
			const found = newAlerts(emitted, records, window);
			if (alerts.length > 0 && alerts.length + found.alerts.length > reading.mostAlerts) break;
			emitted = found.emitted;
			step = next.value.step;
			isDoubtful ||= !agrees;
			position = window.to;
			for (const alert of found.alerts) alerts.push(alert);
		}
	} catch (fault) {
		const refusal = asApiErrorOrThrow(fault);
		if (alerts.length === 0) throw refusal;
		log.warn(
			`${refusal.message}; what was read before is emitted, the rest is read with the next poll`,
		);
	}
	if (!isFinished) {
		log.info(
			`Alerts up to ${new Date(position * 1000).toISOString()} are read; the next poll goes on from there`,
		);
	}
	const began = state.lap?.began ?? clock.now();
	const lap: Lap = { began, position, isDoubtful };
	const next = isFinished
		? afterLap(state, lap, watermark, lookBack)
		: {
				...state,
				lap,
				// What was read in doubt is read again by the next lap.
				needed: isDoubtful ? state.since : Math.min(position, began - lookBack),
			};
	const { needed, ...rest } = next;
	const kept = trimmed({ ...rest, step, emitted }, Math.max(state.since, needed));
	if (kept.forgotten > 0) {
		log.warn(
			`More than ${MOST_REMEMBERED} alerts lie within the look-back: the ${kept.forgotten} oldest are no longer remembered, and alerts that arrive late among them are not seen. Narrow the filters or shorten Look Back`,
		);
	}
	return { alerts, state: kept.state, from, to: position };
}

/**
 * The state after a lap. All that had arrived when it began was read: alerts that came late since then
 * lie in the look-back before that time. Where the service contradicted itself, the watermark waits
 * for one more lap to see the same.
 */
function afterLap(
	{ lap: _lap, ...state }: State,
	{ began, isDoubtful }: Lap,
	before: number,
	lookBack: number,
): State & { needed: number } {
	const watermark = isDoubtful ? Math.min(began, Math.max(before, state.lastLap)) : began;
	return { ...state, watermark, lastLap: began, needed: watermark - lookBack };
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
		const since = now - firstFetch - sinceStart;
		const emitted = new Map<string, readonly number[]>();
		return {
			filters,
			watermark: since,
			since,
			lastLap: since,
			step: LONGEST_STEP,
			emitted,
			handedOver: [],
		};
	}
	const { lap: _lap, ...state } = stored;
	if (stored.since > now) {
		log.warn(
			'The stored state is ahead of the clock of the service: the trigger begins anew with First Fetch, and alerts may be emitted a second time',
		);
		const since = now - Math.max(firstFetch, lookBack);
		return { ...state, filters, watermark: since, since };
	}
	if (stored.filters === filters) return stored;
	log.info('The filters were changed: the trigger begins anew with First Fetch');
	const since = Math.max(stored.since, now - firstFetch);
	return { ...state, filters, since, watermark: Math.max(stored.watermark, since) };
}

/** Asks for as little as there is, so as to be told the service's time. */
async function readClock({ clock, request, service }: Reading): Promise<void> {
	const now = clock.now();
	const { date } = await service.send(request({ from: now - 1, to: now }));
	clock.observe(date);
}
