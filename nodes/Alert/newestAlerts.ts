import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import type { ServiceAccess } from '../shared/pagination/pages';
import { asText } from '../shared/texts';
import { DAY_MS, HOUR_MS, isoTimeOfMs } from '../shared/times/moment';
import { alertPages, noteCountMismatch, type AlertPage } from './alertPages';
import { withBulkKeys } from './alertIdentity';

const SECOND_MS = 1000;

/** A window with more pages, of the size of its first one, is shortened. */
const MAX_PAGES = 5;

/**
 * Reads the newest alerts of a search, newest first. The service cannot sort, so a window at the end of
 * the search is read whole: its last hour, its last day, or all of it. A window of more than a few
 * pages is halved until it holds enough alerts on few pages.
 * @throws ApiError
 */
export async function newestAlerts(
	service: Pick<ServiceAccess, 'send' | 'addNote' | 'onCount'>,
	search: ApiRequest,
	limit: number,
): Promise<IDataObject[]> {
	const end = Date.parse(asText(search.body?.end_time));
	const fullMs = end - Date.parse(asText(search.body?.start_time));
	const read = async (lengthMs: number, mustFit = true) => {
		const start_time = isoTimeOfMs(end - lengthMs);
		const window = { ...search, body: { ...search.body, start_time } };
		return await readLastAlerts(service, window, { limit, mustFit });
	};
	const newestIn = ({ records, total }: WindowContent): IDataObject[] => {
		noteCountMismatch(service, total, records.length);
		return newestOf(records, limit);
	};
	/** The longest window with too few alerts, and the shortest with too many pages, in ms. */
	let lowerMs = 0;
	let upperMs = 0;
	for (const lengthMs of [HOUR_MS, DAY_MS].filter((ms) => ms < fullMs).concat(fullMs)) {
		const content = await read(lengthMs);
		upperMs = lengthMs;
		if (content.isTooLong) break;
		if (lengthMs === fullMs) service.onCount?.(content.records.length, 0);
		if (content.records.length >= limit || lengthMs === fullMs) return newestIn(content);
		lowerMs = lengthMs;
	}
	while (upperMs - lowerMs > SECOND_MS) {
		const middleMs = (lowerMs + upperMs) / 2;
		const content = await read(middleMs);
		if (content.isTooLong) upperMs = middleMs;
		else if (content.records.length >= limit) return newestIn(content);
		else lowerMs = middleMs;
	}
	return newestIn(await read(upperMs, false));
}

type WindowContent = Omit<AlertPage, 'next'> & { isTooLong: boolean };

/** Reads the alerts of a window; the reading ends early if the window must fit on a few pages and does not. */
async function readLastAlerts(
	service: Pick<ServiceAccess, 'send'>,
	search: ApiRequest,
	{ limit, mustFit }: { limit: number; mustFit: boolean },
): Promise<WindowContent> {
	const records: IDataObject[] = [];
	let total: number | undefined;
	let maxAlerts = 0;
	for await (const page of alertPages(service, search)) {
		if (maxAlerts === 0) maxAlerts = Math.max(MAX_PAGES * page.records.length, 2 * limit);
		for (const record of page.records) records.push(record);
		total = page.total;
		const exceeds = Math.max(total ?? 0, records.length) > maxAlerts;
		if (exceeds && mustFit && page.next !== undefined) return { records, total, isTooLong: true };
	}
	return { records, total, isTooLong: false };
}

/** Returns the first `limit` alerts by the text of `Time`, newest first. Equal times keep their order; alerts without one come last. */
export const newestOf = (records: readonly IDataObject[], limit: number): IDataObject[] =>
	records
		.map((record) => [asText(withBulkKeys(record).Time), record] as const)
		.sort(([first], [second]) => (first > second ? -1 : first < second ? 1 : 0))
		.slice(0, limit)
		.map(([, record]) => record);
