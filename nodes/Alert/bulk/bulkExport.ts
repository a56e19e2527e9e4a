import type { ApiError } from '../../shared/http/apiError';
import { asApiErrorOrThrow, unexpectedAnswer } from '../../shared/http/apiError';
import type { ApiRequest } from '../../shared/http/request';
import type { Service } from '../../shared/pagination/service';
import type { ExportEnd, ExportReading } from '../../shared/operation/operation';
import { pagesFor } from '../../shared/pagination/paginate';
import { repeatsPage, type RowPage } from '../../shared/pagination/rowPage';
import { AlertRows, spanOf } from '../alertRows';
import { bulkPageRequest } from '../searchRequest';
import { BulkJob, requestBulk } from './bulkJob';
import type { BulkPage } from './bulkPage';
import { openFirstPage, type FirstPage } from './openFirstPage';

export interface BulkOrder {
	/** A bulk request that was accepted earlier; without it a new one is sent. */
	requestId: string | undefined;
	/** The page to begin with; without it the first one. */
	page: number | undefined;
	/** The same search, directly, which tells whether there are alerts at all. */
	search: ApiRequest | undefined;
	/** How long to wait until the pages are ready. */
	waitMs: number;
}

const PROMISED_PAUSES_MS = [500, 1000, 2000, 4000];

/**
 * Reads all pages of an alert bulk request; while one is used, the next two are requested. The
 * number of alerts is compared with the service's own count; every difference is an issue of the end.
 *
 * The pages throw an ApiError when the request is refused, or when not one page can be read.
 */
export function bulkExport(service: Service, request: ApiRequest, order: BulkOrder): ExportReading {
	let end: ExportEnd | undefined;
	return {
		pages: readPages(service, request, order, (reached) => {
			end = reached;
		}),
		end: () => {
			if (end === undefined) throw new TypeError('The pages were not read to their end');
			return end;
		},
	};
}

async function* readPages(
	service: Service,
	request: ApiRequest,
	order: BulkOrder,
	onEnd: (end: ExportEnd) => void,
): AsyncGenerator<RowPage, void, undefined> {
	const requestId = order.requestId ?? (await requestBulk(service, request));
	const job = new BulkJob(service, requestId);
	const start = await openOrExplain(job, order);
	const check = new CompletenessCheck(start.page, start.skipped);
	const source = new PagesAhead(job);
	const isFromStart = start.skipped === 0;
	const alerts = new AlertRows(service, {
		shape: 'whole',
		span: spanOf(request.body),
		isFromStart,
	});
	let stopped: ApiError | undefined;
	for (let page: BulkPage | undefined = start.page; page !== undefined;) {
		check.add(page);
		const { total, read, size } = check;
		if (total !== undefined) service.counted?.(total, pagesFor(total - read, size));
		const following: Promise<Settled<BulkPage | undefined>> = settled(
			nextPage(source, page, check),
		);
		yield { rows: alerts.rows(page.rows), number: page.number };
		const next: Settled<BulkPage | undefined> = await following;
		if (next.error === undefined) {
			page = next.value;
		} else {
			stopped = resumable(asApiErrorOrThrow(next.error), requestId, page.number + 1);
			page = undefined;
		}
	}
	onEnd({
		facts: {
			request_id: requestId,
			total_items: check.total ?? null,
			next_page: stopped === undefined ? null : check.last + 1,
		},
		issues: [...check.issues(), ...(stopped === undefined ? [] : [stopped.message])],
		...(stopped === undefined ? {} : { stopped }),
	});
}

type Settled<T> = { value: T; error?: undefined } | { error: Error };

/** A promise whose error is looked at when its value is wanted, and never unhandled before. */
const settled = async <T>(promise: Promise<T>): Promise<Settled<T>> =>
	await promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
	);

async function openOrExplain(
	job: BulkJob,
	{ page, search, waitMs }: BulkOrder,
): Promise<FirstPage> {
	try {
		return await openFirstPage(job, page, search, waitMs);
	} catch (error) {
		throw resumable(asApiErrorOrThrow(error), job.requestId, page);
	}
}

