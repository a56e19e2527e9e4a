import { alertPages, COUNT_CAP } from '../Alert/alertPages';
import { asApiErrorOrThrow, type ApiError } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { PollClient } from '../shared/polling/pollClient';
import type { Sampling } from '../shared/polling/runPoll';
import { advance, instant, type Cursor, type Outcome, type Window } from './cursor';
import type { NewAlerts } from './emitted';
import type { State } from './state';

/** How a poll reads windows. */
export interface Reading extends Pick<Sampling, 'clock' | 'log'> {
	client: Pick<PollClient, 'send' | 'requestsLeft'>;
	/** The search of a window. */
	request: (window: Window) => ApiRequest;
	/** Collects the new alerts. */
	found: NewAlerts;
}

/** Seconds that the next poll reads again. */
const REREAD_SECONDS = 60;

/** A pass over Look Back begins once this part of it has gone by since the last one. */
const PASS_INTERVAL = 1 / 3;

/** The longest pass: the poll hands over its new alerts only after the pass. */
const MAX_PASS_MS = 20_000;

/**
 * Reads what is new, up to now; with the requests that are left, what may have arrived late.
 * @param lookBack how many seconds late an alert may arrive
 * @returns the next state, and the last error; whether the next poll has less to read, or requests less at once
 */
export async function readNewAlerts(
	state: State,
	reading: Reading,
	lookBack: number,
): Promise<{ state: State; error: ApiError | undefined; madeProgress: boolean }> {
	const { clock, client, log } = reading;
	const { settledUntil, lookBackStep } = state;
	const to = clock.now();
	const from = startOf(state, to, lookBack);
	const fresh = await readSpan(reading, { from, to }, state.step);
	if (!fresh.isComplete) {
		log.info(`Alerts up to ${instant(fresh.position)} are read; the next poll goes on from there`);
	}
	// No earlier alert can arrive any more.
	const settling = Math.min(to, clock.now()) - lookBack;
	const isDue = settling - settledUntil >= lookBack * PASS_INTERVAL && settledUntil < from;
	const passEnd = Date.now() + MAX_PASS_MS;
	const requestsLeft: typeof client.requestsLeft = (maxWaitMs) =>
		Date.now() < passEnd ? client.requestsLeft(maxWaitMs) : 0;
	const pass = { ...reading, client: { ...client, requestsLeft } };
	const late =
		fresh.isComplete && isDue && requestsLeft() > 0
			? await readSpan(pass, { from: settledUntil, to: from }, lookBackStep, settling)
			: undefined;
	// Without a gap, this poll has read everything since the settled time.
	const hasGap = settledUntil < from && late?.isComplete !== true;
	const position = hasGap ? (late?.position ?? settledUntil) : fresh.position;
	return {
		state: {
			...state,
			readUntil: fresh.position,
			isUpToDate: fresh.isComplete,
			step: fresh.step,
			settledUntil: Math.max(settledUntil, Math.min(position, settling)),
			lookBackStep: late?.step ?? lookBackStep,
		},
		error: late?.error ?? fresh.error,
		madeProgress: fresh.madeProgress,
	};
}

/**
 * Where a poll begins: where the last one ended. If that one came up to the present, it begins a minute
 * earlier; after a pause longer than Look Back, at the settled time, which saves a pass.
 */
function startOf(
	{ readUntil, isUpToDate, settledUntil }: State,
	now: number,
	lookBack: number,
): number {
	if (isUpToDate && now - readUntil > lookBack) return settledUntil;
	const again = isUpToDate ? Math.min(REREAD_SECONDS, lookBack) : 0;
	return Math.max(settledUntil, Math.min(readUntil, now) - again);
}

/**
 * Reads a span of time in windows, the oldest first, until time, requests or Max Alerts run out.
 * @param settling a later window is read only if this poll can read it to its end
 */
async function readSpan(reading: Reading, span: Window, step: number, settling = Infinity) {
	const { client, clock, log } = reading;
	const capacity = Math.max(1, client.requestsLeft());
	// A response may show that the service's clock is behind what was expected.
	const end = (): number => Math.max(span.from, Math.min(span.to, clock.now()));
	let cursor: Cursor = {
		position: span.from,
		step,
		isFirst: true,
		failures: 0,
		missing: 0,
	};
	let error: ApiError | undefined;
	let [stop, madeProgress] = [false, false];
	while (!stop && cursor.position < end() && (cursor.isFirst || client.requestsLeft() > 0)) {
		const window = { from: cursor.position, to: Math.min(cursor.position + cursor.step, end()) };
		const outcome = await readWindow(reading, window, capacity);
		const next = advance(cursor, window, outcome);
		({ cursor, madeProgress } = next);
		stop = next.stop || (outcome.end === 'cut' && window.to > settling);
		error = outcome.error ?? error;
		if (next.warning !== undefined) log.warn(next.warning);
	}
	return {
		position: Math.min(cursor.position, end()),
		step: cursor.step,
		isComplete: cursor.position >= end(),
		madeProgress: madeProgress || cursor.position > span.from,
		error,
	};
}

/** Alerts of a window at most: some services count no further than 10,000. */
const MAX_WINDOW_ALERTS = 0.9 * COUNT_CAP;

/**
 * Reads the pages of a window; what was read of it counts even if a later page fails.
 * @param capacity how many pages the poll can read
 */
async function readWindow(
	{ client, request, found }: Reading,
	window: Window,
	capacity: number,
): Promise<Outcome & { error?: ApiError }> {
	// A second is read within one poll: its requests wait for the pace.
	const isSecond = window.to - window.from === 1;
	const read: Omit<Outcome, 'end'> = { pages: 0, alerts: 0, total: undefined, load: 0 };
	try {
		for await (const { records, next, total = 0 } of alertPages(client, request(window))) {
			read.pages += Math.min(1, records.length);
			read.alerts += records.length;
			read.total = total;
			const pages = Math.max(
				Math.ceil((total * read.pages) / read.alerts) || 0,
				read.pages + (next === undefined ? 0 : 1),
			);
			read.load = Math.max(
				pages / capacity,
				total / MAX_WINDOW_ALERTS,
				read.alerts / MAX_WINDOW_ALERTS,
			);
			if (!found.take(records, window)) return { end: 'full', ...read };
			const isCut = isSecond
				? client.requestsLeft(Infinity) === 0
				: read.load > 1 || pages - read.pages > client.requestsLeft();
			if (next !== undefined && isCut) return { end: 'cut', ...read };
		}
		const isShort = read.alerts < (read.total ?? 0) || read.alerts === COUNT_CAP;
		return { end: isShort ? 'short' : 'whole', ...read };
	} catch (thrown) {
		const error = asApiErrorOrThrow(thrown);
		return { end: endOf(error), ...read, error };
	}
}

/** How an error ends a window: a shorter one may not be refused. */
function endOf({ kind, retry, stops }: ApiError): Outcome['end'] {
	if (retry === 'always' || stops !== undefined) return 'blocked';
	return kind === 'refused' || kind === 'tooLarge' ? 'refused' : 'unanswered';
}
