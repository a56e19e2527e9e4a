import type { Log } from '../../shared/polling/log';
import { endsOf, prune } from '../dedupe/emitted';
import { NO_CEILING } from '../windows/sizing';
import { instant, LONGEST_STEP } from '../windows/windows';
import type { State } from './state';

/** What the user set; times in seconds. */
export interface PollSettings {
	/** The service that is polled: the address of its interface. */
	service: string;
	/** Fingerprint of the filters. */
	filters: string;
	/** How far back to begin where there is no state. */
	firstFetch: number;
	/** How far back alerts may still arrive. */
	lookBack: number;
	/** How long the trigger has read nothing where it was off, and how far back it then begins. */
	timeOff: number;
	reactivation: number;
}

/**
 * How much further than the look-back the trigger looks now and then, and how long it remembers what
 * it emitted: longer than the hour that a clock repeats in autumn, and a window.
 */
export const WIDE = 5400;

/** How often the trigger looks that far, in seconds: two such looks overlap, whatever the poll interval. */
export const WIDE_EVERY = 1200;

/** Alerts that are remembered at most: some 4 MB of text, which n8n stores with each execution. */
const MOST_REMEMBERED = 250_000;

/** The state of a trigger that has read nothing before `start`. */
export const initialState = (
	{ service, filters }: Pick<State, 'service' | 'filters'>,
	start: number,
): State => ({
	service,
	filters,
	start,
	verified: start,
	position: start,
	resumeAt: 0,
	lookBackStep: LONGEST_STEP,
	step: LONGEST_STEP,
	failures: 0,
	resends: 1,
	ceiling: NO_CEILING,
	page: 0,
	distrustsCounts: false,
	widened: start,
	lateBy: 0,
	counts: new Map(),
	emitted: new Map(),
	handedOver: [],
});

/**
 * Where a poll begins: at what was stored, as far as it fits the clock and the filters.
 * @param isStart whether n8n has just started the trigger
 */
export function startingState(
	stored: State | undefined,
	now: number,
	settings: PollSettings,
	isStart: boolean,
	log: Log,
): State {
	const { filters, firstFetch, lookBack, timeOff, reactivation } = settings;
	if (stored === undefined) return initialState(settings, now - firstFetch);
	if (stored.verified > now) {
		log.warn(
			'The stored state is ahead of the clock of the service: the trigger starts again, at least 90 minutes back, and alerts may be emitted a second time',
		);
		// The poll before may have been skipped, some time ago.
		const start = now - Math.max(firstFetch, lookBack, WIDE);
		const { emitted, handedOver } = stored;
		return { ...initialState(settings, start), emitted, handedOver };
	}
	const state = { ...stored };
	if (state.filters !== filters) {
		// Counts of other filters tell nothing, and their time beyond the look-back is not looked at again.
		Object.assign(state, { filters, start: state.verified, resumeAt: 0, counts: new Map() });
	}
	if (isStart && now - state.position > Math.max(timeOff, reactivation)) {
		const start = now - reactivation;
		log.warn(
			`The trigger was off: alerts from ${instant(state.position)} to ${instant(start)} are skipped, as Reactivation says`,
		);
		Object.assign(state, { start, verified: start, position: start, resumeAt: 0 });
	}
	const hours = Math.floor((now - state.position) / 3600);
	if (isStart && hours > 0) {
		log.info(
			`The alerts of ${hours} hours are to be read, from ${instant(state.position)} on, the oldest first`,
		);
	}
	return state;
}

/** Drops what later polls do not look at, and the oldest of too many alerts. */
export function dropOld(
	state: State,
	now: number,
	{ lookBack }: PollSettings,
	{ warn }: Pick<Log, 'warn'>,
): void {
	const reach = lookBack + state.lateBy;
	const widest = Math.min(now, state.widened) - reach - WIDE;
	// What a reading under way still looks at is remembered, however long that reading takes.
	const horizon = Math.min(
		state.verified,
		state.resumeAt === 0 ? Infinity : state.resumeAt,
		widest,
	);
	state.start = Math.max(state.start, horizon);
	prune(state.emitted, state.start - 1);
	const ends = endsOf(state.emitted);
	const isTooMuch = ends.length > MOST_REMEMBERED;
	const forgotten = isTooMuch ? ends.sort((one, other) => other - one)[MOST_REMEMBERED] : undefined;
	if (forgotten !== undefined) {
		warn(
			`More than ${MOST_REMEMBERED} alerts lie within the look-back: the ${ends.length - MOST_REMEMBERED} oldest are no longer remembered, and alerts that arrive late among them are not seen. Narrow the filters or shorten Look Back`,
		);
		state.start = Math.min(forgotten + 2, state.position);
		state.verified = Math.max(state.verified, state.start);
		if (state.resumeAt !== 0) state.resumeAt = Math.max(state.resumeAt, state.start);
		prune(state.emitted, state.start - 1);
	}
	for (const window of state.counts.keys()) {
		if (parseInt(window, 10) < state.start) state.counts.delete(window);
	}
}