/** Fetches the wanted page, and requests the one after it where the count promises one. */
class PagesAhead {
	private next: { number: number; page: Promise<Settled<BulkPage>> } | undefined;

	constructor(readonly job: BulkJob) {}

	/**
	 * @param isExpected whether the page must be there
	 * @param isMoreExpected whether the one after it must be there too
	 */
	async fetch(number: number, isExpected: boolean, isMoreExpected: boolean): Promise<BulkPage> {
		const { job, next } = this;
		const page = next?.number === number ? next.page : settled(job.fetch(number, isExpected));
		this.next = isMoreExpected
			? { number: number + 1, page: settled(job.fetch(number + 1, true)) }
			: undefined;
		const read = await page;
		if (read.error !== undefined) throw read.error;
		return read.value;
	}
}

/**
 * The page after one that was read; undefined where that was the last.
 * @throws ApiError
 */
async function nextPage(
	source: PagesAhead,
	page: BulkPage,
	{ read, total, size }: CompletenessCheck,
): Promise<BulkPage | undefined> {
	const { number, rows, next } = page;
	if (rows.length === 0) return undefined;
	// A count that is no more than the page's own may be just that.
	const isCounted =
		total !== undefined && read >= total && !(next !== undefined && total <= rows.length);
	if (isCounted) return undefined;
	const isPromised = next !== undefined && total !== undefined && read < total;
	const isMorePromised = isPromised && read + size < total;
	const pauses = isPromised ? PROMISED_PAUSES_MS : [];
	for (let attempt = 0; ; attempt++) {
		const pause = pauses[attempt];
		try {
			const isMoreExpected = isMorePromised && attempt === 0;
			const following = await source.fetch(next ?? number + 1, isPromised, isMoreExpected);
			if (repeatsPage(following.rows, rows)) {
				const what = `page ${following.number} repeats page ${number}`;
				throw unexpectedAnswer(bulkPageRequest(source.job.requestId, following.number), what);
			}
			if (following.rows.length > 0) return following;
			if (pause === undefined) return undefined;
		} catch (error) {
			const apiError = asApiErrorOrThrow(error);
			if (!isPromised && saysNoPage(apiError)) return undefined;
			if (pause === undefined || !apiError.isRefusal) throw apiError;
		}
		await source.job.service.pause(pause);
	}
}

/** Whether an answer says that there is no such page. */
const saysNoPage = ({ isRefusal, kind }: ApiError): boolean =>
	isRefusal || kind === 'notServed' || kind === 'rejected';

const resumable = (error: ApiError, requestId: string, page: number | undefined): ApiError =>
	error.withAdvice(
		`To go on, run Export with ${requestId} in Continue From Request ID${page === undefined ? '' : ` and ${page} in First Page`}. With On Error set to continue, the pages before are kept.`,
		page === undefined ? '' : `page ${page} of the export`,
	);

/** Compares what was read with what the service says. */
class CompletenessCheck {
	total: number | undefined;
	read: number;
	last: number;
	/** Alerts on a full page. */
	readonly size: number;
	private readonly differences: string[] = [];
	private short: { number: number; length: number } | undefined;

	constructor(first: BulkPage, skipped: number) {
		this.read = skipped;
		this.last = first.number - 1;
		this.size = first.rows.length;
	}

	add({ number, rows, total, counted }: BulkPage): void {
		if (this.short !== undefined) {
			const { number: before, length } = this.short;
			this.differences.push(`Page ${before} holds ${length} alerts, although pages follow it`);
		}
		this.short = rows.length < this.size ? { number, length: rows.length } : undefined;
		if (counted !== undefined && counted !== rows.length) {
			this.differences.push(`Page ${number} holds ${rows.length} alerts and says ${counted}`);
		}
		if (number > this.last + 1) {
			this.differences.push(`The service went on from page ${this.last} to page ${number}`);
		}
		this.read += rows.length;
		this.last = number;
		this.total = total ?? this.total;
	}

	issues(): string[] {
		const { read, total, differences } = this;
		if (total === undefined) {
			return [...differences, 'The service gave no count, so whether these are all is not known'];
		}
		const differ = `The service counts ${total} alerts and served ${read}`;
		return read === total ? differences : [...differences, differ];
	}
}
