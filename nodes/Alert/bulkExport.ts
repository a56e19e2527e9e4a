import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow, unexpectedAnswer, type ApiError } from '../shared/http/apiError';
import type { Service } from '../shared/pagination/service';
import { areSameRows } from '../shared/pagination/paginate';
import type { Ending } from '../shared/pagination/paginate';
import type { AlertRows } from './alertRows';
import { readBulkPage, waitForBulkPage, type BulkPage } from './bulk';
import { bulkPageRequest } from './searchRequest';

/** Alerts on a page of a bulk request (interface specification, Limits). */
const PAGE_SIZE = 5000;

/** Where an export begins, and how it makes its rows. */
export interface BulkOrder {
	requestId: string;
	/** The number of the first page to read; the first one of a request is 1. */
	firstPage: number;
	/** Seconds to wait until that page is ready. */
	maxWait: number;
	alerts: AlertRows;
}

/**
 * Reads the pages of an alert bulk request until `next_page` does not grow or a page is empty. What
 * is missing against `total_items`, and why the rest could not be read, is said at the end.
 * @throws ApiError if the first page cannot be read
 */
export async function* bulkExport(
	service: Service,
	{ requestId, firstPage, maxWait, alerts }: BulkOrder,
): AsyncGenerator<IDataObject[], Ending, undefined> {
	let read = (firstPage - 1) * PAGE_SIZE;
	let total: number | undefined;
	let before: readonly IDataObject[] = [];
	const ending = (nextPage: number | null, stopped?: ApiError): Ending => ({
		facts: { request_id: requestId, total_items: total ?? null, next_page: nextPage },
		issues: [...missing(read, total), ...(stopped === undefined ? [] : [stopped.message])],
		...(stopped === undefined ? {} : { stopped }),
	});
	for (let number = firstPage; ;) {
		let page: BulkPage;
		try {
			page = await readPage(service, { requestId, firstPage, maxWait }, number);
			if (areSameRows(page.rows, before) && read >= (total ?? 0)) {
				throw unexpectedAnswer(bulkPageRequest(requestId, number), 'it repeats the page before it');
			}
		} catch (error) {
			const stopped = resumable(asApiErrorOrThrow(error), requestId, number);
			if (number === firstPage) throw stopped;
			return ending(number, stopped);
		}
		const { rows, next } = page;
		total = page.total ?? total;
		read += rows.length;
		if (total !== undefined) {
			service.counted?.(total, Math.max(0, Math.ceil((total - read) / PAGE_SIZE)));
		}
		yield alerts.rows(rows);
		if (next === undefined || rows.length === 0) return ending(null);
		before = rows;
		number = next;
	}
}

const readPage = async (
	service: Service,
	{ requestId, firstPage, maxWait }: Omit<BulkOrder, 'alerts'>,
	number: number,
): Promise<BulkPage> =>
	number === firstPage
		? await waitForBulkPage(service, requestId, { number, maxWait })
		: await readBulkPage(service, requestId, number);

function missing(read: number, total: number | undefined): string[] {
	if (total === undefined) {
		return ['The service gave no count, so whether these are all is not known'];
	}
	return read === total ? [] : [`The service counts ${total} alerts and served ${read}`];
}

const resumable = (error: ApiError, requestId: string, page: number): ApiError =>
	error.withAdvice(
		`To go on, run Export with ${requestId} in Continue From Request ID and ${page} in First Page. With On Error set to continue, the pages before are kept.`,
		`page ${page} of the export`,
	);
