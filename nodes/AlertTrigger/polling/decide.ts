import { endsFrom, prune } from '../dedupe/emitted';
import { cellStart, instant, LONGEST_STEP } from '../reading/windows';
import type { State } from '../state/state';

/** What the user set; times in seconds. */
export interface Following {
	/** Fingerprint of the filters. */
	filters: string;
	/** Whether alerts can leave the filters again, as with a status. */
	canLeave: boolean;
	firstFetch: number;
	lookBack: number;
	/** How long ago the trigger was started, where no state has been kept since. */
	sinceStart: number;
	/** After a time off: how far back to begin; undefined for all of it, or where there was none. */
	reactivation: number | undefined;
}

/** What is looked back at least: the service's clock is known to within some seconds only. */
const LEAST_LOOK_BACK = 5;

/**
 * How much further than the look-back the trigger looks now and then, and how long it remembers what
 * it emitted: longer than the hour that a clock repeats in autumn, and a window.
 */
export const WIDE = 5400;

/** How often the trigger looks that far, in seconds: two such looks overlap, whatever the poll interval. */
export const WIDE_EVERY = 1200;

/** Alerts that are remembered at most: some 4 MB of text, which n8n stores with each execution. */
const MOST_REMEMBERED = 250_000;

/** How far back alerts may still arrive. */
export const lookBackOf = ({ lookBack }: Following, { lateBy }: Pick<State, 'lateBy'>): number =>
	Math.max(lookBack, LEAST_LOOK_BACK) + lateBy;

/** The start of a look-back: that of a cell, so that most cells are those of the poll before. */
export const alignedStart = (second: number, lookBack: number): number =>
	cellStart(second, Math.max(1, lookBack / 8));

/** A state without a past, which begins at a second. */
export const begun = (filters: string, start: number): State => ({
	filters,
	start,
	verified: start,
	position: start,
	began: 0,
	at: 0,
	step: LONGEST_STEP,
	page: 0,
	checked: 0,
	isDoubtful: false,
	widened: start,
	lateBy: 0,
	counts: new Map(),
	emitted: new Map(),
	handedOver: [],
});

/**
 * Where a poll begins: at what was stored, as far as it fits the clock and the filters.
 * @param warn is told what the user must know
 */
export function startingState(
	stored: State | undefined,
	now: number,
	{ filters, firstFetch, lookBack, sinceStart, reactivation }: Following,
	warn: (message: string) => void,
): State {
	if (stored === undefined) return begun(filters, now - firstFetch - sinceStart);
	const state = { ...stored };
	if (state.verified > now) {
		warn(
			'The stored state is ahead of the clock of the service: the trigger begins anew with First Fetch, and alerts may be emitted a second time',
		);
		const { handedOver } = state;
		return { ...begun(filters, now - Math.max(firstFetch, lookBack) - sinceStart), handedOver };
	}
	if (state.position > now) Object.assign(state, { position: now, began: 0 });
	if (state.filters !== filters) {
		// Counts of other filters tell nothing, and their time beyond the look-back is not looked at again.
		Object.assign(state, { filters, start: state.verified, began: 0, counts: new Map() });
	}
	if (reactivation !== undefined && state.position < now - reactivation) {
		const since = now - reactivation;
		warn(
			`The trigger was off: alerts from ${instant(state.position)} to ${instant(since)} are skipped, as Reactivation says`,
		);
		Object.assign(state, { start: since, verified: since, position: since, began: 0 });
	}
	return state;
}

/** Drops what later polls do not look at, and the oldest of too many alerts. */
export function dropOld(
	state: State,
	now: number,
	following: Following,
	warn: (message: string) => void,
): void {
	const lookBack = lookBackOf(following, state);
	const widest = alignedStart(Math.min(now, state.widened) - lookBack - WIDE, lookBack);
	// What a reading under way still looks at is remembered, however long that reading takes.
	const horizon = Math.min(state.verified, state.began === 0 ? Infinity : state.at, widest);
	state.start = Math.max(state.start, horizon);
	const ends = endsFrom(state.emitted, state.start - 1).sort((one, other) => other - one);
	const newestForgotten = ends[MOST_REMEMBERED];
	if (newestForgotten !== undefined) {
		warn(
			`More than ${MOST_REMEMBERED} alerts lie within the look-back: the ${ends.length - MOST_REMEMBERED} oldest are no longer remembered, and alerts that arrive late among them are not seen. Narrow the filters or shorten Look Back`,
		);
		state.start = Math.min(newestForgotten + 2, state.position);
		state.verified = Math.max(state.verified, state.start);
		state.at = Math.max(state.at, state.start);
	}
	prune(state.emitted, state.start - 1);
	for (const cell of state.counts.keys()) {
		if (parseInt(cell, 10) < state.start) state.counts.delete(cell);
	}
}
