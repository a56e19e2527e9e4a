import { alertPages, COUNT_CAP, noteCountMismatch } from '../Alert/alertPages';
import { asApiErrorOrThrow, type ApiError } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { PollClient } from '../shared/polling/pollClient';
import type { PollContext } from '../shared/polling/runPoll';
import type { AlertCollector } from './emitted';
import {
	decideNext,
	isoTimeOfSecond,
	type ReadPosition,
	type WindowResult,
	type TimeWindow,
} from './readPosition';
import type { State } from './state';

/** The means by which a poll reads windows. */
export interface WindowSource extends Pick<PollContext, 'clock' | 'log'> {
	client: Pick<PollClient, 'send' | 'requestsLeft'>;
	toSearch: (window: TimeWindow) => ApiRequest;
	collector: AlertCollector;
}

/** The last seconds before the present, which the next poll reads again. */
const REREAD_SECONDS = 60;

/** The share of Look Back after which the next pass over it begins. */
const PASS_INTERVAL_SHARE = 1 / 3;

/** The longest pass. A poll emits its new alerts only after the pass. */
const MAX_PASS_MS = 20_000;

/**
 * Reads the new alerts up to now. The requests that are left go to a pass over Look Back, which finds
 * alerts that arrived late.
 * @param lookBackSeconds the number of seconds that an alert may be late
 * @returns the next state, the last error, and whether the poll moved on or shortened its next window
 */
export async function readNewAlerts(
	state: State,
	source: WindowSource,
	lookBackSeconds: number,
): Promise<{ state: State; error: ApiError | undefined; madeProgress: boolean }> {
	const { clock, client, log } = source;
	const { settledUntil, lookBackWindowSeconds } = state;
	const to = clock.startSecond();
	const from = readingStart(state, to, lookBackSeconds);
	const newSpan = await readSpan(source, { from, to }, state.windowSeconds);
	if (!newSpan.isComplete) {
		log.info(
			`Alerts up to ${isoTimeOfSecond(newSpan.position)} are read; the next poll goes on from there`,
		);
	}
	// An alert from before this time can no longer arrive.
	const noArrivalsBefore = Math.min(to, clock.startSecond()) - lookBackSeconds;
	const isPassDue =
		noArrivalsBefore - settledUntil >= lookBackSeconds * PASS_INTERVAL_SHARE && settledUntil < from;
	const passEnd = Date.now() + MAX_PASS_MS;
	const requestsLeft: typeof client.requestsLeft = (maxWaitMs) =>
		Date.now() < passEnd ? client.requestsLeft(maxWaitMs) : 0;
	const passSource = { ...source, client: { ...client, requestsLeft } };
	const pass =
		newSpan.isComplete && isPassDue && requestsLeft() > 0
			? await readSpan(
					passSource,
					{ from: settledUntil, to: from },
					lookBackWindowSeconds,
					noArrivalsBefore,
				)
			: undefined;
	// Without a gap, this poll has read everything since the settled time.
	const hasGap = settledUntil < from && pass?.isComplete !== true;
	const position = hasGap ? (pass?.position ?? settledUntil) : newSpan.position;
	return {
		state: {
			...state,
			readUntil: newSpan.position,
			isUpToDate: newSpan.isComplete,
			windowSeconds: newSpan.windowSeconds,
			settledUntil: Math.max(settledUntil, Math.min(position, noArrivalsBefore)),
			lookBackWindowSeconds: pass?.windowSeconds ?? lookBackWindowSeconds,
		},
		error: pass?.error ?? newSpan.error,
		madeProgress: newSpan.madeProgress,
	};
}

/**
 * Returns the time at which a poll begins to read: the end of the last poll. If the last poll came up to
 * the present, reading begins a minute earlier; after a pause longer than Look Back, it begins at the
 * settled time, which saves a pass.
 */
function readingStart(
	{ readUntil, isUpToDate, settledUntil }: State,
	now: number,
	lookBack: number,
): number {
	if (isUpToDate && now - readUntil > lookBack) return settledUntil;
	const reread = isUpToDate ? Math.min(REREAD_SECONDS, lookBack) : 0;
	return Math.max(settledUntil, Math.min(readUntil, now) - reread);
}

