import { alertPages, COUNT_CAP, noteCountMismatch } from '../Alert/alertPages';
import { asApiErrorOrThrow, type ApiError } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { PollClient } from '../shared/polling/pollClient';
import type { PollTools } from '../shared/polling/runPoll';
import type { AlertCollector } from './emitted';
import type { TimeWindow, WindowResult } from './nextWindow';

/** The means by which a poll reads windows. */
export interface WindowSource extends Pick<PollTools, 'clock' | 'log'> {
	client: Pick<PollClient, 'send' | 'requestsLeft'>;
	searchFor: (window: TimeWindow) => ApiRequest;
	collector: AlertCollector;
}

/**
 * Reads a window page by page. If a page fails, the alerts of the earlier pages are kept.
 * @param capacity the number of pages that the poll can read
 */
export async function readWindow(
	{ client, log, searchFor: searchFor, collector }: WindowSource,
	window: TimeWindow,
	capacity: number,
): Promise<WindowResult> {
	// A single second cannot be divided, so its requests wait for the pace.
	const isOneSecond = window.to - window.from === 1;
	const collect = collector.collectorFor(window);
	const read: Omit<WindowResult, 'status'> = {
		pages: 0,
		alerts: 0,
		total: undefined,
		fillRatio: 0,
	};
	try {
		for await (const { records, next, total } of alertPages(client, searchFor(window))) {
			read.pages += Math.min(1, records.length);
			read.alerts += records.length;
			read.total = total;
			const pages = estimatePages(read, next !== undefined);
			const alerts = Math.max(read.alerts, total ?? 0);
			read.fillRatio = Math.max(
				pages / capacity,
				alerts / Math.min(MAX_ALERTS, collector.maxAlerts),
			);
			if (!collect(records)) return { ...read, status: 'stopped' };
			if (next === undefined) break;
			if (read.fillRatio > 1 && !isOneSecond) return { ...read, status: 'tooLong' };
			const isOut = isOneSecond
				? client.requestsLeft(Infinity) === 0
				: pages - read.pages > client.requestsLeft();
			if (isOut) return { ...read, status: 'outOfRequests' };
		}
	} catch (thrown) {
		const error = asApiErrorOrThrow(thrown);
		return { ...read, status: statusOf(error, read.pages), error };
	}
	const isShort = read.alerts < (read.total ?? 0) || read.alerts === COUNT_CAP;
	if (isShort) return { ...read, status: 'short' };
	noteCountMismatch({ addNote: (message) => log.info(message) }, read.total, read.alerts);
	return { ...read, status: 'whole' };
}

/** The maximum number of alerts in a window: some services count no further than 10,000. */
const MAX_ALERTS = 0.9 * COUNT_CAP;

/** Estimates the number of pages of a window from those that were read. */
function estimatePages(
	{ pages, alerts, total = 0 }: Pick<WindowResult, 'pages' | 'alerts' | 'total'>,
	hasNext: boolean,
): number {
	const counted = alerts > 0 ? Math.ceil((total * pages) / alerts) : 0;
	return Math.max(counted, pages + (hasNext ? 1 : 0));
}

/** Returns the status of a window whose page failed. If `refused`, a shorter one may succeed. */
function statusOf({ kind, alsoFails }: ApiError, pages: number): WindowResult['status'] {
	const isHeld = kind === 'throttled' || kind === 'unavailable';
	if (isHeld && pages > 0) return 'outOfRequests';
	if (isHeld || alsoFails !== undefined) return 'stopped';
	return kind === 'refused' || kind === 'tooLarge' ? 'refused' : 'unanswered';
}
