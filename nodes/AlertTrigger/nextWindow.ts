import { DAY_MS, isoTimeOfSecond } from '../shared/times/moment';

/** A span or a window, in whole seconds since 1970 by the service's clock. */
export interface TimeRange {
	from: number;
	to: number;
}

/**
 * The result of reading a window, if the poll may go on. `whole`: it was read to its end. `cut`: the service does not
 * serve all of it in one search. `ranOut`: this poll has no request or time for its next page, or may emit no more
 * alerts. `failed`: the request of a page failed.
 */
export type ReadStatus = 'whole' | 'cut' | 'ranOut' | 'failed';

/** The longest window, in seconds. */
const MAX_WINDOW_SECONDS = DAY_MS / 1000;

/** The seconds that neighboring searches share, since their bounds may be inclusive or exclusive. */
export const OVERLAP_SECONDS = 1;

/** The largest factor by which a window grows, and the factors by which it shrinks. */
const LONGER = 2;
const SHORTER = { cut: 1 / 4, ranOut: 1 / 4, failed: 1 / LONGER };

/** The part of the requests for which a window is planned, since it may hold more than the one before. */
const PLANNED_SHARE = 0.85;

const SKIP_REASONS = {
	cut: 'the service serves only a part of them',
	ranOut: 'a poll has too few requests. Allow more per minute, or set filters',
	failed: 'the service does not serve them',
};

/** States that a second is skipped, and the reason. */
export const skipText = (second: number, status: keyof typeof SKIP_REASONS): string =>
	`The alerts of ${isoTimeOfSecond(second)} were not all read: ${SKIP_REASONS[status]}`;

/** The plan of the window that follows. */
export interface WindowPlan {
	from: number;
	/** Its length if this poll reads it; 0 if no request is left for it. */
	seconds: number;
	/** Its length if the next poll reads it. */
	nextSeconds: number;
	/** States that a second was skipped. */
	warning?: string;
}

/**
 * Plans the window that follows.
 * - A window that was read whole: the next one is up to twice as long, or shorter if its pages would be more
 *   than the requests that are left.
 * - Any other window: a shorter one from the same start.
 * - A single second that would bring no more if it were read again: it is skipped with a warning.
 * @param poll the numbers of requests that the poll has left, and has for the span in all
 */
export function nextWindow(
	{ from, to }: TimeRange,
	{
		status,
		pageCount,
		alerts,
	}: { status: ReadStatus; pageCount: number; alerts: readonly unknown[] },
	{ isFirst, left, all }: { isFirst: boolean; left: number; all: number },
): WindowPlan {
	const length = to - from;
	if (status === 'whole') {
		const fitting = (count: number): number => {
			// A window of one page fits into the request that is left, without a reserve.
			const planned = Math.max(PLANNED_SHARE * count, Math.min(count, 1));
			return resize(length, Math.min(LONGER, planned / pageCount));
		};
		const nextSeconds = Math.max(1, fitting(all));
		return { from: to, seconds: fitting(left), nextSeconds };
	}
	const isInVain = alerts.length === 0;
	// A cut second would be cut again. Any other is skipped if all requests of a poll, or a first page, brought nothing.
	const isSkipped = { cut: true, ranOut: isInVain && isFirst, failed: isInVain && pageCount > 0 };
	if (length === 1 && isSkipped[status]) {
		return { from: to, seconds: 1, nextSeconds: 1, warning: skipText(from, status) };
	}
	const seconds = Math.max(1, resize(length, SHORTER[status]));
	return { from, seconds, nextSeconds: seconds };
}

/** Changes the length of a window by a factor; its search also covers the overlap at both ends. */
function resize(seconds: number, factor: number): number {
	const searched = Math.floor((seconds + 2 * OVERLAP_SECONDS) * factor);
	return Math.max(0, Math.min(MAX_WINDOW_SECONDS, searched - 2 * OVERLAP_SECONDS));
}