/**
 * Reads a span of time in windows, the oldest first, until time, requests or Max Alerts run out.
 * @param noArrivalsBefore reading stops after an interrupted window that ends later, since late alerts may
 * still arrive in it
 * @returns where reading ended, the length of the next window, whether the span is complete, whether reading
 * made progress, and the last error
 */
async function readSpan(
	source: WindowSource,
	span: TimeWindow,
	windowSeconds: number,
	noArrivalsBefore = Infinity,
) {
	const { client, clock, log } = source;
	const capacity = Math.max(1, client.requestsLeft());
	// A response may show that the service's clock is behind what was expected.
	const end = (): number => Math.max(span.from, Math.min(span.to, clock.startSecond()));
	let current: ReadPosition = {
		position: span.from,
		windowSeconds,
		isSpanStart: true,
		failures: 0,
		missing: 0,
	};
	let error: ApiError | undefined;
	let [stop, isShortened] = [false, false];
	while (!stop && current.position < end() && (current.isSpanStart || client.requestsLeft() > 0)) {
		const window = {
			from: current.position,
			to: Math.min(current.position + current.windowSeconds, end()),
		};
		const result = await readWindow(source, window, capacity);
		const decision = decideNext(current, window, result, noArrivalsBefore);
		current = decision.next;
		stop = decision.endsSpan;
		isShortened = current.windowSeconds < window.to - window.from;
		error = result.error ?? error;
		if (decision.warning !== undefined) log.warn(decision.warning);
	}
	return {
		position: Math.min(current.position, end()),
		windowSeconds: current.windowSeconds,
		isComplete: current.position >= end(),
		/** True if the next poll has less to read, or requests less at once. */
		madeProgress: isShortened || current.position > span.from,
		error,
	};
}

/** The maximum number of alerts in a window: some services count no further than 10,000. */
const MAX_WINDOW_ALERTS = 0.9 * COUNT_CAP;

/**
 * Reads a window page by page. If a page fails, the alerts of the earlier pages are kept.
 * @param capacity the number of pages that the poll can read
 */
async function readWindow(
	{ client, log, toSearch, collector }: WindowSource,
	window: TimeWindow,
	capacity: number,
): Promise<WindowResult & { error?: ApiError }> {
	// A single second must be read within one poll, so its requests wait for the pace.
	const isOneSecond = window.to - window.from === 1;
	const collect = collector.openWindow(window);
	const counts: Omit<WindowResult, 'status'> = { pages: 0, alerts: 0, total: undefined, load: 0 };
	try {
		for await (const { records, next, total } of alertPages(client, toSearch(window))) {
			counts.pages += Math.min(1, records.length);
			counts.alerts += records.length;
			counts.total = total;
			const counted = total ?? 0;
			const pages = Math.max(
				Math.ceil((counted * counts.pages) / counts.alerts) || 0,
				counts.pages + (next === undefined ? 0 : 1),
			);
			counts.load = Math.max(
				pages / capacity,
				counted / MAX_WINDOW_ALERTS,
				counts.alerts / MAX_WINDOW_ALERTS,
			);
			if (!collect(records)) return { status: 'limitReached', ...counts };
			const isCut = isOneSecond
				? client.requestsLeft(Infinity) === 0
				: counts.load > 1 || pages - counts.pages > client.requestsLeft();
			if (next !== undefined && isCut) return { status: 'interrupted', ...counts };
		}
		const isShort = counts.alerts < (counts.total ?? 0) || counts.alerts === COUNT_CAP;
		if (isShort) return { status: 'rowsMissing', ...counts };
		noteCountMismatch({ note: (message) => log.info(message) }, counts.total, counts.alerts);
		return { status: 'whole', ...counts };
	} catch (thrown) {
		const error = asApiErrorOrThrow(thrown);
		return { status: statusOf(error), ...counts, error };
	}
}

/** Returns the status of a window that failed. If `refused`, a shorter one may succeed. */
function statusOf({ kind, retry, blocks }: ApiError): WindowResult['status'] {
	if (retry === 'always' || blocks !== undefined) return 'unavailable';
	return kind === 'refused' || kind === 'tooLarge' ? 'refused' : 'unanswered';
}
