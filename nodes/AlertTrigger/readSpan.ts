import type { ApiError } from '../shared/http/apiError';
import type { NewAlert } from './emitted';
import { nextWindow, type TimeRange } from './nextWindow';
import { searchWindow, type WindowSource } from './searchWindow';

/** The new alerts of a span, the error that ended the reading, and where the next poll goes on, in s since 1970. */
export interface SpanResult {
	readUntil: number;
	isComplete: boolean;
	/** The length of the first window of the next poll. */
	nextSeconds: number;
	alerts: NewAlert[];
	error: ApiError | undefined;
}

/** The number of windows in a row that may fail in one poll, by what their error allows next. */
const MAX_FAILURES = { askLess: 16, askAgain: 3, stop: 0 };

/**
 * Reads a span of time in windows, the oldest first, until time, requests or Max Alerts run out.
 * @param firstSeconds the length of the first window, in seconds
 */
export async function readSpan(
	source: WindowSource,
	span: TimeRange,
	firstSeconds: number,
): Promise<SpanResult> {
	const { client, clock, log, newAlerts } = source;
	// A response may show that the service's clock is behind what was expected.
	const end = (): number => Math.max(span.from, Math.min(span.to, clock.startSecond()));
	const alerts: NewAlert[] = [];
	let next = { from: span.from, seconds: firstSeconds, nextSeconds: firstSeconds };
	let [pageCount, failures, longest, longestNext] = [0, 0, 0, 0];
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
			longestNext = Math.max(longestNext, following.nextSeconds);
		}
		failures = last.status === 'failed' ? failures + 1 : 0;
		next = following;
	}
	// The last window may be short only because the span ended.
	return {
		readUntil: Math.min(next.from, end()),
		isComplete: next.from >= end(),
		nextSeconds: Math.max(last?.status === 'whole' ? longestNext : longest, next.nextSeconds),
		alerts,
		error: last?.error,
	};
}
