import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { numberedRowsMakerOf } from '../alerts/alertRowMaker';
import { showArranged } from '../alerts/alertView';
import { searchText } from '../alerts/searchRequest';
import { ApiError, asApiErrorOrThrow, unexpectedResponse } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import { isRow, toCount } from '../shared/json';
import { missingByCount } from '../shared/pagination/list';
import { extractRows, metaOf, type RowPages, type ServiceAccess } from '../shared/pagination/pages';
import { asText, countText } from '../shared/texts';

/**
 * Starts an alert bulk request: POST /api/v2/alerts/bulk. Sending it twice is harmless, since each result has an ID.
 * @returns the response's data, which holds a request_id. @throws ApiError
 */
export async function sendBulkRequest(
	service: Pick<ServiceAccess, 'send' | 'addNote'>,
	search: ApiRequest,
): Promise<IDataObject> {
	service.addNote(searchText(search), 'info');
	const request = { ...search, path: '/alerts/bulk' };
	const { data } = (await service.send(request)).body;
	if (isRow(data) && asText(data.request_id) !== '') return data;
	throw unexpectedResponse(request, 'it holds no request_id');
}

/** The number of alerts on a page of a bulk request (interface specification, Limits). */
export const BULK_PAGE_SIZE = 5000;

export const MAX_WAIT_FIELD = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 600,
	description: 'How many seconds to wait until the service has collected the alerts',
} as const satisfies INodeProperties;

/** The page of a bulk request to read, and how long to wait for it. */
interface BulkPageParams {
	requestId: string;
	/** The number of the page, from 1. */
	pageNumber: number;
	/** In seconds. */
	maxWait: number;
}

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 10_000;

/**
 * Returns whether an error may mean that a page is not ready yet, since the specification defines no response for that.
 * A refused token, an unsent request, a limit of the node, and a refusal that names the request ID mean otherwise.
 */
const mayBecomeReady = ({ facts, kind, rule }: ApiError): boolean =>
	rule.reaction !== 'stop' &&
	kind !== 'incomplete' &&
	!(facts.serviceCode === '07001111' && facts.reason.includes('[request_id]'));

/** The alerts of a page, the service's count of all alerts, and the number of the next page, which is larger. */
interface BulkPage {
	rows: IDataObject[];
	total: number | undefined;
	nextPage: number | undefined;
}

/**
 * Fetches a page (GET /api/v2/alerts/bulk) once it is ready: it holds alerts, or the service counts none at all.
 * @throws ApiError if the page is not ready in time or cannot become ready
 */
export async function readBulkPage(
	service: Pick<ServiceAccess, 'send' | 'pause'>,
	{ requestId, pageNumber, maxWait }: BulkPageParams,
): Promise<BulkPage> {
	const query = { request_id: requestId, page_no: pageNumber };
	const request: ApiRequest = { method: 'GET', path: '/alerts/bulk', query };
	let lastResponse = 'it held no alerts';
	let left = maxWait * 1000;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
		const started = Date.now();
		try {
			const { body } = await service.send(request);
			const { next_page, total_items } = metaOf(body);
			const rows = extractRows(body, ({ data }) => data, request);
			const [next = 0, total] = [toCount(next_page), toCount(total_items)];
			if (rows.length > 0 || total === 0) {
				const hasNext = rows.length > 0 && next > pageNumber;
				return { rows, total, nextPage: hasNext ? next : undefined };
			}
		} catch (error) {
			const apiError = asApiErrorOrThrow(error);
			if (!mayBecomeReady(apiError)) throw apiError;
			lastResponse = apiError.message;
		}
		left -= Date.now() - started;
		if (left <= 0) break;
		const wait = Math.min(pause, left);
		left -= wait;
		await service.pause(wait);
	}
	throw ApiError.of('incomplete', {
		headline: `The bulk request was not ready within ${countText(maxWait, 'seconds')}`,
		advice: `The service may still be collecting alerts, or it does not know this request ID or page: raise Max Wait, or check both. The last response: ${lastResponse}.`,
	});
}

/** Reads the pages of a bulk request while `next_page` grows, and says what is missing. @throws ApiError */
export async function* readBulkPages(
	service: ServiceAccess,
	{ requestId, maxWait }: Omit<BulkPageParams, 'pageNumber'>,
): RowPages {
	const toRows = numberedRowsMakerOf(showArranged, service);
	let readCount = 0;
	let total: number | undefined;
	for (let pageNumber: number | undefined = 1; pageNumber !== undefined;) {
		const params: BulkPageParams = { requestId, pageNumber, maxWait };
		const page: BulkPage = await readBulkPage(service, params).catch((error: unknown) => {
			const place = `page ${params.pageNumber} of the export`;
			throw asApiErrorOrThrow(error).withAdvice('Run the export again.', place);
		});
		// A smaller count on a later page does not undo rows already read.
		if (page.total !== undefined) total = Math.max(page.total, total ?? 0);
		readCount += page.rows.length;
		yield { rows: toRows(page.rows), total };
		pageNumber = page.nextPage;
	}
	yield {
		rows: [],
		missing:
			total === undefined
				? ['The service gave no count, so some alerts may be missing']
				: missingByCount(service, total, readCount, 'alerts'),
	};
}
