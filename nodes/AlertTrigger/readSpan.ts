import type { ApiError } from '../shared/http/apiError';
import type { NewAlert } from './emitted';
import { nextWindow, OVERLAP_SECONDS, type TimeRange } from './nextWindow';
import { searchWindow, type WindowSource } from './searchWindow';

/** What a poll has read of a span of time. Times are seconds since 1970. */
export interface SpanResult {
	from: number;
	/** The time up to which all alerts were read. */
	readUntil: number;
	isComplete: boolean;
	/** The length of the first window of the next poll, in seconds. */
	windowSeconds: number;
	alerts: NewAlert[];
	/** The error that ended the reading. */
	error: ApiError | undefined;
}

/**
 * Reads a span of time in windows, the oldest first, until time, requests or Max Alerts run out.
 * @param firstSeconds the length of the first window
 */
export async function readSpan(
	source: WindowSource,
	span: TimeRange,
	firstSeconds: number,
): Promise<SpanResult> {
	const { client, clock, log } = source;
	// A response may show that the service's clock is behind what was expected.
	const end = (): number => Math.max(span.from, Math.min(span.to, clock.startSecond()));
	const windowAt = ({ from, seconds }: { from: number; seconds: number }): TimeRange => ({
		from,
		to: Math.min(from + seconds, end()),
	});
	const lengthOf = ({ from, to }: TimeRange): number => to - from + 2 * OVERLAP_SECONDS;
	const [requests, room] = [client.requestsLeft(), source.newAlerts.room];
	const alerts: NewAlert[] = [];
	let next = { from: span.from, seconds: firstSeconds, endsSpan: false };
	let [isFirst, failures, longestWhole, requestsNeeded] = [true, 0, 0, 1];
	let error: ApiError | undefined;
	while (!next.endsSpan && next.from < end() && client.requestsLeft() >= requestsNeeded) {
		const window = windowAt(next);
		const result = await searchWindow(source, window);
		alerts.push(...result.alerts);
		({ error } = result);
		if (result.status === 'stopped') break;
		const isWhole = result.status === 'whole';
		failures = isWhole ? 0 : failures + 1;
		const share = Math.max(result.pageCount / requests, result.alerts.length / room);
		const { warning, ...following } = nextWindow(window, result, { share, isFirst, failures });
		if (warning !== undefined) log.warn(warning);
		if (isWhole) longestWhole = Math.max(longestWhole, window.to - window.from);
		// A second holds about as many pages as before.
		const pagesPerSecond = result.pageCount / lengthOf(window);
		requestsNeeded = isWhole ? Math.ceil(pagesPerSecond * lengthOf(windowAt(following))) : 1;
		next = following;
		isFirst = false;
	}
	const isComplete = next.from >= end();
	return {
		from: span.from,
		readUntil: Math.min(next.from, end()),
		isComplete,
		windowSeconds: Math.max(isComplete ? firstSeconds : 0, longestWhole, next.seconds),
		alerts,
		error,
	};
}
