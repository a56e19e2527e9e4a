import { countOf, prune } from '../dedupe/emitted';
import { FILL, LONGEST_STEP, LONGEST_WITH_ALERTS } from '../reading/windows';
import { UNKNOWN, type Block, type State } from '../state/state';

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

/** Every so many polls the trigger looks that far. */
export const WIDE_EVERY = 20;

/** Alerts that are remembered at most: some 4 MB of text, which n8n stores with each execution. */
export const MOST_REMEMBERED = 250_000;

/** Pages that a block holds at most, as it is read whole where its count changes. */
export const BLOCK_PAGES = 50;

/** Blocks that are counted together from then on, where they do not fit on one page. */
const LEAST_MERGED = 4;

/** How far back alerts may still arrive. */
export const lookBackOf = ({ lookBack }: Following, { lateBy }: Pick<State, 'lateBy'>): number =>
	Math.max(lookBack, LEAST_LOOK_BACK) + lateBy;

/** A state without a past, which begins at a second. */
const begun = (filters: string, start: number): State => ({
	filters,
	start,
	verified: start,
	position: start,
	blocks: [],
	sweep: undefined,
	step: LONGEST_STEP,
	page: 0,
	isDoubtful: false,
	polls: 0,
	lateBy: 0,
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
	following: Following,
	warn: (message: string) => void,
): State {
	const { filters, firstFetch, lookBack, sinceStart, reactivation } = following;
	if (stored === undefined) return begun(filters, now - firstFetch - sinceStart);
	const state = { ...stored };
	if (state.verified > now) {
		warn(
			'The stored state is ahead of the clock of the service: the trigger begins anew with First Fetch, and alerts may be emitted a second time',
		);
		const { handedOver } = state;
		return { ...begun(filters, now - Math.max(firstFetch, lookBack)), handedOver };
	}
	if (state.position > now) {
		state.position = now;
		state.blocks = cut(
			state.blocks.filter(({ to }) => to < now),
			state.start,
			now,
		);
		state.sweep = undefined;
	}
	if (state.filters !== filters) {
		// Blocks of other filters tell nothing, and their time beyond the look-back is not looked at again.
		Object.assign(state, { filters, start: state.verified, sweep: undefined });
		state.blocks = cut([], state.start, state.position);
	}
	if (reactivation !== undefined && state.position < now - reactivation) {
		const since = now - reactivation;
		warn(
			`The trigger was off: alerts from ${instant(state.position)} to ${instant(since)} are skipped, as Reactivation says`,
		);
		Object.assign(state, { start: since, verified: since, position: since, sweep: undefined });
		state.blocks = [];
	}
	return state;
}

/** Blocks that lead to an end: where the last one is missing, it is one that must be read again. */
export const cut = (blocks: Block[], start: number, to: number): Block[] =>
	(blocks.at(-1)?.to ?? start) < to ? [...blocks, { to, total: UNKNOWN }] : blocks;

/**
 * The last block to search together with the i-th: as many as one page holds, or else some that are
 * counted together from then on.
 */
export function lastOfRun(
	blocks: readonly Block[],
	first: number,
	from: number,
	page: number,
): number {
	const extend = (most: number, longest: number, unknown: number): number => {
		let sum = 0;
		let last = first;
		for (let index = first; index < blocks.length; index++) {
			const { to, total } = blocks[index] ?? { to: Infinity, total: 0 };
			sum += total === UNKNOWN ? unknown : total;
			if (index > first && (sum > most || to - from > longest)) break;
			last = index;
		}
		return last;
	};
	const full = page === 0 ? Infinity : page;
	const onePage = extend(FILL * full, LONGEST_WITH_ALERTS, 0);
	if (onePage > first) return onePage;
	const counted = extend(BLOCK_PAGES * full, Infinity, Infinity);
	return counted - first + 1 >= LEAST_MERGED ? counted : first;
}

/**
 * Drops what later polls do not look at.
 * @returns how many alerts within the look-back had to be forgotten
 */
export function dropOld(state: State, now: number, following: Following): number {
	const horizon = Math.min(state.verified, now - lookBackOf(following, state) - WIDE);
	while (state.blocks[0] !== undefined && state.blocks[0].to <= horizon) {
		state.start = state.blocks.shift()?.to ?? state.start;
	}
	prune(state.emitted, state.start - 1);
	const count = countOf(state.emitted);
	if (count <= MOST_REMEMBERED) return 0;
	const ends = [...state.emitted.values()].flat().sort((one, other) => other - one);
	const start = Math.min((ends[MOST_REMEMBERED] ?? 0) + 2, state.position);
	state.start = start;
	state.verified = Math.max(state.verified, start);
	state.blocks = state.blocks.filter(({ to }) => to > start);
	if (state.sweep !== undefined) state.sweep.at = Math.max(state.sweep.at, start);
	prune(state.emitted, start - 1);
	return count - countOf(state.emitted);
}

export const instant = (second: number): string => new Date(second * 1000).toISOString();
