import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow, type ApiError } from '../shared/http/apiError';
import { issuesOfCount } from '../shared/pagination/list';
import type { Ending, Service } from '../shared/pagination/paginate';
import { COUNT_CAP } from './alertPages';
import { wholeAlert } from './alertRow';
import { AlertRows } from './alertRows';
import { PAGE_SIZE, readBulkPage, type BulkPageOrder } from './bulk';

/**
 * Reads the pages of an alert bulk request until `next_page` does not grow. The ending holds what is
 * missing by `total_items`, and why later pages could not be read.
 * @throws ApiError if the first page cannot be read
 */
export async function* bulkExport(
	service: Service,
	first: BulkPageOrder,
): AsyncGenerator<IDataObject[], Ending, undefined> {
	const { requestId } = first;
	const alerts = new AlertRows(service, wholeAlert);
	let read = (first.number - 1) * PAGE_SIZE;
	let total: number | undefined;
	const ending = (next_page: number | null, stopped?: ApiError): Ending => ({
		facts: { request_id: requestId, total_items: total ?? null, next_page },
		issues: [
			...(total === undefined ? [NO_COUNT] : issuesOfCount(service, total, read, 'alerts')),
			...(stopped === undefined ? [] : [stopped.message]),
		],
		...(stopped && { stopped }),
	});
	// Once all counted alerts were read, a further page may be missing. A count at the cap shows nothing.
	const isAll = (): boolean => read === total && total !== COUNT_CAP;
	for (let number = first.number; ;) {
		let page: Awaited<ReturnType<typeof readBulkPage>>;
		try {
			const maxWait = isAll() ? 0 : first.maxWait;
			page = await readBulkPage(service, { ...first, number, maxWait });
		} catch (error) {
			if (isAll()) return ending(null);
			const stopped = resumable(asApiErrorOrThrow(error), requestId, number);
			if (number === first.number) throw stopped;
			return ending(number, stopped);
		}
		total = page.total ?? total;
		read += page.rows.length;
		if (total !== undefined)
			service.counted?.(total, Math.max(0, Math.ceil((total - read) / PAGE_SIZE)));
		yield alerts.rows(page.rows);
		if (page.next === undefined) return ending(null);
		number = page.next;
	}
}

const NO_COUNT = 'The service gave no count, so some alerts may be missing';

const resumable = (error: ApiError, requestId: string, page: number): ApiError =>
	error.withAdvice(
		`To continue, run Export with ${requestId} in Continue From Request ID and ${page} in First Page. If On Error is Continue, the earlier pages are kept.`,
		`page ${page} of the export`,
	);
