import type { Gathered, Gather, RowPage } from '../shared/files/rowBatch';
import type { ExportEnd, PollingService } from '../shared/operation/operation';
import { ApiError, asApiErrorOrThrow, unexpectedAnswer } from '../shared/http/apiError';
import type { ApiRequest } from '../shared/http/request';
import type { BulkPage } from './bulkAnswer';
import { BulkJob, openFirstPage, isAnswer, requestBulk } from './bulkStart';
import { bulkPageRequest } from './searchRequest';

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
 * Reads all pages of an alert bulk request, two at most on their way while one is used: the service
 * makes one while the other is parsed. The number of alerts is held against the service's own count;
 * what does not fit is an issue of the end.
 *
 * @throws ApiError when the request is refused, or not one page can be had
 */
export async function* bulkPages<G extends Gathered>(
	service: PollingService,
	request: ApiRequest,
	gather: Gather<G>,
	order: BulkOrder,
): AsyncGenerator<RowPage<G>, ExportEnd, undefined> {
	const requestId = order.requestId ?? (await requestBulk(service, request));
	const bulk = new BulkJob(service, requestId, gather);
	const start = await openOrExplain(bulk, order);
	const check = new CompletenessCheck(start.page, start.skipped);
	const source = new ReadAhead(bulk);
	let stopped: ApiError | undefined;
	let { page } = start;
	for (;;) {
		check.add(page);
		if (check.total !== undefined) service.counted?.(check.total);
		const following = nextPage(source, page, check);
		// A refusal is looked at when the page is wanted.
		following.catch(() => undefined);
		yield page;
		try {
			const next = await following;
			if (next === undefined) break;
			if (next.rows.repeats(page.rows)) {
				const what = `page ${next.number} repeats page ${page.number}`;
				throw unexpectedAnswer(bulkPageRequest(requestId, next.number), what);
			}
			page = next;
		} catch (fault) {
			stopped = resumable(asApiErrorOrThrow(fault), requestId, page.number + 1);
			break;
		}
	}
	const issues = [...check.issues(), ...(stopped === undefined ? [] : [stopped.message])];
	return {
		facts: {
			request_id: requestId,
			total_items: check.total ?? null,
			next_page: stopped === undefined ? null : check.last + 1,
		},
		issues,
		...(stopped === undefined ? {} : { stopped }),
	};
}

async function openOrExplain<G extends Gathered>(
	bulk: BulkJob<G>,
	{ page, search, waitMs }: BulkOrder,
): ReturnType<typeof openFirstPage<G>> {
	try {
		return await openFirstPage(bulk, page, search, waitMs);
	} catch (fault) {
		const { requestId } = bulk;
		const refusal = asApiErrorOrThrow(fault);
		throw refusal.details.description.includes(requestId)
			? refusal
			: resumable(refusal, requestId, page);
	}
}

/** Fetches the wanted page, and has the one after it on its way where the count promises one. */
class ReadAhead<G extends Gathered> {
	private next: { number: number; page: Promise<BulkPage<G>> } | undefined;

	constructor(readonly bulk: BulkJob<G>) {}

	/**
	 * @param expected whether the page must be there
	 * @param more whether the one after it must be there too
	 */
	async fetch(number: number, expected: boolean, more: boolean): Promise<BulkPage<G>> {
		const { bulk, next } = this;
		const page = next?.number === number ? next.page : bulk.fetch(number, expected);
		this.next = more ? { number: number + 1, page: bulk.fetch(number + 1, true) } : undefined;
		// A refusal is looked at when the page is wanted.
		this.next?.page.catch(() => undefined);
		return await page;
	}
}

/** The page after one that was read; undefined where that was the last. */
async function nextPage<G extends Gathered>(
	source: ReadAhead<G>,
	{ number, rows, next }: BulkPage<G>,
	{ read, total, size }: CompletenessCheck,
): Promise<BulkPage<G> | undefined> {
	const goesOn = next !== undefined && next > number;
	if (rows.length === 0) return undefined;
	// A count that is no more than the page's own may be just that.
	const counted = total !== undefined && read >= total && !(goesOn && total <= rows.length);
	if (counted) return undefined;
	const promised = goesOn && total !== undefined && read < total;
	const more = promised && read + size < total;
	const wanted = goesOn ? next : number + 1;
	const pauses = promised ? PROMISED_PAUSES_MS : [];
	for (let attempt = 0; ; attempt++) {
		const pause = pauses[attempt];
		try {
			const page = await source.fetch(wanted, promised, more && attempt === 0);
			if (page.rows.length > 0) return page;
			if (pause === undefined) return undefined;
		} catch (fault) {
			const refusal = asApiErrorOrThrow(fault);
			if (!promised && isAnswer(refusal) && refusal.details.stopsAll !== true) return undefined;
			if (pause === undefined || refusal.details.code === undefined) throw refusal;
			if (refusal.details.stopsAll === true) throw refusal;
		}
		await source.bulk.service.pause(pause);
	}
}

const resumable = ({ details }: ApiError, requestId: string, page: number | undefined): ApiError =>
	new ApiError({
		...details,
		message:
			page === undefined ? details.message : `${details.message} (page ${page} of the export)`,
		description: `${details.description} To go on, run Export Alerts with ${requestId} in Continue From Request ID${page === undefined ? '' : ` and ${page} in First Page`}. With On Error set to continue, the pages before are kept.`,
	});

/** Holds what was read against what the service says. */
class CompletenessCheck {
	total: number | undefined;
	read: number;
	last: number;
	/** Alerts on a full page. */
	readonly size: number;
	private readonly odd: string[] = [];
	private short: { number: number; length: number } | undefined;

	constructor(first: BulkPage<Gathered>, skipped: number) {
		this.read = skipped;
		this.last = first.number - 1;
		this.size = first.rows.length;
	}

	add({ number, rows, total, counted }: BulkPage<Gathered>): void {
		if (this.short !== undefined) {
			const { number: before, length } = this.short;
			this.odd.push(`Page ${before} holds ${length} alerts, although pages follow it`);
		}
		this.short = rows.length < this.size ? { number, length: rows.length } : undefined;
		if (counted !== undefined && counted !== rows.length) {
			this.odd.push(`Page ${number} holds ${rows.length} alerts and says ${counted}`);
		}
		if (number > this.last + 1) {
			this.odd.push(`The service went on from page ${this.last} to page ${number}`);
		}
		this.read += rows.length;
		this.last = number;
		this.total = total ?? this.total;
	}

	issues(): string[] {
		const { read, total } = this;
		if (total === undefined) {
			return [...this.odd, 'The service gave no count, so whether these are all is not known'];
		}
		const differ = `The service counts ${total} alerts and served ${read}`;
		return read === total ? this.odd : [...this.odd, differ];
	}
}
