import { utcSecond } from '../shared/times/moment';

/** A window of time: whole seconds since 1970 on the service's clock. */
export interface Window {
	from: number;
	to: number;
}

export const instant = (second: number): string => utcSecond(second * 1000);

/** The place where a poll reads, and its next step. */
export interface Cursor {
	/** The end of what was read, in seconds since 1970. */
	readonly position: number;
	/** The length of the next window, in seconds. */
	readonly step: number;
	/** True until this poll has tried a window here. */
	readonly isFirst: boolean;
	/** The number of windows that failed in a row. */
	readonly failures: number;
	/** The alerts that the service counted but did not serve since the last whole window. */
	readonly missing: number;
}

/** The result of reading a window. */
export interface Outcome {
	/**
	 * `whole`: it was read to its end. `short`: its rows ended before the service's count. `full`: the poll
	 * may emit no more alerts. `cut`: time or requests ran out, or it needs more requests than are left.
	 * `refused`, `unanswered`: the request of a page failed. `blocked`: any request fails for some time.
	 */
	end: 'whole' | 'short' | 'full' | 'cut' | 'refused' | 'unanswered' | 'blocked';
	/** The number of pages with alerts that were read, and of their alerts. */
	pages: number;
	alerts: number;
	/** The service's count of the alerts; undefined if it gives none. */
	total: number | undefined;
	/** The share of one poll's capacity that the window needs; above 1, no poll can read all of it. */
	load: number;
}

/** The decision after a window. */
export interface Advance {
	cursor: Cursor;
	/** True if the poll ends here. */
	stop: boolean;
	/** True if the next poll has less to read, or requests less at once. */
	madeProgress: boolean;
	/** The text about what is missing. */
	warning?: string;
}

/** The longest window, in seconds. */
export const MAX_STEP_SECONDS = 24 * 3600;

/** A service that does not answer a window of a minute is down: only longer windows are shortened. */
const MIN_SHORTENED_SECONDS = 60;

/** Windows in a row that may fail in one poll: each one is shorter. */
const MAX_REFUSALS = 16;
const MAX_UNANSWERED = 3;

const TOO_MUCH =
	'could not be read to its end in a poll: the rest of this second is left behind. Allow more requests per minute, or set filters';

/** Decides from the outcome of a window where reading continues. */
export function advance(cursor: Cursor, { from, to }: Window, outcome: Outcome): Advance {
	const { end, pages, alerts, load, total = alerts } = outcome;
	const length = to - from;
	const pass = (warning?: string, missing = 0, stop = false): Advance => ({
		cursor: {
			position: to,
			step: resize(length, load),
			isFirst: false,
			failures: 0,
			missing,
		},
		stop,
		madeProgress: true,
		...(warning !== undefined && { warning }),
	});
	const leave = (stop: boolean) => pass(`${instant(from)} ${TOO_MUCH}`, 0, stop);
	const retry = (step: number, stop: boolean, failures = 0): Advance => ({
		cursor: { ...cursor, step, isFirst: false, failures },
		stop,
		madeProgress: step < length,
	});
	// No later poll has more time and requests for a second than one that begins with it.
	const isTooMuch = length === 1 && cursor.isFirst && pages > 0;
	switch (end) {
		case 'whole':
			return pass();
		case 'short': {
			const lacking = total > alerts ? total - alerts : Infinity;
			// A count that is wrong for a second may be wrong for the next windows, too.
			return length > 1 && lacking > cursor.missing
				? retry(shorten(length), false)
				: pass(
						`From ${instant(from)} to ${instant(to)} the service served ${alerts} of at least ${total} alerts`,
						cursor.missing + lacking,
					);
		}
		case 'full':
			return retry(cursor.step, true);
		case 'cut':
			if (isTooMuch) return leave(false);
			// Without a count that the first page shows, the size of the window is not known.
			if (length === 1 || load <= 1) return retry(cursor.isFirst ? shorten(length) : length, true);
			return retry(pages > 1 ? shorten(length) : resize(length, load), false);
		case 'blocked':
			return isTooMuch ? leave(true) : retry(pages > 0 ? shorten(length) : cursor.step, true);
		case 'refused':
		case 'unanswered': {
			const failures = cursor.failures + 1;
			const isRefused = end === 'refused';
			const stop = isRefused ? failures >= MAX_REFUSALS : pages === 0 || failures >= MAX_UNANSWERED;
			if (stop && length === 1 && pages > 0) return leave(true);
			const isShortened = isRefused || pages > 0 || length > MIN_SHORTENED_SECONDS;
			return retry(isShortened ? shorten(length) : cursor.step, stop, failures);
		}
	}
}

const shorten = (length: number): number => Math.ceil(length / 3);

/** Seconds that neighboring searches share, since their bounds may be inclusive or exclusive. */
export const OVERLAP = 1;

/** The length of a window that needs the whole capacity of a poll, at most about four times as long. */
function resize(length: number, load: number): number {
	const next = Math.floor((length + 2 * OVERLAP) / Math.max(load, 1 / 4)) - 2 * OVERLAP;
	return Math.max(1, Math.min(MAX_STEP_SECONDS, next));
}
