import { alertPages, COUNT_CAP } from '../alerts/alertPages';
import { asApiErrorOrThrow, type ApiError } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { PollClient } from '../shared/polling/pollClient';
import type { PollTools } from '../shared/polling/runPoll';
import { isoTimeOfSecond } from '../shared/times/moment';
import type { AlertCollector } from './emitted';
import { divide, OVERLAP_SECONDS, STEP, type TimeRange, type WindowResult } from './nextWindow';

/** The means by which a poll reads windows. */
export interface WindowSource extends Pick<PollTools, 'clock' | 'log' | 'warnHourly'> {
	client: Pick<PollClient, 'send' | 'requestsLeft'>;
	searchFor: (window: TimeRange) => ApiRequest;
	collector: AlertCollector;
}

/**
 * Reads a window up to its last cursor. The service's count is a hint: if it was right before, a larger count
 * may find the window too long or cut.
 * @param capacity the number of pages that the poll can read
 * @param countWasRight whether the count of the last whole window with alerts was right
 * @returns the result, and whether the count is right now; a count of no alerts proves nothing
 */
export async function readWindow(
	source: WindowSource,
	window: TimeRange,
	capacity: number,
	countWasRight: boolean,
): Promise<WindowResult & { countWasRight: boolean }> {
	const first = await readPages(source, window, capacity, countWasRight);
	const { status, alertCount, total } = first;
	if (status !== 'whole' || total === undefined) return { ...first, countWasRight };
	if (alertCount === total) return { ...first, countWasRight: countWasRight || total > 0 };
	const result =
		alertCount < total && countWasRight ? await checkCut(source, window, capacity, first) : first;
	if (result.status !== 'whole') return { ...result, countWasRight };
	const [from, to] = [window.from, window.to].map(isoTimeOfSecond);
	source.warnHourly(
		'count',
		`From ${from} to ${to} the service counts ${total} alerts and served ${alertCount}`,
	);
	return { ...result, countWasRight: false };
}

/**
 * Finds out why a window ended short of its count: a part of it is read again.
 * @returns the window as `cut` if the service serves a larger share of the part, as `whole` if its count is
 * wrong, or the part if its reading failed
 */
async function checkCut(
	source: WindowSource,
	{ from, to }: TimeRange,
	capacity: number,
	whole: WindowResult,
): Promise<WindowResult> {
	const { alertCount, pageCount, total = 0 } = whole;
	if (to - from === 1 || source.client.requestsLeft() === 0) return whole;
	// The part has about one page, and half of the alerts that the service seems to serve.
	const excess = (2 * total) / Math.max(1, alertCount);
	const seconds = divide(to - from, Math.max(STEP, excess, pageCount));
	const part = await readPages(source, { from, to: from + seconds }, capacity, false);
	if (part.status !== 'whole') return part;
	return servedShare(part) > servedShare(whole)
		? { ...whole, status: 'cut', fillRatio: excess }
		: whole;
}

const servedShare = ({ alertCount, total = alertCount }: WindowResult): number =>
	total === 0 ? 1 : alertCount / total;

/** The part of the limits of alerts that a window may take, since the next one may hold more. */
const MAX_SHARE = 0.9;

/** Reads a window page by page. If a page fails, the alerts of the earlier pages are kept. */
async function readPages(
	{ client, searchFor, collector }: WindowSource,
	window: TimeRange,
	capacity: number,
	believesCount: boolean,
): Promise<WindowResult> {
	// A single second cannot be divided, so its requests wait for the pace.
	const length = window.to - window.from;
	const isOneSecond = length === 1;
	const collect = collector.collectorFor(window);
	const newBefore = collector.alerts.length;
	const ownShare = length / (length + 2 * OVERLAP_SECONDS);
	const maxServed = MAX_SHARE * COUNT_CAP;
	const maxEmitted = MAX_SHARE * collector.maxAlerts;
	let result: WindowResult = {
		status: 'whole',
		pageCount: 0,
		alertCount: 0,
		newCount: 0,
		total: undefined,
		fillRatio: 0,
	};
	try {
		for await (const { records, next, total } of alertPages(client, searchFor(window))) {
			const canEmitMore = collect(records);
			const pageCount = result.pageCount + Math.min(1, records.length);
			const alertCount = result.alertCount + records.length;
			const newCount = collector.alerts.length - newBefore;
			const isCounted = believesCount && alertCount > 0 && (total ?? 0) > alertCount;
			const counted = isCounted ? (total ?? 0) / alertCount : undefined;
			// Without a count, a window whose end is not in sight is taken for several times what was read.
			const multiple = next === undefined ? 1 : (counted ?? STEP);
			const pagesLeft = counted === undefined ? 1 : Math.ceil(pageCount * (counted - 1));
			const fillRatio =
				multiple *
				Math.max(
					pageCount / capacity,
					alertCount / maxServed,
					(alertCount * ownShare) / maxEmitted,
				);
			result = { ...result, pageCount, alertCount, newCount, total, fillRatio };
			if (!canEmitMore) return { ...result, status: 'full' };
			if (next === undefined) break;
			if (isCounted && fillRatio > 1 && !isOneSecond) return { ...result, status: 'tooLong' };
			const isOut = isOneSecond
				? client.requestsLeft(Infinity) === 0
				: client.requestsLeft() < pagesLeft;
			if (isOut) return { ...result, status: 'outOfRequests' };
		}
	} catch (thrown) {
		const error = asApiErrorOrThrow(thrown);
		return { ...result, status: statusOf(error, result.pageCount), error };
	}
	return result.alertCount === COUNT_CAP ? { ...result, status: 'cut' } : result;
}

/** Returns the status of a window whose page failed. If `refused`, a shorter one may succeed. */
function statusOf({ rule: { holds, next } }: ApiError, pages: number): WindowResult['status'] {
	if (next === 'stop') return holds === true && pages > 0 ? 'outOfRequests' : 'stopped';
	return next === 'askLess' ? 'refused' : 'unanswered';
}
