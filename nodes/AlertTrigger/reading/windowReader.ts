import type { IDataObject } from 'n8n-workflow';

import type { UtcTimes } from '../../Alert/serviceTime';
import { alertPages, readAlertPage, type AlertPage } from '../../Alert/alertPages';
import { areSameRows } from '../../shared/pagination/rowPage';
import type { ApiRequest, Service } from '../../shared/http/request';
import type { Log } from '../../shared/polling/runPoll';
import type { ServiceClock } from '../../shared/polling/serviceClock';
import { alike } from '../dedupe/emitted';
import { instant, type Window } from './windows';

/** How windows are read in one poll. */
export interface Reading {
	service: Pick<Service, 'send'>;
	/** Requests that can leave at once. */
	requestsLeft: () => number;
	clock: ServiceClock;
	times: UtcTimes;
	/** The search of a window. */
	request: (window: Window) => ApiRequest;
	/** When the poll must end, in ms since 1970 on the host's clock. */
	deadline: number;
	log: Log;
}

/** What a search of a window brought: all of its alerts, or only how many there are. */
export type WindowAnswer =
	{ kind: 'whole'; records: IDataObject[] } | { kind: 'tooMany'; total: number | undefined };

/** What is known of how the service answers; kept from poll to poll. */
export interface PageFacts {
	/** Alerts on a full page; 0 as long as no page was full. */
	page: number;
	/** The most alerts on a page the cursor of which led to nothing, as the count had said. */
	checked: number;
	/** Whether the service's counts were seen to be absent, or not to be what it served. */
	isDoubtful: boolean;
}

/** The records of a page by fingerprint. */
type Page = Map<string, IDataObject[]>;

/** Plain searches of Elasticsearch count no further: this total may stand for any larger one. */
const CAPPED = 10_000;

const MINUTE_MS = 60_000;

/** Thrown where the next request would wait past the end of the poll, which n8n then abandons. */
export class NoRequestsLeft extends Error {}

/** Reads windows of one page each: a page is a snapshot, two pages may not be. */
export class WindowReader {
	/** Readings that brought fewer or more alerts than the service counts. */
	incomplete = 0;

	private hasAsked = false;

	constructor(
		private readonly reading: Reading,
		private readonly facts: PageFacts,
	) {}

	/**
	 * Searches a window once. The cursor is followed only where the count does not settle whether the
	 * page holds all.
	 * @throws ApiError, NoRequestsLeft
	 */
	async read(window: Window): Promise<WindowAnswer> {
		const { facts } = this;
		const page = await readAlertPage(this.dated, this.reading.request(window));
		const { records, next } = page;
		const count = records.length;
		const total = page.total === CAPPED ? undefined : page.total;
		if (next !== undefined && !this.isAll(total, count)) {
			const isFull = total !== undefined && facts.page > 0 && count >= facts.page;
			if ((isFull && total > count) || (await this.goesOn(page, next))) {
				facts.page = count;
				if (total !== undefined && total > count) return { kind: 'tooMany', total };
				facts.isDoubtful = true;
				return { kind: 'tooMany', total: undefined };
			}
			if (total === count) facts.checked = Math.max(facts.checked, count);
		}
		if (total !== count) facts.isDoubtful = true;
		this.compare(window, count, total);
		return { kind: 'whole', records };
	}

	/** Whether a count and experience say that nothing follows on a page with a cursor. */
	private isAll(total: number | undefined, count: number): boolean {
		const { page, checked, isDoubtful } = this.facts;
		return total === count && !isDoubtful && checked > 0 && count < Math.max(page, checked);
	}

	/** Whether alerts follow. Some services tell the end by their last page and cursor once more. */
	private async goesOn({ records, cursor, total }: AlertPage, next: ApiRequest): Promise<boolean> {
		const more = await readAlertPage(this.dated, next);
		const isRepeated = more.cursor === cursor && total === records.length;
		return more.records.length > 0 && !(isRepeated && areSameRows(more.records, records));
	}

	/**
	 * Reads all pages of a window that cannot be cut. They are read twice: where both readings agree,
	 * they hold each alert once. Where they do not, the order of the service is not stable, and an alert
	 * may be on two pages or on none: then only what one page shows more than once counts more than once.
	 * @param hasTaken whether this poll took a window before
	 * @throws ApiError, NoRequestsLeft
	 */
	async readAllPages(window: Window, hasTaken: boolean): Promise<IDataObject[]> {
		const one = await this.pages(window);
		const { requestsLeft, clock, deadline } = this.reading;
		const isShort = requestsLeft() <= one.pages.length || clock.hostNow() > deadline;
		// The next poll begins here, and has more requests and time left.
		if (isShort && hasTaken) throw new NoRequestsLeft();
		const other = isShort ? { pages: [], total: one.total } : await this.pages(window);
		const records = this.merged(one.pages, other.pages);
		this.compare(window, records.length, other.total);
		return records;
	}

	private merged(one: Page[], other: Page[]): IDataObject[] {
		const prints = (pages: Page[]) =>
			pages
				.map((page) => [...page].map(([print, some]) => `${print}${some.length}`).join())
				.join(';');
		if (prints(one) === prints(other)) return one.flatMap((page) => [...page.values()].flat());
		this.facts.isDoubtful = true;
		const most = new Map<string, IDataObject[]>();
		for (const [print, some] of [...one, ...other].flatMap((page) => [...page])) {
			if (some.length > (most.get(print)?.length ?? 0)) most.set(print, some);
		}
		return [...most.values()].flat();
	}

	/** Pages of a window, and what the first one counts. */
	private async pages(window: Window): Promise<{ pages: Page[]; total: number | undefined }> {
		const pages: Page[] = [];
		let total: number | undefined;
		for await (const page of alertPages(this.dated, this.reading.request(window))) {
			if (pages.length === 0) ({ total } = page);
			pages.push(alike(page.records));
		}
		return { pages, total };
	}

	/** Compares what was read of a window with the service's count. */
	private compare({ from, to }: Window, count: number, total = count): void {
		if (count === total) return;
		this.facts.isDoubtful = true;
		this.incomplete += 1;
		if (this.incomplete > 1) return;
		this.reading.log.warn(
			`The service counts ${total} alerts from ${instant(from)} to ${instant(to)} and sends ${count}: they are read again with the next polls`,
		);
	}

	private readonly dated: Pick<Service, 'send'> = {
		send: async (request) => {
			const { clock, deadline, requestsLeft, service } = this.reading;
			const isLate = deadline - clock.hostNow() < MINUTE_MS;
			if (this.hasAsked && isLate && requestsLeft() < 1) throw new NoRequestsLeft();
			this.hasAsked = true;
			const answer = await service.send(request);
			clock.observe(answer.date);
			return answer;
		},
	};
}
