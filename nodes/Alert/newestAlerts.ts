import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import { asText } from '../shared/json';
import type { Service } from '../shared/pagination/paginate';
import { utcSecond } from '../shared/times/moment';
import { alertPages, noteCount, type AlertPage } from './alertPages';
import { alertRow } from './alertRow';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Pages of a window that are read; a window of more is shortened. */
const FEW_PAGES = 5;

/**
 * The newest alerts of a search, the newest first. The service serves alerts in an order of its own, so
 * a window at the end of the search is read to its end: its last hour, its last day, or all of it. A
 * window of more than a few pages is halved until it holds enough alerts and no more than that.
 * @param wanted how many alerts, at most
 * @throws ApiError
 */
export async function newestAlerts(
	service: Pick<Service, 'send' | 'note'>,
	search: ApiRequest,
	wanted: number,
): Promise<IDataObject[]> {
	const end = Date.parse(asText(search.body?.end_time));
	const whole = end - Date.parse(asText(search.body?.start_time));
	/** The longest window that holds too few alerts, and the shortest one that holds too many pages. */
	let short = 0;
	let long: number | undefined;
	for (;;) {
		const isShortest = long !== undefined && long - short <= SECOND;
		const middle = long === undefined ? undefined : isShortest ? long : (short + long) / 2;
		const length = middle ?? [HOUR, DAY].find((ms) => ms > short && ms < whole) ?? whole;
		const start_time = utcSecond(end - length);
		const window = { ...search, body: { ...search.body, start_time } };
		const found = await readWindow(service, window, { wanted, isWhole: isShortest });
		if (found === undefined) long = length;
		else if (found.records.length < wanted && length !== whole && !isShortest) short = length;
		else {
			noteCount(service, found.total, found.records.length);
			return newestOf(found.records, wanted);
		}
	}
}

/** The alerts of a window; undefined if it has more than a few pages, unless all are wanted. */
async function readWindow(
	service: Pick<Service, 'send' | 'note'>,
	search: ApiRequest,
	{ wanted, isWhole }: { wanted: number; isWhole: boolean },
): Promise<Omit<AlertPage, 'next'> | undefined> {
	const found: IDataObject[] = [];
	let counted: number | undefined;
	let most = 0;
	for await (const { records, total, next } of alertPages(service, search)) {
		if (most === 0) most = Math.max(FEW_PAGES * records.length, 2 * wanted);
		for (const record of records) found.push(record);
		counted = total;
		const isLong = Math.max(total ?? 0, found.length) > most;
		if (isLong && !isWhole && next !== undefined) return undefined;
	}
	return { records: found, total: counted };
}

/**
 * That many of the alerts, the newest first, by the text of `Time`. Alerts of one time keep their
 * order; those without a time come last.
 */
export function newestOf(records: readonly IDataObject[], wanted: number): IDataObject[] {
	return records
		.map((record) => [asText(alertRow(record).Time), record] as const)
		.sort(([one], [other]) => (one > other ? -1 : one < other ? 1 : 0))
		.slice(0, wanted)
		.map(([, record]) => record);
}
