import type { ApiError } from '../shared/http/apiError';
import type { NewAlert } from './emitted';
import { nextWindow, OVERLAP_SECONDS, type TimeRange } from './nextWindow';
import { searchWindow, type WindowResult, type WindowSource } from './searchWindow';

/** What a poll leaves to the next one about the windows of a span. */
export interface WindowPlan {
	/** The length of the first window, in seconds. */
	seconds: number;
	/** The end of the last window that took too much time or too many requests, in seconds since 1970. */
	slowUntil: number;
}

/** What a poll has read of a span of time. Times are seconds since 1970. */
export interface SpanResult {
	from: number;
	/** The time up to which all alerts were read. */
	readUntil: number;
	isComplete: boolean;
	plan: WindowPlan;
	alerts: NewAlert[];
	/** The error that ended the reading. */
	error: ApiError | undefined;
}

/**
 * Reads a span of time in windows, the oldest first, until time, requests or Max Alerts run out.
 */
export async function readSpan(
	source: WindowSource,
	span: TimeRange,
	plan: WindowPlan,
): Promise<SpanResult> {
	const { client, clock, log, newAlerts } = source;
	// A response may show that the service's clock is behind what was expected.
	const end = (): number => Math.max(span.from, Math.min(span.to, clock.startSecond()));
	const { room } = newAlerts;
	const alerts: NewAlert[] = [];
	let next = { from: span.from, seconds: plan.seconds, planned: plan.seconds, endsSpan: false };
	let [isFirst, failures, pageCount, longestPlan] = [true, 0, 0, 0];
	let { slowUntil } = plan;
	let error: ApiError | undefined;
	while (!next.endsSpan && next.from < end() && (isFirst || client.requestsLeft() > 0)) {
		const window = { from: next.from, to: Math.min(next.from + next.seconds, end()) };
		const result = await searchWindow(source, window);
		alerts.push(...result.alerts);
		({ error } = result);
		if (result.status === 'stopped') break;
		const isWhole = result.status === 'whole';
		failures = isWhole ? 0 : failures + 1;
		if (!isWhole && result.status !== 'refused') slowUntil = window.to;
		pageCount += result.pageCount;
		const requestsLeft = client.requestsLeft();
		const requests = pageCount + requestsLeft;
		const shareLeft = Math.min(requestsLeft / requests, newAlerts.room / room);
		const share = shareOf(window, result, requests, room);
		const counts = { pageCount: result.pageCount, newCount: result.alerts.length };
		const progress = { ...counts, share, shareLeft, isFirst, failures, slowUntil };
		const { warning, ...following } = nextWindow(window, result.status, progress);
		if (warning !== undefined) log.warn(warning);
		if (isWhole) longestPlan = Math.max(longestPlan, following.planned);
		next = following;
		isFirst = false;
	}
	const isComplete = next.from >= end();
	const seconds = Math.max(isComplete ? plan.seconds : 0, longestPlan, next.planned);
	return {
		from: span.from,
		readUntil: Math.min(next.from, end()),
		isComplete,
		plan: { seconds, slowUntil },
		alerts,
		error,
	};
}

/** Returns the part that a window took of the requests or of the alerts that the poll may emit. */
function shareOf(
	{ from, to }: TimeRange,
	{ pageCount, alertCount }: WindowResult,
	requests: number,
	room: number,
): number {
	// Its neighbors emit the alerts of the overlap. A single page may be almost empty.
	const ownAlerts = (alertCount * (to - from)) / (to - from + 2 * OVERLAP_SECONDS);
	return Math.max(Number.EPSILON, (pageCount - 1) / requests, ownAlerts / room);
}
