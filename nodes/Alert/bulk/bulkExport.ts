import type { IDataObject } from 'n8n-workflow';

import { asApiErrorOrThrow, unexpectedAnswer, type ApiError } from '../../shared/http/apiError';
import type { ApiRequest } from '../../shared/http/request';
import type { Service } from '../../shared/pagination/service';
import { pagesFor, type Ending } from '../../shared/pagination/paginate';
import { PageHistory, repeatsPage, ReadAhead } from '../../shared/pagination/pages';
import { AlertRows, spanOf } from '../alertRows';
import { bulkPageRequest, searchOf } from '../searchRequest';
import { BulkJob, requestBulk, type BulkPage } from './bulkJob';
import { openFirstPage, type FirstPage } from './openFirstPage';

export interface BulkOrder {
	/** A bulk request that was accepted earlier; without it a new one is sent. */
	requestId: string | undefined;
	/** The page to begin with; without it the first one. */
	page: number | undefined;
	/** How long to wait until the pages are ready. */
	waitMs: number;
}

const PROMISED_PAUSES_MS = [500, 1000, 2000, 4000];

/** Pages on their way at the same time. */
const PAGES_AT_ONCE = 2;

/**
 * Reads all pages of an alert bulk request; while one is used, the next two are requested. The
 * number of alerts is compared with the service's own count; every difference is an issue of the end.
 *
 * @throws ApiError when the request is refused, or when not one page can be read
 */
export async function* bulkExport(
	service: Service,
	request: ApiRequest,
	order: BulkOrder,
): AsyncGenerator<IDataObject[], Ending, undefined> {
	const requestId = order.requestId ?? (await requestBulk(service, request)).request_id;
	const job = new BulkJob(service, requestId);
	const search = request.body === undefined ? undefined : searchOf(request.body);
	const start = await openOrExplain(job, order, search);
	const check = new CompletenessCheck(start.page, start.skipped);
	const pages = new BulkPages(job);
	const alerts = new AlertRows(service, {
		span: spanOf(request.body),
		isFromStart: start.skipped === 0,
	});
	let stopped: ApiError | undefined;
	for (let page: BulkPage | undefined = start.page; page !== undefined;) {
		check.add(page);
		const { total, read, size } = check;
		if (total !== undefined) service.counted?.(total, pagesFor(total - read, size));
		const following: Promise<Settled<BulkPage | undefined>> = settled(pages.after(page, check));
		yield alerts.rows(page.rows);
		const next: Settled<BulkPage | undefined> = await following;
		if (next.error === undefined) {
			page = next.value;
		} else {
			stopped = resumable(asApiErrorOrThrow(next.error), requestId, page.number + 1);
			page = undefined;
		}
	}
	return {
		facts: {
			request_id: requestId,
			total_items: check.total ?? null,
			next_page: stopped === undefined ? null : check.last + 1,
		},
		issues: [...check.issues(), ...(stopped === undefined ? [] : [stopped.message])],
		...(stopped === undefined ? {} : { stopped }),
	};
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
	{ page, waitMs }: BulkOrder,
	search: ApiRequest | undefined,
): Promise<FirstPage> {
	try {
		return await openFirstPage(job, { number: page, search, waitMs });
	} catch (error) {
		throw resumable(asApiErrorOrThrow(error), job.requestId, page);
	}
}

/** The pages of a bulk request, one after the other. */
class BulkPages {
	/** The last page that must be there. */
	private promised = 0;
	private readonly history = new PageHistory();
	private readonly ahead: ReadAhead<BulkPage>;

	constructor(private readonly job: BulkJob) {
		const fetch = async (page: number) =>
			await job.fetch(page, page <= this.promised ? 'again' : 'once');
		this.ahead = new ReadAhead(fetch, PAGES_AT_ONCE);
	}

	/**
	 * The page after one that was read; undefined if that was the last.
	 * @throws ApiError
	 */
	async after(
		page: BulkPage,
		{ read, total, size }: CompletenessCheck,
	): Promise<BulkPage | undefined> {
		const { number, rows, next = number + 1 } = page;
		if (rows.length === 0) return undefined;
		// A count that is no more than the page's own may be just that.
		const isCounted =
			total !== undefined && read >= total && !(page.next !== undefined && total <= rows.length);
		if (isCounted) return undefined;
		this.refuseCircle(page);
		const isPromised = page.next !== undefined && total !== undefined && read < total;
		const isMorePromised = isPromised && read + size < total;
		const pauses = isPromised ? PROMISED_PAUSES_MS : [];
		this.promised = isMorePromised ? next + 1 : isPromised ? next : 0;
		for (let attempt = 0; ; attempt++) {
			const pause = pauses[attempt];
			try {
				const following = await this.ahead.answer(next, attempt === 0 ? this.promised : next);
				if (repeatsPage(following.rows, rows)) throw this.repeated(following.number, number);
				if (following.rows.length > 0) return following;
				if (pause === undefined) return undefined;
			} catch (error) {
				const apiError = asApiErrorOrThrow(error);
				if (!isPromised && saysNoPage(apiError)) return undefined;
				if (pause === undefined || !apiError.isRefusal) throw apiError;
			}
			await this.job.service.pause(pause);
		}
	}

	private refuseCircle({ number, rows, total }: BulkPage): void {
		const period = this.history.add(rows);
		if (period !== undefined) throw this.repeated(number, number - period);
		const endless = this.history.endless(rows, total);
		if (endless !== undefined) throw this.unexpected(number, endless);
	}

	private repeated(page: number, earlier: number): ApiError {
		return this.unexpected(page, `page ${page} repeats page ${earlier}`);
	}

	private unexpected(page: number, what: string): ApiError {
		return unexpectedAnswer(bulkPageRequest(this.job.requestId, page), what);
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
