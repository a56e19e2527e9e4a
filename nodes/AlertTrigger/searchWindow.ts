import { alertPages, COUNT_CAP } from '../alerts/alertPages';
import { asApiErrorOrThrow, type ApiError } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { PollClient } from '../shared/polling/pollClient';
import type { PollTools } from '../shared/polling/runPoll';
import { isoTimeOfSecond } from '../shared/times/moment';
import type { NewAlert, NewAlerts } from './emitted';
import type { TimeRange, WindowStatus } from './nextWindow';

/** The means by which a poll reads windows. */
export interface WindowSource extends Pick<PollTools, 'clock' | 'log' | 'warnHourly'> {
	client: Pick<PollClient, 'send' | 'requestsLeft'>;
	searchFor: (window: TimeRange) => ApiRequest;
	newAlerts: NewAlerts;
}

/** What a poll has read of a window. */
export interface WindowResult {
	status: WindowStatus;
	/** The number of pages that were read, and of the alerts on them; the new ones among these. */
	pageCount: number;
	alertCount: number;
	alerts: NewAlert[];
	/** The error that ended the reading. */
	error: ApiError | undefined;
}

/**
 * Reads a window up to the end of its cursor. If a page fails, the alerts of the earlier pages are kept. A
 * count that differs from the alerts that the service served causes a warning, at most one an hour.
 */
export async function searchWindow(
	{ client, searchFor, newAlerts, warnHourly }: WindowSource,
	window: TimeRange,
): Promise<WindowResult> {
	// A single second cannot be divided, so its requests wait for the pace.
	const maxWaitMs = window.to - window.from === 1 ? Infinity : undefined;
	const take = newAlerts.takerFor(window);
	const alerts: NewAlert[] = [];
	let pageCount = 0;
	let alertCount = 0;
	let counted: number | undefined;
	const resultOf = (status: WindowStatus, error?: ApiError): WindowResult => ({
		...{ status, pageCount, alertCount, alerts, error },
	});
	try {
		for await (const { records, next, total } of alertPages(client, searchFor(window))) {
			const taken = take(records);
			alerts.push(...taken.alerts);
			pageCount += 1;
			alertCount += records.length;
			counted = total;
			if (taken.isFull) return resultOf('full');
			if (next !== undefined && client.requestsLeft(maxWaitMs) === 0) {
				return resultOf('outOfRequests');
			}
		}
	} catch (thrown) {
		const error = asApiErrorOrThrow(thrown);
		return resultOf(statusOf(error, pageCount), error);
	}
	if (alertCount === COUNT_CAP) return resultOf('cut');
	if (counted !== undefined && counted !== alertCount) {
		const [from, to] = [window.from, window.to].map(isoTimeOfSecond);
		const numbers = `counts ${counted} alerts and served ${alertCount}`;
		warnHourly('count', `From ${from} to ${to} the service ${numbers}`);
	}
	return resultOf('whole');
}

/** Returns the status of a window whose page failed. If `refused`, a shorter one may succeed. */
function statusOf({ rule: { holds, next } }: ApiError, pageCount: number): WindowStatus {
	if (next === 'stop') return holds === true && pageCount > 0 ? 'outOfRequests' : 'stopped';
	return next === 'askLess' ? 'refused' : 'unanswered';
}
