import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import { asText } from '../shared/json';
import type { Service } from '../shared/pagination/service';
import { utcSecond } from '../shared/times/moment';
import { alertPages } from './alertPages';
import { alertRow } from './alertRow';

/** The first window, in ms. */
const FIRST_WINDOW = 3_600_000;

const SECOND = 1000;

/** How much a window grows at most, and by how much more than seems needed. */
const MOST_GROWTH = 16;
const MARGIN = 1.5;

/** Pages of a window up to which it is read; a window of more is shortened. */
const MOST_PAGES = 4;

/** Alerts that are kept before those that are too old are dropped: sorting for each page takes too long. */
const MOST_KEPT = 10_000;

/**
 * The newest alerts of a search, the newest first. The service serves alerts in an order of its own, so
 * a window at the end of the search is read to its end. It grows until it holds enough or is the whole
 * search, and is shortened if its first page promises far more than enough.
 * @param wanted how many alerts, at most
 * @throws ApiError
 */
export async function newestAlerts(
	service: Pick<Service, 'send'>,
	search: ApiRequest,
	wanted: number,
): Promise<IDataObject[]> {
	const end = momentOf(search.body?.end_time, Date.now());
	const whole = Math.max(SECOND, end - momentOf(search.body?.start_time, 0));
	let length = Math.min(FIRST_WINDOW, whole);
	/** A window of less is known to hold too few. */
	let least = SECOND;
	for (;;) {
		const start_time = length < whole ? utcSecond(end - length) : search.body?.start_time;
		const request = { ...search, body: { ...search.body, start_time } };
		const found = await readWindow(service, request, wanted, (2 * least) / length);
		if (!Array.isArray(found)) length *= found.share;
		else if (found.length >= wanted || length >= whole) return found;
		else {
			least = length;
			length = Math.min(whole, grown(length, found.length, wanted));
		}
	}
}

const momentOf = (time: unknown, otherwise: number): number => {
	const ms = Date.parse(asText(time));
	return Number.isNaN(ms) ? otherwise : ms;
};

const grown = (length: number, found: number, wanted: number): number =>
	length * Math.min(MOST_GROWTH, Math.max(2, (wanted / Math.max(found, 1)) * MARGIN));

/**
 * The newest alerts of a window, or the share of it that is expected to hold enough.
 * @param least the smallest share that may
 */
async function readWindow(
	service: Pick<Service, 'send'>,
	request: ApiRequest,
	wanted: number,
	least: number,
): Promise<IDataObject[] | { share: number }> {
	let newest: IDataObject[] = [];
	let isFirst = true;
	for await (const { records, total = 0, next } of alertPages(service, request)) {
		const share = Math.max((wanted * MARGIN) / total, least);
		const isLong = total > Math.max(wanted, records.length) * MOST_PAGES;
		if (isFirst && next !== undefined && isLong && share < 0.5) return { share };
		isFirst = false;
		for (const record of records) newest.push(record);
		if (newest.length > Math.max(MOST_KEPT, 2 * wanted)) newest = newestOf(newest, wanted);
	}
	return newestOf(newest, wanted);
}

/**
 * That many of the alerts, the newest first, by the text of `Time`. Alerts of one time keep their
 * order; those without a time come last.
 */
export function newestOf(records: readonly IDataObject[], wanted: number): IDataObject[] {
	return records
		.map((record) => ({ record, time: asText(alertRow(record).Time) }))
		.sort((one, other) => (one.time > other.time ? -1 : one.time < other.time ? 1 : 0))
		.slice(0, wanted)
		.map(({ record }) => record);
}
