import type { ApiError } from '../shared/http/apiError';
import { isoTimeOfSecond } from '../shared/times/moment';

/** A span or a window, in whole seconds since 1970 by the service's clock. */
export interface TimeRange {
	from: number;
	to: number;
}

/** What a poll has read of a window. */
export interface WindowResult {
	/**
	 * `whole`: all of it. `cut`: the service does not serve all of it in one search. `tooLong`: it needs more
	 * pages than one poll has, or more alerts than one search may serve. `outOfRequests`: this poll has no
	 * request for its next page. `full`: this poll may emit no more alerts. `refused`, `unanswered`: the
	 * request of a page failed. `stopped`: any request fails for now.
	 */
	status:
		'whole' | 'cut' | 'tooLong' | 'outOfRequests' | 'full' | 'refused' | 'unanswered' | 'stopped';
	/** The number of pages with alerts that were read, of their alerts, and of the new ones among them. */
	pageCount: number;
	alertCount: number;
	newCount: number;
	/** The service's count of all alerts of the window. */
	total: number | undefined;
	/** The part of a poll that the window takes; above 1, it is too long. */
	fillRatio: number;
	/** The error that ended the reading. */
	error?: ApiError;
}

/** Where the reading of a span stands. */
interface Progress {
	/** The length that was planned for the window; the end of its span may have cut it. */
	windowSeconds: number;
	/** True if the window is the first one of its span, which has all requests of a poll. */
	isFirst: boolean;
	/** The number of windows before it, in a row, that were not read whole. */
	failures: number;
	/** The longest window of its span: once a window was cut, no later one is longer than what followed. */
	maxSeconds: number;
}

interface NextWindow {
	/** The start and the length of the next window, in seconds. */
	from: number;
	windowSeconds: number;
	/** True if the rest is left to the next poll. */
	endsSpan: boolean;
	warning?: string;
}

/** The longest window, in seconds. */
export const MAX_WINDOW_SECONDS = 24 * 3600;

/** From one window to the next, the length changes by this factor unless more is known. */
export const STEP = 4;

/** A window that gets no response has at least this length or stays as it is: the service may be down. */
const MIN_UNANSWERED_SECONDS = 30;

/** The number of windows in a row that may fail in one poll. */
const MAX_FAILURES = { refused: 16, unanswered: 3 };

/**
 * Decides which window follows: the next one if a window was read, or a shorter one if it was too long or
 * failed. A single second that cannot be read whole is skipped with a warning: at once if the service cuts it,
 * otherwise once it brings nothing new.
 */
export function nextWindow(
	{ from, to }: TimeRange,
	{ status, pageCount, newCount, fillRatio }: WindowResult,
	{ windowSeconds, isFirst, failures, maxSeconds }: Progress,
): NextWindow {
	const length = to - from;
	/** Goes on with a window that fills a poll. */
	const advance = (): NextWindow => ({
		from: to,
		windowSeconds: Math.min(maxSeconds, divide(length, Math.max(1 / STEP, fillRatio))),
		endsSpan: false,
	});
	const shrink = (divisor: number, endsSpan: boolean, minSeconds = 1): NextWindow => ({
		from,
		windowSeconds: Math.min(length, Math.max(minSeconds, divide(length, divisor))),
		endsSpan,
	});
	const shrinkOrSkip = (divisor: number, endsSpan: boolean, reason: string): NextWindow => {
		if (length > 1 || (newCount > 0 && endsSpan)) return shrink(divisor, endsSpan);
		const warning = `The alerts of ${isoTimeOfSecond(from)} were not all read: ${reason}`;
		return { ...advance(), endsSpan, warning };
	};
	switch (status) {
		case 'whole':
			return advance();
		case 'tooLong':
			return shrink(fillRatio, false);
		case 'cut':
			return shrinkOrSkip(
				Math.max(STEP, fillRatio),
				false,
				'the service serves only a part of them',
			);
		case 'full':
			return shrink(STEP, true);
		case 'outOfRequests':
			// The next poll can do better only with a window that is not the first one of this poll.
			if (isFirst) return shrinkOrSkip(Math.max(STEP, fillRatio), true, TOO_FEW_REQUESTS);
			return fillRatio > 3 ? shrink(fillRatio, true) : { from, windowSeconds, endsSpan: true };
		case 'stopped':
			return { from, windowSeconds, endsSpan: true };
		case 'refused':
		case 'unanswered': {
			const hasResponse = status === 'refused' || pageCount > 0;
			const isLast = failures + 1 >= MAX_FAILURES[status] || (isFirst && !hasResponse);
			if (isLast && pageCount > 0)
				return shrinkOrSkip(STEP, true, 'the service does not serve them');
			return shrink(STEP, isLast, hasResponse ? 1 : MIN_UNANSWERED_SECONDS);
		}
	}
}

const TOO_FEW_REQUESTS = 'a poll has too few requests. Allow more per minute, or set filters';

/** The seconds that neighboring searches share, since their bounds may be inclusive or exclusive. */
export const OVERLAP_SECONDS = 1;

/** Divides the length of a window; its search also covers the overlap at both ends. */
export const divide = (seconds: number, divisor: number): number => {
	const length = Math.floor((seconds + 2 * OVERLAP_SECONDS) / divisor) - 2 * OVERLAP_SECONDS;
	return Math.max(1, Math.min(MAX_WINDOW_SECONDS, length));
};
