import { ApiError, asApiErrorOrThrow } from '../../shared/http/apiError';
import type { ErrorKind } from '../../shared/http/errorKinds';
import type { ApiRequest } from '../../shared/http/request';
import type { Service } from '../../shared/pagination/service';
import { isObject, toCount } from '../../shared/json';
import { extractRows } from '../../shared/pagination/paginate';
import { repeatsPage } from '../../shared/pagination/pages';
import type { BulkJob, BulkPage } from './bulkJob';

/** Alerts on a page of a bulk request (interface specification, Limits). */
const BULK_PAGE_SIZE = 5000;

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 10_000;

/** Web pages in a row that are taken for a service that is starting. */
const MAX_WEB_PAGES = 5;

/** The first page of an export. */
export interface FirstPage {
	page: BulkPage;
	/** Alerts on the pages before it. */
	skipped: number;
}

/**
 * Waits until a bulk request is ready, and finds its first page, or the page of a number.
 *
 * The specification shows neither what a fetch answers before the request is ready nor whether pages
 * count from 1 or 0. So every answer without alerts counts as not ready, and pages 1 and 0 are both
 * tried; if page 1 has alerts but not all of them, page 0 is read too. A search says whether an
 * empty answer means that there are none.
 *
 * @throws ApiError when it is not ready in time
 */
export async function openFirstPage(
	job: BulkJob,
	{ number, ...waiting }: Omit<Waiting, 'numbers'> & { number?: number | undefined },
): Promise<FirstPage> {
	const numbers = number === undefined ? [1, 0] : [number];
	const page = await pollUntilReady(job, { ...waiting, numbers });
	if (page.number === 0 || (number === undefined && isWhole(page))) return { page, skipped: 0 };
	const zero = await pageZero(job);
	const fromZero = zero !== undefined && !repeatsPage(zero.rows, page.rows);
	if (number === undefined) return { page: fromZero ? zero : page, skipped: 0 };
	return { page, skipped: (page.number - (fromZero ? 0 : 1)) * BULK_PAGE_SIZE };
}

/** Whether a page holds all alerts of its request. */
export const isWhole = ({ rows, total }: BulkPage): boolean =>
	total !== undefined && rows.length >= total;

interface Waiting {
	/** The pages to try in turn. */
	numbers: readonly number[];
	/** The same search, directly, which says whether there are alerts at all. */
	search?: ApiRequest | undefined;
	waitMs: number;
	/** Whether a page without alerts is a result: at once if the service counts alerts on others. */
	mayBeEmpty?: boolean;
}

/**
 * Fetches pages until one of them has alerts, or is known to have none.
 * @throws ApiError when none is ready in time
 */
async function pollUntilReady(
	job: BulkJob,
	{ numbers, search, waitMs, mayBeEmpty = false }: Waiting,
): Promise<BulkPage> {
	const { service } = job;
	let last = '';
	let unsearched = search;
	let left = waitMs;
	let webPages = 0;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
		let empty: BulkPage | undefined;
		for (const number of numbers) {
			const page = await tryPage(job, number);
			if (page instanceof ApiError) {
				last = page.message;
				webPages = FOREIGN.has(page.kind) ? webPages + 1 : 0;
				if (webPages >= MAX_WEB_PAGES) throw page;
				continue;
			}
			webPages = 0;
			if (page.rows.length > 0 || (mayBeEmpty && (page.total ?? 0) > 0)) return page;
			empty = page;
			last = 'It answers with no alerts';
		}
		if (empty !== undefined && unsearched !== undefined) {
			if (await findsNothing(service, unsearched)) return { ...empty, total: 0, number: 0 };
			unsearched = undefined;
		}
		if (left <= 0 && mayBeEmpty && empty !== undefined) return empty;
		if (left <= 0) throw notReady(waitMs, last);
		const wait = Math.min(pause, left);
		left -= wait;
		await service.pause(wait);
	}
}

/**
 * Reads one page of a bulk request once it is ready, its first page if no number is given.
 * @throws ApiError when it is not ready in time
 */
export const openPage = async (
	job: BulkJob,
	number: number | undefined,
	waitMs: number,
): Promise<BulkPage> =>
	number === undefined
		? (await openFirstPage(job, { waitMs, mayBeEmpty: true })).page
		: await pollUntilReady(job, { numbers: [number], waitMs, mayBeEmpty: true });

/** A page, or why there is none yet. @throws ApiError if no other request would succeed */
async function tryPage(job: BulkJob, number: number): Promise<BulkPage | ApiError> {
	try {
		return await job.fetch(number, 'once');
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.stopsAll || ENDS_THE_WAIT.has(apiError.kind)) throw apiError;
		return apiError;
	}
}

/** A service that says "not now" has been asked as often as the retry policy allows. */
const ENDS_THE_WAIT: ReadonlySet<ErrorKind> = new Set([
	'throttled',
	'locked',
	'unavailable',
	'missingParameter',
	'filtered',
]);

/** Answers of something else than the service. */
const FOREIGN: ReadonlySet<ErrorKind> = new Set(['webPage', 'notServed', 'rejected', 'unexpected']);

/** Page 0 of a request that is ready; undefined if pages count from 1. */
async function pageZero(job: BulkJob): Promise<BulkPage | undefined> {
	const page = await tryPage(job, 0);
	if (!(page instanceof ApiError)) return page.rows.length > 0 ? page : undefined;
	if (isAnswer(page)) return undefined;
	return await job.fetch(0, 'again');
}

/** Whether the service itself refused, so that asking again would change nothing. */
const isAnswer = ({ isRefusal, retry }: ApiError): boolean => isRefusal || retry === 'never';

async function findsNothing(service: Service, search: ApiRequest): Promise<boolean> {
	try {
		const { body } = await service.send(search);
		const total = isObject(body.meta) ? toCount(body.meta.total_items) : undefined;
		return extractRows(body, (answer) => answer.data, search).length === 0 && (total ?? 0) === 0;
	} catch (error) {
		const apiError = asApiErrorOrThrow(error);
		if (apiError.stopsAll) throw apiError;
		return false;
	}
}

const notReady = (waitMs: number, last: string): ApiError =>
	new ApiError('incomplete', {
		what: `The bulk request was not ready within ${waitMs / 1000} seconds`,
		said: `The last answer: ${last.replace(/\.+$/, '')}. Raise Max Wait, or read the request again later.`,
	});
