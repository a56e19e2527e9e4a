import { isoTimeOfSecond } from '../shared/times/moment';

/** A span or a window, in whole seconds since 1970 by the service's clock. */
export interface TimeRange {
	from: number;
	to: number;
}

/**
 * How the reading of a window ended. `whole`: at its end. `cut`: the service does not serve all of it in one
 * search. `outOfRequests`: this poll has no request for its next page. `full`: this poll may emit no more
 * alerts. `refused`, `unanswered`: the request of a page failed. `stopped`: any request fails for now.
 */
export type WindowStatus =
	'whole' | 'cut' | 'outOfRequests' | 'full' | 'refused' | 'unanswered' | 'stopped';

/** Where the reading of a span stands after a window. */
interface Progress {
	/** The numbers of pages and of new alerts that were read of the window. */
	pageCount: number;
	newCount: number;
	/** The parts of the requests or of Max Alerts of the span that the window took, and that are left. */
	share: number;
	shareLeft: number;
	/** True if the window was the first one of its span. */
	isFirst: boolean;
	/** The number of windows in a row, this one included, that were not read whole. */
	failures: number;
	/** The end of the last window that took too much time or too many requests. */
	slowUntil: number;
}

interface NextWindow {
	/** The start and the length in seconds of the next window. */
	from: number;
	seconds: number;
	/** The length for the next poll, which has more requests. */
	planned: number;
	/** True if the window is left to the next poll. */
	endsSpan: boolean;
	warning?: string;
}

/** The longest window, in seconds. */
const MAX_WINDOW_SECONDS = 24 * 3600;

/** The seconds that neighboring searches share, since their bounds may be inclusive or exclusive. */
export const OVERLAP_SECONDS = 1;

/** From one window to the next, the length changes by this factor at most; it grows less where reading is slow. */
const STEP = 4;
const SLOW_STEP = 1.25;

/** The part of a poll that a window may take, since the next one may hold more. */
const MAX_SHARE = 0.9;

/** A window without any response becomes no shorter, since the service may be down. */
const MIN_UNANSWERED_SECONDS = 30;

/** The number of windows in a row that may fail in one poll. */
const MAX_FAILURES = { refused: 16, unanswered: 3 };

const SKIP_REASONS = {
	cut: 'the service serves only a part of them',
	failed: 'the service does not serve them',
	outOfRequests: 'a poll has too few requests. Allow more per minute, or set filters',
};

/**
 * Decides which window follows. After a window that was read whole, the next one is longer if it took a small
 * part of the poll, and shorter if it took nearly all. After any other window, a quarter of
 * it is read from the same start. A single second is skipped with a warning if the service cuts it, or if it
 * failed after a page and brought nothing new.
 */
export function nextWindow(
	{ from, to }: TimeRange,
	status: WindowStatus,
	{ pageCount, newCount, share, shareLeft, isFirst, failures, slowUntil }: Progress,
): NextWindow {
	const length = to - from;
	if (status === 'whole') {
		const step = to < slowUntil ? SLOW_STEP : STEP;
		const planned = resize(length, Math.min(step, MAX_SHARE / share));
		const seconds = resize(length, Math.min(step, (MAX_SHARE * shareLeft) / share));
		return { from: to, seconds, planned, endsSpan: seconds === 0 };
	}
	const isFailure = status === 'refused' || status === 'unanswered';
	const isSilent = status === 'unanswered' && pageCount === 0;
	const isLast = isFailure && (failures >= MAX_FAILURES[status] || (isSilent && isFirst));
	const endsSpan = isLast || (!isFailure && status !== 'cut');
	const reason = isFailure ? 'failed' : status;
	const isInVain = newCount === 0 && (isFailure ? pageCount > 0 : isFirst);
	if (length === 1 && reason in SKIP_REASONS && (isInVain || status === 'cut')) {
		const text = SKIP_REASONS[reason as keyof typeof SKIP_REASONS];
		const warning = `The alerts of ${isoTimeOfSecond(from)} were not all read: ${text}`;
		return { from: to, seconds: 1, planned: 1, endsSpan, warning };
	}
	const minSeconds = isSilent ? Math.min(length, MIN_UNANSWERED_SECONDS) : 1;
	const seconds = Math.max(minSeconds, resize(length, 1 / STEP));
	return { from, seconds, planned: seconds, endsSpan };
}

/** Changes the length of a window by a factor; its search also covers the overlap at both ends. */
function resize(seconds: number, factor: number): number {
	const searched = Math.floor((seconds + 2 * OVERLAP_SECONDS) * factor);
	return Math.max(0, Math.min(MAX_WINDOW_SECONDS, searched - 2 * OVERLAP_SECONDS));
}
