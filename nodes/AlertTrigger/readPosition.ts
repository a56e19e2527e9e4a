import { isoTimeOfMs } from '../shared/times/moment';

/** A span of time in whole seconds since 1970, by the service's clock. */
export interface TimeWindow {
	from: number;
	to: number;
}

export const isoTimeOfSecond = (second: number): string => isoTimeOfMs(second * 1000);

/** The place where a poll reads, and the length of its next window. */
export interface ReadPosition {
	/** The end of what was read, in seconds since 1970. */
	readonly position: number;
	/** The length of the next window, in seconds. */
	readonly windowSeconds: number;
	/** True until the first window of the span was tried. */
	readonly isSpanStart: boolean;
	/** The number of windows that failed in a row. */
	readonly failures: number;
	/** The alerts that the service counted but did not serve since the last whole window. */
	readonly missing: number;
}

export interface WindowResult {
	/**
	 * `whole`: the window was read to its end. `rowsMissing`: its rows ended before the service's count, or
	 * where a service may stop counting. `limitReached`: the poll may emit no more alerts. `interrupted`: one
	 * poll cannot read the window, or has no time or requests left for it.
	 * `refused`, `unanswered`: the request of a page failed. `unavailable`: any request fails for some time.
	 */
	status:
		| 'whole'
		| 'rowsMissing'
		| 'limitReached'
		| 'interrupted'
		| 'refused'
		| 'unanswered'
		| 'unavailable';
	/** The number of pages with alerts that were read, and of their alerts. */
	pages: number;
	alerts: number;
	/** The service's count of the alerts; undefined if it gives none. */
	total: number | undefined;
	/** The share that the window needs of one poll's pages or of countable alerts; above 1, it is too long. */
	load: number;
}

interface Decision {
	next: ReadPosition;
	/** True if the poll reads no more of the span. */
	endsSpan: boolean;
	warning?: string;
}

/** The longest window, in seconds. */
export const MAX_WINDOW_SECONDS = 24 * 3600;

/** The number of failures in a row that ends a span. */
const MAX_REFUSALS = 16;
const MAX_UNANSWERED = 3;

/** If the first window of a span has this length or less and gets no response, it is not shortened. */
const MIN_SHORTENED_SECONDS = 60;

const SKIPPED = 'so the rest of that second was skipped';
const ALLOW_MORE = 'Allow more requests per minute, or set filters';

/**
 * Decides from the result of a window where reading continues.
 * @param noArrivalsBefore a window that ends later is not read again in this poll after an interruption
 */
export function decideNext(
	current: ReadPosition,
	{ from, to }: TimeWindow,
	result: WindowResult,
	noArrivalsBefore = Infinity,
): Decision {
	const { status, pages, alerts, load, total = alerts } = result;
	const length = to - from;
	const moveOn = (warning?: string, missing = 0, stop = false): Decision => ({
		next: {
			position: to,
			windowSeconds: resize(length, load),
			isSpanStart: false,
			failures: 0,
			missing,
		},
		endsSpan: stop,
		...(warning !== undefined && { warning }),
	});
	const second = isoTimeOfSecond(from);
	const abandon = (stop: boolean) =>
		moveOn(`One poll cannot read all alerts of ${second}, ${SKIPPED}. ${ALLOW_MORE}`, 0, stop);
	const stay = (windowSeconds: number, stop: boolean, failures = 0): Decision => ({
		next: { ...current, windowSeconds, isSpanStart: false, failures },
		endsSpan: stop,
	});
	// A later poll could do no better, since this one began with this second.
	const exceedsOnePoll = length === 1 && current.isSpanStart && pages > 0;
	switch (status) {
		case 'whole':
			return moveOn();
		case 'rowsMissing': {
			const missingNow = total > alerts ? total - alerts : Infinity;
			// If a count is wrong for one second, it may be wrong for the next windows too.
			return length > 1 && missingNow > current.missing
				? stay(thirdOf(length), false)
				: moveOn(
						`From ${isoTimeOfSecond(from)} to ${isoTimeOfSecond(to)} the service served ${alerts} of at least ${total} alerts`,
						current.missing + missingNow,
					);
		}
		case 'limitReached':
			return stay(current.windowSeconds, true);
		case 'interrupted':
			if (exceedsOnePoll) return abandon(to > noArrivalsBefore);
			// The size of the window is unknown unless the first page shows a count.
			if (length === 1 || load <= 1)
				return stay(current.isSpanStart ? thirdOf(length) : length, true);
			return stay(pages > 1 ? thirdOf(length) : resize(length, load), to > noArrivalsBefore);
		case 'unavailable':
			return exceedsOnePoll
				? abandon(true)
				: stay(pages > 0 ? thirdOf(length) : current.windowSeconds, true);
		case 'refused':
		case 'unanswered': {
			const failures = current.failures + 1;
			const isRefused = status === 'refused';
			// The first window of a span without any response shows that the service is down.
			const isDown = !isRefused && pages === 0 && current.isSpanStart;
			const stop = isDown || failures >= (isRefused ? MAX_REFUSALS : MAX_UNANSWERED);
			if (stop && length === 1 && pages > 0) {
				return moveOn(`The service does not serve all alerts of ${second}, ${SKIPPED}`, 0, true);
			}
			const isShortened = !isDown || length > MIN_SHORTENED_SECONDS;
			return stay(isShortened ? thirdOf(length) : current.windowSeconds, stop, failures);
		}
	}
}

const thirdOf = (length: number): number => Math.ceil(length / 3);

/** The seconds that neighboring searches share, since their bounds may be inclusive or exclusive. */
export const OVERLAP_SECONDS = 1;

/** Returns the window length that fills a poll, at most about four times the last length. */
function resize(length: number, load: number): number {
	const next =
		Math.floor((length + 2 * OVERLAP_SECONDS) / Math.max(load, 1 / 4)) - 2 * OVERLAP_SECONDS;
	return Math.max(1, Math.min(MAX_WINDOW_SECONDS, next));
}
