import { alertPages, COUNT_CAP } from '../alerts/alertPages';
import type { PollClient } from '../polling/pollClient';
import type { PollTools } from '../polling/runPoll';
import { asApiErrorOrThrow, type ApiError } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { countsText } from '../shared/pagination/list';
import { isoTimeOfSecond } from '../shared/times/moment';
import type { NewAlert, NewAlertFinder } from './emitted';
import type { TimeRange, WindowStatus } from './nextWindow';

/** The means by which a poll reads windows. */
export interface WindowSource extends Pick<PollTools, 'clock' | 'log' | 'warnHourly'> {
	client: Pick<PollClient, 'send' | 'requestsLeft'>;
	searchFor: (window: TimeRange) => ApiRequest;
	newAlerts: NewAlertFinder;
}

/**
 * Reads a window up to the end of its cursor. A count that differs from the alerts that the service served
 * causes a warning, at most one an hour.
 * @returns the new alerts of the pages that were read, their number, and the error that ended the reading
 */
export async function searchWindow(
	{ client, searchFor, newAlerts, warnHourly }: WindowSource,
	window: TimeRange,
): Promise<{ status: WindowStatus; pageCount: number; alerts: NewAlert[]; error?: ApiError }> {
	// A single second cannot be divided, so its requests wait for the pace.
	const waitsForPace = window.to - window.from === 1;
	const take = newAlerts.takerFor(window);
	const alerts: NewAlert[] = [];
	let [pageCount, served] = [0, 0];
	let counted: number | undefined;
	try {
		for await (const { records, next, total } of alertPages(client, searchFor(window))) {
			alerts.push(...take(records));
			pageCount += 1;
			served += records.length;
			counted = total;
			const isLastRequest = next !== undefined && client.requestsLeft(waitsForPace) === 0;
			if (newAlerts.isFull || isLastRequest) return { status: 'ranOut', pageCount, alerts };
		}
	} catch (thrown) {
		const error = asApiErrorOrThrow(thrown);
		const { holds, next } = error.rule;
		const isHeld = holds === true && pageCount > 0;
		const status = isHeld ? 'ranOut' : next === 'stop' ? 'stopped' : 'failed';
		return { status, pageCount, alerts, error };
	}
	if (served === COUNT_CAP) return { status: 'cut', pageCount, alerts };
	if (counted !== undefined && counted !== served) {
		const [from, to] = [window.from, window.to].map(isoTimeOfSecond);
		warnHourly('count', `${countsText(counted, served, 'alerts')} from ${from} to ${to}`);
	}
	return { status: 'whole', pageCount, alerts };
}
