import type { NumberedAlert } from '../alerts/alertRowMaker';
import type { ApiError } from '../shared/http/apiError';
import { nextWindow, type TimeRange, type WindowPlan } from './nextWindow';
import { searchWindow, type WindowResult, type WindowSource } from './searchWindow';

/** The new alerts of a span, the error that ended the reading, and where the next poll goes on, in s since 1970. */
export interface SpanResult {
	readUntil: number;
	isComplete: boolean;
	/** The length of the first window of the next poll. */
	nextSeconds: number;
	alerts: NumberedAlert[];
	error: ApiError | undefined;
}

/** The number of windows in a row that may fail in one poll, by the reaction to their error. */
const MAX_FAILURES = { readLess: 16, readAgain: 3 };

/** Reads a span in windows, the oldest first, until time, requests or Max Alerts run out. */
export async function readSpan(
	source: WindowSource,
	span: TimeRange,
	firstSeconds: number,
): Promise<SpanResult> {
	const { client, clock, log, newAlerts, deadline } = source;
	// A response may show that the service's clock is behind what was expected.
	const end = (): number => Math.max(span.from, Math.min(span.to, clock.startSecond()));
	const alerts: NumberedAlert[] = [];
	let plan: WindowPlan = { from: span.from, seconds: firstSeconds, nextSeconds: firstSeconds };
	let [pageCount, failures, longest, longestNext] = [0, 0, 0, 0];
	let last: WindowResult | undefined;
	const mayContinue = (): boolean => {
		if (plan.seconds === 0 || plan.from >= end() || newAlerts.isFull) return false;
		if (last === undefined) return true;
		const { reaction = 'readAgain' } = last.error?.rule ?? {};
		const mustStop = reaction === 'stop' || failures >= MAX_FAILURES[reaction];
		return !mustStop && client.requestsLeft({ deadline }) > 0;
	};
	while (mayContinue()) {
		const window = { from: plan.from, to: Math.min(plan.from + plan.seconds, end()) };
		const isFirst = last === undefined;
		last = await searchWindow(source, window);
		const { status } = last;
		alerts.push(...last.alerts);
		if (status === 'stopped') break;
		pageCount += last.pageCount;
		const left = client.requestsLeft({ deadline });
		plan = nextWindow(window, { ...last, status }, { isFirst, left, all: pageCount + left });
		if (plan.warning !== undefined) log.warn(plan.warning);
		if (status === 'whole') {
			longest = Math.max(longest, window.to - window.from);
			longestNext = Math.max(longestNext, plan.nextSeconds);
		}
		failures = status === 'failed' ? failures + 1 : 0;
	}
	// The last window may be short only because the span ended.
	return {
		readUntil: Math.min(plan.from, end()),
		isComplete: plan.from >= end(),
		nextSeconds: Math.max(last?.status === 'whole' ? longestNext : longest, plan.nextSeconds),
		alerts,
		error: last?.error,
	};
}
