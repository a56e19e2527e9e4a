import { alertPages, COUNT_CAP } from '../alerts/alertPages';
import type { NumberedAlert } from '../alerts/alertRowMaker';
import type { PollClient } from '../polling/pollClient';
import type { PollTools } from '../polling/runPoll';
import { asApiErrorOrThrow, type ApiError } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { countsText } from '../shared/pagination/list';
import { isoTimeOfSecond } from '../shared/times/moment';
import type { NewAlertFinder } from './emitted';
import type { ReadStatus, TimeRange } from './nextWindow';

/** The means by which a poll reads windows. */
export interface WindowSource extends Pick<PollTools, 'clock' | 'log' | 'warnHourly'> {
	client: Pick<PollClient, 'send' | 'requestsLeft'>;
	searchFor: (window: TimeRange) => ApiRequest;
	newAlerts: NewAlertFinder;
	/** The time in ms since 1970 before which requests leave; those of a single second may leave later. */
	deadline: number;
}

/** The new alerts of the pages that were read, their number, and the error that ended the reading. */
export interface WindowResult {
	/** `stopped`: any request fails for now. */
	status: ReadStatus | 'stopped';
	pageCount: number;
	alerts: NumberedAlert[];
	error?: ApiError;
}

/** Reads a window up to the end of its cursor. If the service counts other than it served, it warns once an hour. */
export async function searchWindow(
	{ client, searchFor, newAlerts, warnHourly, deadline }: WindowSource,
	window: TimeRange,
): Promise<WindowResult> {
	// A single second cannot be divided, so its requests wait for the pace.
	const bounds = window.to - window.from === 1 ? { maxWaitMs: Infinity } : { deadline };
	const take = newAlerts.makeTaker(window);
	const alerts: NumberedAlert[] = [];
	let [pageCount, served] = [0, 0];
	let counted: number | undefined;
	try {
		for await (const { records, nextRequest, total } of alertPages(client, searchFor(window))) {
			alerts.push(...take(records));
			pageCount += 1;
			served += records.length;
			counted = total;
			const isLastRequest = nextRequest !== undefined && client.requestsLeft(bounds) === 0;
			if (newAlerts.isFull || isLastRequest) return { status: 'ranOut', pageCount, alerts };
		}
	} catch (thrown) {
		const error = asApiErrorOrThrow(thrown);
		const { holds, reaction } = error.rule;
		const isHeld = holds === true && pageCount > 0;
		const status = isHeld ? 'ranOut' : reaction === 'stop' ? 'stopped' : 'failed';
		return { status, pageCount, alerts, error };
	}
	if (served === COUNT_CAP) return { status: 'cut', pageCount, alerts };
	if (counted !== undefined && counted !== served) {
		const [from, to] = [window.from, window.to].map(isoTimeOfSecond);
		warnHourly('count', `${countsText(counted, served, 'alerts')} from ${from} to ${to}`);
	}
	return { status: 'whole', pageCount, alerts };
}
