import type { Log } from '../../shared/polling/log';
import { endsOf, prune } from '../dedupe/emitted';
import { instant, LONGEST_STEP } from '../windows/windows';
import { noPass, type Pass, type State } from './state';

/** What the user set; times in seconds. */
export interface PollSettings {
	/** The service that is polled: the address of its interface. */
	service: string;
	/** Fingerprint of the filters. */
	filters: string;
	/** How far back to begin if there is no state. */
	firstFetch: number;
	/** How far back alerts may still arrive. */
	lookBack: number;
	/** After more time without a poll than this, the trigger was off. */
	timeOff: number;
	/** How far back it begins after it was off. */
	reactivation: number;
	/** Alerts that a poll may emit. */
	mostAlerts: number;
}

/**
 * How much further than the look-back the trigger looks now and then, and how long it remembers what
 * it emitted: longer than the hour that a clock repeats in autumn, and a window.
 */
export const WIDE = 5400;

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
	lookBack: noPass(start),
	wide: noPass(start),
	lateBy: 0,
	step: LONGEST_STEP,
	lookBackStep: LONGEST_STEP,
	emitted: new Map(),
	handedOver: [],
});

/**
 * Where a poll begins: at what was stored, as far as it fits the clock and the filters.
 * @param isStart whether n8n has just started the trigger
 */
export function startingState(
	stored: State | undefined,
	settings: PollSettings,
	{ now, isStart }: { now: number; isStart: boolean },
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
	// Counts of other filters tell nothing, and their time beyond the look-back is not looked at again.
	let state =
		stored.filters === filters ? stored : beginningAt(stored.verified, { ...stored, filters });
	if (isStart && now - state.position > Math.max(timeOff, reactivation)) {
		const start = now - reactivation;
		log.warn(
			`The trigger was off: alerts from ${instant(state.position)} to ${instant(start)} are skipped, as Reactivation says`,
		);
		state = beginningAt(start, { ...state, verified: start, position: start });
	}
	const hours = Math.floor((now - state.position) / 3600);
	if (isStart && hours > 0) {
		log.info(
			`The alerts of ${hours} hours are to be read, from ${instant(state.position)} on, the oldest first`,
		);
	}
	return state;
}

/** A state of which nothing before a second is read again. */
const beginningAt = (start: number, state: State): State => ({
	...state,
	start,
	lookBack: noPass(start),
	wide: noPass(start),
});

export const isFinished = ({ at, to }: Pass): boolean => at >= to;

/** Drops what later polls do not look at, and the oldest of too many alerts. */
export function dropOld(state: State, log: Pick<Log, 'warn'>): State {
	const { wide, emitted, verified, position } = state;
	const looked = isFinished(wide) ? wide.to - WIDE : wide.from;
	const start = Math.max(state.start, Math.min(verified, looked));
	prune(emitted, start - 1);
	const ends = endsOf(emitted);
	if (ends.length <= MOST_REMEMBERED) return { ...state, start };
	const forgotten = ends.sort((one, other) => other - one)[MOST_REMEMBERED] ?? start;
	log.warn(
		`More than ${MOST_REMEMBERED} alerts lie within the look-back: the ${ends.length - MOST_REMEMBERED} oldest are no longer remembered, and alerts that arrive late among them are not seen. Narrow the filters or shorten Look Back`,
	);
	const least = Math.min(forgotten + 2, position);
	prune(emitted, least - 1);
	return { ...state, start: least, verified: Math.max(verified, least) };
}
