import type { ApiError } from '../shared/http/apiError';
import { isoTimeOfMs } from '../shared/times/moment';

/** A span of time in whole seconds since 1970, by the service's clock. */
export interface TimeWindow {
	from: number;
	to: number;
}

export const isoTimeOfSecond = (second: number): string => isoTimeOfMs(second * 1000);

/** What a poll has read of a window. */
export interface WindowResult {
	/**
	 * `whole`: all of it. `short`: its alerts ended before the service's count, or where a service may stop
	 * counting. `tooLong`: it needs more pages than one poll has, or more alerts than may be counted.
	 * `outOfRequests`: this poll has no request for its next page. `refused`, `unanswered`: the request of a
	 * page failed. `stopped`: this poll may emit no more alerts, or any request fails for now.
	 */
	status: 'whole' | 'short' | 'tooLong' | 'outOfRequests' | 'refused' | 'unanswered' | 'stopped';
	/** The number of pages with alerts that were read, of their alerts, and the service's count of all alerts. */
	pages: number;
	alerts: number;
	total: number | undefined;
	/** The part of a poll that the window needs; above 1, it is too long. */
	fillRatio: number;
	/** The error that ended the reading. */
	error?: ApiError;
}

/** Where the reading of a span stands. */
interface Progress {
	/** The length that was planned for the window; the end of its span may have cut it. */
	windowSeconds: number;
	/** Whether the window is the first one of its span, which has all requests of a poll. */
	isFirst: boolean;
	/** The number of windows before it, in a row, that were not read whole. */
	failures: number;
}

interface NextWindow {
	/** The start and the length of the next window, in seconds. */
	from: number;
	windowSeconds: number;
	/** Whether it is left to the next poll. */
	endsSpan: boolean;
	warning?: string;
}

/** The longest window, in seconds. */
export const MAX_WINDOW_SECONDS = 24 * 3600;

/** A window that gets no response has at least this length or stays as it is: the service may be down. */
const MIN_UNANSWERED_SECONDS = 30;

/**
 * The number of windows in a row that may fail: then a short one counts as read, since its count seems to be
 * wrong, and any other one ends the span.
 */
const MAX_FAILURES = { short: 5, refused: 16, unanswered: 3 };

/**
 * Decides which window follows: the next one if a window was read, or a shorter one if it was too long or
 * failed. A single second that cannot be read whole is left behind with a warning.
 */
export function nextWindow(
	{ from, to }: TimeWindow,
	{ status, pages, alerts, fillRatio, total = alerts }: WindowResult,
	{ windowSeconds, isFirst, failures }: Progress,
): NextWindow {
	const length = to - from;
	/** Goes on with a window that fills a poll, at most four times as long. */
	const advance = (warning?: string, endsSpan = false): NextWindow => ({
		from: to,
		windowSeconds: divide(length, Math.max(1 / 4, fillRatio)),
		endsSpan,
		...(warning !== undefined && { warning }),
	});
	const shrink = (endsSpan: boolean, minSeconds = 1): NextWindow => ({
		from,
		windowSeconds: Math.min(length, Math.max(minSeconds, divide(length, Math.max(3, fillRatio)))),
		endsSpan,
	});
	const shrinkOrSkip = (reason: string): NextWindow =>
		length > 1
			? shrink(true)
			: advance(`The alerts of ${isoTimeOfSecond(from)} were not all read: ${reason}`, true);
	switch (status) {
		case 'whole':
			return advance();
		case 'short':
			return length > 1 && (fillRatio > 1 || failures + 1 < MAX_FAILURES.short)
				? shrink(false)
				: advance(
						`From ${isoTimeOfSecond(from)} to ${isoTimeOfSecond(to)} the service served ${alerts} of at least ${total} alerts`,
					);
		case 'tooLong':
			return shrink(false);
		case 'outOfRequests':
			// The next poll can do better only with a window that is not the first one of this poll.
			return isFirst
				? shrinkOrSkip('a poll has too few requests. Allow more per minute, or set filters')
				: { from, windowSeconds, endsSpan: true };
		case 'stopped':
			return { from, windowSeconds, endsSpan: true };
		case 'refused':
		case 'unanswered': {
			const hasResponse = status === 'refused' || pages > 0;
			const isLast = failures + 1 >= MAX_FAILURES[status] || (isFirst && !hasResponse);
			if (isLast && pages > 0) return shrinkOrSkip('the service does not serve them');
			return shrink(isLast, hasResponse ? 1 : MIN_UNANSWERED_SECONDS);
		}
	}
}

/** The seconds that neighboring searches share, since their bounds may be inclusive or exclusive. */
export const OVERLAP_SECONDS = 1;

/** Divides the length of a window; its search also covers the overlap at both ends. */
const divide = (seconds: number, divisor: number): number => {
	const length = Math.floor((seconds + 2 * OVERLAP_SECONDS) / divisor) - 2 * OVERLAP_SECONDS;
	return Math.max(1, Math.min(MAX_WINDOW_SECONDS, length));
};
