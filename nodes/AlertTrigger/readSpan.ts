import type { ApiError } from '../shared/http/apiError';
import type { NewAlert } from './emitted';
import { nextWindow, type TimeRange } from './nextWindow';
import { searchWindow, type WindowSource } from './searchWindow';

/** The new alerts of a span, the error that ended the reading, and where the next poll goes on, in s since 1970. */
export interface SpanResult {
	readUntil: number;
	isComplete: boolean;
	/** The length of the first window of the next poll. */
	planned: number;
	alerts: NewAlert[];
	error: ApiError | undefined;
}

/** The number of windows in a row that may fail in one poll, by what their error allows next. */
const MAX_FAILURES = { askLess: 16, askAgain: 3, stop: 0 };

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
	let [pageCount, failures, longest, longestPlan] = [0, 0, 0, 0];
	let last: Awaited<ReturnType<typeof searchWindow>> | undefined;
	while (next.seconds > 0 && next.from < end() && !newAlerts.isFull) {
		if (failures >= MAX_FAILURES[last?.error?.rule.next ?? 'askAgain']) break;
		if (last !== undefined && client.requestsLeft() === 0) break;
		const window = { from: next.from, to: Math.min(next.from + next.seconds, end()) };
		const isFirst = last === undefined;
		last = await searchWindow(source, window);
		alerts.push(...last.alerts);
		if (last.status === 'stopped') break;
		pageCount += last.pageCount;
		const left = client.requestsLeft();
		const poll = { isFirst, left, all: pageCount + left };
		const { warning, ...following } = nextWindow(window, last.status, last, poll);
		if (warning !== undefined) log.warn(warning);
		if (last.status === 'whole') {
			longest = Math.max(longest, window.to - window.from);
			longestPlan = Math.max(longestPlan, following.planned);
		}
		failures = last.status === 'failed' ? failures + 1 : 0;
		next = following;
	}
	// The last window may be short only because the span ended.
	return {
		readUntil: Math.min(next.from, end()),
		isComplete: next.from >= end(),
		planned: Math.max(last?.status === 'whole' ? longestPlan : longest, next.planned),
		alerts,
		error: last?.error,
	};
}
