import type { ApiError } from '../shared/http/apiError';
import { MAX_WINDOW_SECONDS, nextWindow, type TimeRange } from './nextWindow';
import { readWindow, type WindowSource } from './readWindow';

/** What a poll has read of a span of time. Times are seconds since 1970. */
export interface SpanResult {
	from: number;
	/** The time up to which all alerts were read. */
	readUntil: number;
	isComplete: boolean;
	/** The length of the next window, in seconds. */
	windowSeconds: number;
	/** True if the service's count of the last whole window with alerts was right. */
	countWasRight: boolean;
	/** The error that ended the reading. */
	error: ApiError | undefined;
}

/** Reads a span of time in windows, the oldest first, until time, requests or Max Alerts run out. */
export async function readSpan(
	source: WindowSource,
	span: TimeRange,
	before: Pick<SpanResult, 'windowSeconds' | 'countWasRight'>,
): Promise<SpanResult> {
	const { client, clock, log } = source;
	const capacity = Math.max(1, client.requestsLeft());
	// A response may show that the service's clock is behind what was expected.
	const end = (): number => Math.max(span.from, Math.min(span.to, clock.startSecond()));
	let next = { from: span.from, windowSeconds: before.windowSeconds, endsSpan: false };
	let progress = { isFirst: true, failures: 0, maxSeconds: MAX_WINDOW_SECONDS };
	// The next window needs about as many requests as the last one.
	let expectedRequests = 0;
	let { countWasRight } = before;
	let error: ApiError | undefined;
	while (!next.endsSpan && next.from < end() && client.requestsLeft() >= expectedRequests) {
		const { from, windowSeconds } = next;
		const window = { from, to: Math.min(from + windowSeconds, end()) };
		const result = await readWindow(source, window, capacity, countWasRight);
		// A count that has just proved wrong may be right again in the next window, if that is no longer.
		const doubtSeconds = countWasRight ? window.to - from : MAX_WINDOW_SECONDS;
		const maxSeconds = result.countWasRight ? progress.maxSeconds : doubtSeconds;
		const { warning, ...following } = nextWindow(window, result, {
			...progress,
			windowSeconds,
			maxSeconds,
		});
		if (warning !== undefined) log.warn(warning);
		progress = {
			isFirst: false,
			failures: result.status === 'whole' ? 0 : progress.failures + 1,
			maxSeconds: result.status === 'cut' ? following.windowSeconds : maxSeconds,
		};
		({ countWasRight, error } = result);
		expectedRequests = Math.max(1, result.pageCount);
		next = following;
	}
	return {
		from: span.from,
		readUntil: Math.min(next.from, end()),
		isComplete: next.from >= end(),
		windowSeconds: next.windowSeconds,
		countWasRight,
		error,
	};
}
