import type { ApiError } from '../shared/http/apiError';
import type { NewAlert } from './emitted';
import { nextWindow, type TimeRange } from './nextWindow';
import { searchWindow, type WindowSource } from './searchWindow';

/** The alerts that a poll found in a span, and where the next poll goes on. Times are seconds since 1970. */
export interface SpanResult {
	readUntil: number;
	isComplete: boolean;
	/** The length of the first window of the next poll. */
	planned: number;
	alerts: NewAlert[];
	/** The error that ended the reading. */
	error: ApiError | undefined;
}

/** The number of windows in a row that may fail in one poll. */
const MAX_FAILURES = 3;

/**
 * Reads a span of time in windows, the oldest first, until time, requests or Max Alerts run out.
 * @param planned the length of the first window, in seconds
 */
export async function readSpan(
	source: WindowSource,
	span: TimeRange,
	planned: number,
): Promise<SpanResult> {
	const { client, clock, log, newAlerts } = source;
	// A response may show that the service's clock is behind what was expected.
	const end = (): number => Math.max(span.from, Math.min(span.to, clock.startSecond()));
	const alerts: NewAlert[] = [];
	let next = { from: span.from, seconds: planned, planned };
	let [isFirst, isWhole, pageCount, failures, longest, longestPlan] = [true, true, 0, 0, 0, 0];
	let error: ApiError | undefined;
	while (next.seconds > 0 && next.from < end() && failures < MAX_FAILURES && !newAlerts.isFull) {
		if (!isFirst && client.requestsLeft() === 0) break;
		const window = { from: next.from, to: Math.min(next.from + next.seconds, end()) };
		const result = await searchWindow(source, window);
		alerts.push(...result.alerts);
		({ error } = result);
		if (result.status === 'stopped') break;
		pageCount += result.pageCount;
		const left = client.requestsLeft();
		const poll = { isFirst, left, all: pageCount + left };
		const { warning, ...following } = nextWindow(window, result.status, result, poll);
		if (warning !== undefined) log.warn(warning);
		isWhole = result.status === 'whole';
		if (isWhole) {
			longest = Math.max(longest, window.to - window.from);
			longestPlan = Math.max(longestPlan, following.planned);
		}
		failures = result.status === 'failed' ? failures + 1 : 0;
		next = following;
		isFirst = false;
	}
	// The last window may be a short rest. If it was not read whole, a longer one would not be either.
	const lastPlan = isWhole ? longestPlan : longest;
	return {
		readUntil: Math.min(next.from, end()),
		isComplete: next.from >= end(),
		planned: Math.max(lastPlan, next.planned),
		alerts,
		error,
	};
}
