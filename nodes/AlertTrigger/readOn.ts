import type { IDataObject } from 'n8n-workflow';

import { alertPages } from '../Alert/alertPages';
import { COUNT_CAP } from '../Alert/operations/count';
import { asApiErrorOrThrow, type ApiError } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { Service } from '../shared/pagination/paginate';
import type { Sampling } from '../shared/polling/runPoll';
import { NewAlerts, type NewAlert } from './emitted';
import { afterPoll, type PollSettings, type State } from './state';
import { instant, longer, MOST_PAGES, shorter, type Window } from './windows';

/** How windows are read in one poll. */
export interface Reading extends Pick<Sampling, 'clock' | 'log'> {
	/** Its answers tell the clock. */
	service: Pick<Service, 'send'>;
	/** The search of a window. */
	request: (window: Window) => ApiRequest;
	/** Whether the poll has time for another request, after at most so many ms of waiting for the pace. */
	mayAsk: (longestWait?: number) => boolean;
}

/** What became of a window. */
interface Outcome {
	/** `full`: no more alerts may be emitted. `cut`: time or requests ran out, or it was refused. */
	end: 'whole' | 'full' | 'cut';
	pages: number;
	alerts: number;
	error?: ApiError;
	/** Whether no other request is answered either, for some time. */
	mustWait: boolean;
}

/** So many refusals in a row end a poll. */
const MOST_REFUSALS = 16;

const TOO_MUCH =
	'could not be read to its end in a poll: the rest of this second is left behind. Allow more requests per minute, or set filters';

/**
 * Reads one window of time after the other, up to now or until time, requests or Max Alerts run out.
 * @returns the new alerts, and the last error; whether the next poll has less to read, or reads less at once
 */
export async function readOn(
	state: State,
	reading: Reading,
	{ lookBack, mostAlerts }: PollSettings,
): Promise<{ alerts: NewAlert[]; state: State; error: ApiError | undefined; hasGained: boolean }> {
	const { clock, log, mayAsk } = reading;
	const found = new NewAlerts(state.emitted, mostAlerts);
	const began = state.began === 0 ? clock.now() : state.began;
	const looked = state.looked === 0 ? began : state.looked;
	let { at, step } = state;
	let error: ApiError | undefined;
	let hasGained = false;
	let refusals = 0;
	for (let isFirst = true; at < clock.now() && (isFirst || mayAsk()); isFirst = false) {
		const window = { from: at, to: Math.min(at + step, clock.now()) };
		const length = window.to - window.from;
		const outcome = await readWindow(reading, window, (page) => found.take(page, window));
		const { end, pages, mustWait } = outcome;
		error = outcome.error ?? error;
		refusals += 1;
		// No later poll has more time and requests for a second than one that begins with it.
		const isMost = outcome.error === undefined || mustWait ? isFirst : refusals >= MOST_REFUSALS;
		const isLeft = end === 'cut' && pages > 0 && length === 1 && isMost;
		if (isLeft) log.warn(`${instant(window.from)} ${TOO_MUCH}`);
		if (end === 'whole' || isLeft) {
			// The first answer of a poll may say that the host's clock is ahead.
			at = Math.min(window.to, clock.now());
			step = Math.max(longer(length, outcome), pages > 1 ? 1 : step);
			hasGained = true;
			refusals = 0;
		} else if (!mustWait || pages > 0) {
			step = shorter(length);
			hasGained ||= length > 1;
		}
		if (mustWait || end === 'full' || refusals >= MOST_REFUSALS) break;
	}
	if (at < clock.now()) {
		log.info(`Alerts up to ${instant(at)} are read; the next poll goes on from there`);
	}
	const read = { ...state, at, step, began, looked };
	return {
		alerts: found.alerts,
		state: afterPoll(read, clock.now(), lookBack),
		error,
		hasGained: hasGained || found.alerts.length > 0,
	};
}

/** Reads the pages of a window; what was read of it counts even if a later page fails. */
async function readWindow(
	{ service, request, mayAsk }: Reading,
	window: Window,
	takePage: (records: IDataObject[]) => boolean,
): Promise<Outcome> {
	const read = { pages: 0, alerts: 0, mustWait: false };
	const isShortest = window.to - window.from === 1;
	// A second is read within one poll: it waits for the pace.
	const longestWait = isShortest ? Infinity : undefined;
	let counted: number | undefined;
	const isCounted = () => counted === read.alerts && counted !== COUNT_CAP;
	const endOfRead = () => (isCounted() ? 'whole' : 'cut');
	try {
		for await (const { records, next, total } of alertPages(service, request(window))) {
			counted = total;
			if (records.length > 0) read.pages += 1;
			read.alerts += records.length;
			if (!takePage(records)) return { end: 'full', ...read };
			const isLong = read.pages >= MOST_PAGES && !isShortest;
			if (next !== undefined && (isLong || !mayAsk(longestWait))) {
				return { end: endOfRead(), ...read };
			}
		}
		return { end: 'whole', ...read };
	} catch (thrown) {
		const error = asApiErrorOrThrow(thrown);
		return { end: endOfRead(), ...read, error, mustWait: saysWait(error) };
	}
}

/** Whether an error says that no other request is answered either, for some time. */
const saysWait = ({ retry, stopsAll }: ApiError): boolean => retry === 'always' || stopsAll;
