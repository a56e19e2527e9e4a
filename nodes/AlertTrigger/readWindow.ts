import { alertPages, COUNT_CAP } from '../Alert/alertPages';
import { asApiErrorOrThrow, type ApiError, type ErrorKind } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { PollClient } from '../shared/polling/pollClient';
import type { PollTools } from '../shared/polling/runPoll';
import { isoTimeOfSecond } from '../shared/times/moment';
import type { AlertCollector } from './emitted';
import { divide, OVERLAP_SECONDS, STEP, type TimeWindow, type WindowResult } from './nextWindow';

/** The means by which a poll reads windows. */
export interface WindowSource extends Pick<PollTools, 'clock' | 'log' | 'warnHourly'> {
	client: Pick<PollClient, 'send' | 'requestsLeft'>;
	searchFor: (window: TimeWindow) => ApiRequest;
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
	window: TimeWindow,
	capacity: number,
	countWasRight: boolean,
): Promise<WindowResult & { countWasRight: boolean }> {
	const read = await readPages(source, window, capacity, countWasRight);
	const { status, alerts, total } = read;
	if (status !== 'whole' || total === undefined) return { ...read, countWasRight };
	if (alerts === total) return { ...read, countWasRight: countWasRight || total > 0 };
	const result =
		alerts < total && countWasRight ? await checkCut(source, window, capacity, read) : read;
	if (result.status !== 'whole') return { ...result, countWasRight };
	const [from, to] = [window.from, window.to].map(isoTimeOfSecond);
	source.warnHourly(
		'count',
		`From ${from} to ${to} the service counts ${total} alerts and served ${alerts}`,
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
	{ from, to }: TimeWindow,
	capacity: number,
	read: WindowResult,
): Promise<WindowResult> {
	const { alerts, pages, total = 0 } = read;
	if (to - from === 1 || source.client.requestsLeft() === 0) return read;
	// The part has about one page, and half of the alerts that the service seems to serve.
	const excess = (2 * total) / Math.max(1, alerts);
	const seconds = divide(to - from, Math.max(STEP, excess, pages));
	const part = await readPages(source, { from, to: from + seconds }, capacity, false);
	if (part.status !== 'whole') return part;
	return servedShare(part) > servedShare(read)
		? { ...read, status: 'cut', fillRatio: excess }
		: read;
}

const servedShare = ({ alerts, total = alerts }: WindowResult): number =>
	total === 0 ? 1 : alerts / total;

/** The part of the limits of alerts that a window may take, since the next one may hold more. */
const MAX_SHARE = 0.9;

/** Reads a window page by page. If a page fails, the alerts of the earlier pages are kept. */
async function readPages(
	{ client, searchFor, collector }: WindowSource,
	window: TimeWindow,
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
	let read: WindowResult = {
		status: 'whole',
		pages: 0,
		alerts: 0,
		newAlerts: 0,
		total: undefined,
		fillRatio: 0,
	};
	try {
		for await (const { records, next, total } of alertPages(client, searchFor(window))) {
			const canEmitMore = collect(records);
			const pages = read.pages + Math.min(1, records.length);
			const alerts = read.alerts + records.length;
			const newAlerts = collector.alerts.length - newBefore;
			const isCounted = believesCount && alerts > 0 && (total ?? 0) > alerts;
			const counted = isCounted ? (total ?? 0) / alerts : undefined;
			// Without a count, a window whose end is not in sight is taken for several times what was read.
			const multiple = next === undefined ? 1 : (counted ?? STEP);
			const pagesLeft = counted === undefined ? 1 : Math.ceil(pages * (counted - 1));
			const fillRatio =
				multiple * Math.max(pages / capacity, alerts / maxServed, (alerts * ownShare) / maxEmitted);
			read = { ...read, pages, alerts, newAlerts, total, fillRatio };
			if (!canEmitMore) return { ...read, status: 'full' };
			if (next === undefined) break;
			if (isCounted && fillRatio > 1 && !isOneSecond) return { ...read, status: 'tooLong' };
			const isOut = isOneSecond
				? client.requestsLeft(Infinity) === 0
				: client.requestsLeft() < pagesLeft;
			if (isOut) return { ...read, status: 'outOfRequests' };
		}
	} catch (thrown) {
		const error = asApiErrorOrThrow(thrown);
		return { ...read, status: statusOf(error, read.pages), error };
	}
	return read.alerts === COUNT_CAP ? { ...read, status: 'cut' } : read;
}

/** The kinds of error that a shorter window may avoid. */
const REFUSALS: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
	'refused',
	'expiredCursor',
	'tooLarge',
]);

/** Returns the status of a window whose page failed. If `refused`, a shorter one may succeed. */
function statusOf({ kind, alsoFails }: ApiError, pages: number): WindowResult['status'] {
	const isHeld = kind === 'throttled' || kind === 'unavailable';
	if (isHeld && pages > 0) return 'outOfRequests';
	if (isHeld || alsoFails !== undefined) return 'stopped';
	return REFUSALS.has(kind) ? 'refused' : 'unanswered';
}
