import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import { missingByCount } from '../shared/pagination/list';
import type { ServiceAccess } from '../shared/pagination/pages';
import { asText } from '../shared/texts';
import { DAY_MS, HOUR_MS, isoTimeOfMs } from '../shared/times/moment';
import { alertPages, type AlertPage } from './alertPages';

const SECOND_MS = 1000;

/** A window with more pages is shortened. */
const MAX_WINDOW_PAGES = 5;

interface NewestAlerts extends Omit<AlertPage, 'nextRequest'> {
	/** The start of the window that holds the alerts, if it is later than the start of the search. */
	readFrom: string | undefined;
	/** Texts about what is missing in the window. */
	missing: string[];
}

/**
 * Reads the newest alerts of a search, newest first. The service cannot sort, so a window at the end of
 * the search is read whole: its last hour, its last day, or all of it. A window of more than a few
 * pages is halved until it holds enough alerts on few pages.
 * @returns the alerts, and their number in all if the whole search was read
 * @throws ApiError
 */
export async function readNewestAlerts(
	service: Pick<ServiceAccess, 'send' | 'addNote'>,
	search: ApiRequest,
	limit: number,
): Promise<NewestAlerts> {
	const end = Date.parse(asText(search.body?.end_time));
	const fullMs = end - Date.parse(asText(search.body?.start_time));
	/** The longest window with too few alerts, and the shortest with too many pages, in ms. */
	let tooShortMs = 0;
	let tooLongMs = Infinity;
	for (;;) {
		const isLast = tooLongMs - tooShortMs <= SECOND_MS;
		const longerMs = [HOUR_MS, DAY_MS].find((ms) => ms > tooShortMs && ms < fullMs) ?? fullMs;
		const halfMs = (tooShortMs + tooLongMs) / 2;
		const lengthMs = isLast ? tooLongMs : Math.min(longerMs, halfMs);
		const window = { ...search.body, start_time: isoTimeOfMs(end - lengthMs) };
		const maxPages = isLast ? Infinity : MAX_WINDOW_PAGES;
		const content = await readIfShort(service, { ...search, body: window }, limit, maxPages);
		if (content === undefined) tooLongMs = lengthMs;
		else if (content.records.length < limit && lengthMs < fullMs && !isLast) tooShortMs = lengthMs;
		else {
			const { records, total } = content;
			const isWhole = lengthMs === fullMs;
			return {
				records: newestOf(records, limit),
				total: isWhole ? records.length : undefined,
				readFrom: isWhole ? undefined : window.start_time,
				missing: missingByCount(service, total, records.length, 'alerts'),
			};
		}
	}
}

/** Reads the alerts of a window; undefined if more follow and they exceed both `maxPages` pages and twice `limit`. */
async function readIfShort(
	service: Pick<ServiceAccess, 'send'>,
	search: ApiRequest,
	limit: number,
	maxPages: number,
): Promise<Omit<AlertPage, 'nextRequest'> | undefined> {
	const records: IDataObject[] = [];
	let total: number | undefined;
	let maxAlerts = 0;
	for await (const page of alertPages(service, search)) {
		if (maxAlerts === 0) maxAlerts = Math.max(maxPages * page.records.length, 2 * limit);
		for (const record of page.records) records.push(record);
		total = page.total;
		const exceeds = Math.max(total ?? 0, records.length) > maxAlerts;
		if (exceeds && page.nextRequest !== undefined) return undefined;
	}
	return { records, total };
}

/** Returns the `limit` newest alerts by the text of `Time`. Equal times keep their order; alerts without one come last. */
export const newestOf = (records: readonly IDataObject[], limit: number): IDataObject[] =>
	records.toSorted((first, second) => compareTimes(second, first)).slice(0, limit);

/** Compares alerts by the text of `Time`, the earliest first. The order is right within one time zone. */
export function compareTimes(first: IDataObject, second: IDataObject): number {
	const [firstTime, secondTime] = [asText(first.Time), asText(second.Time)];
	return firstTime < secondTime ? -1 : Number(firstTime > secondTime);
}
