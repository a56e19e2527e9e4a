import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from '../../Alert/alertRow';
import { alertPages, type AlertPage } from '../../Alert/alertPages';
import { asApiErrorOrThrow, type ApiError } from '../../shared/http/apiError';
import type { ApiRequest } from '../../shared/http/request';
import { keeping, type Service } from '../../shared/pagination/service';
import type { Sampling } from '../../shared/polling/runPoll';
import { alike } from '../dedupe/emitted';
import { instant, type Window } from '../windows/windows';

type Sender = Pick<Service, 'send'>;

/** How windows are read in one poll. */
export interface Reading extends Pick<Sampling, 'clock' | 'deadline' | 'log'> {
	/** Its answers tell the clock. */
	service: Sender;
	/** Requests that can leave at once. */
	requestsLeft: () => number;
	/** The search of a window. */
	request: (window: Window) => ApiRequest;
	/** Whether a request as slow as those before ends before n8n abandons the poll. */
	canEnd: () => boolean;
}

/** How the service answers; kept as long as the process, and learned anew by the next one. */
export interface PageFacts {
	/** Alerts on a full page; 0 as long as no page was full. */
	page: number;
	/** Until when the service's counts are not believed, as one was absent or not what it served; host's clock, ms. */
	distrustedUntil: number;
	/** Starts of the last windows that were left behind and warned of. */
	leftBehind: readonly number[];
	/** Endpoints that were seen to require a query; forgotten after a refusal. */
	requiring: Set<string>;
}

/** What a search of a window brought: how many alerts there are, if that is told, or all of them. */
export interface WindowAnswer {
	total: number | undefined;
	records?: IDataObject[];
	/** Why a page was not answered that is likely to be empty. */
	error?: ApiError;
}

/** Pages of a search and the service's count; whether more pages follow. */
interface Search {
	pages: IDataObject[][];
	total: number | undefined;
	goesOn: boolean;
	/** Why the page after these was not answered. */
	error?: ApiError;
	/** Whether the page after these was left for want of requests or time. */
	isCut?: true;
}

const MINUTE_MS = 60_000;

/** How long counts are not believed after one was wrong. */
const DISTRUSTED_MS = 20 * MINUTE_MS;

/** Windows that are remembered as left behind. */
const MOST_LEFT_BEHIND = 2000;

/** Reads windows of one page each: a page is a snapshot, two pages may not be. */
export class WindowReader {
	/** Readings that brought fewer or more alerts than the service counts. */
	incomplete = 0;

	/** Whether the poll has searched nothing before. */
	private isFirst = true;

	constructor(
		private readonly reading: Reading,
		private readonly facts: PageFacts,
	) {}

	/**
	 * Searches a window. Only one that cannot be cut is read over several pages.
	 * @returns undefined if the next request would wait past the end of the poll
	 * @throws ApiError
	 */
	async read(window: Window): Promise<WindowAnswer | undefined> {
		const service = keeping(this.reading.service);
		const search = await this.search(service, window);
		this.isFirst = false;
		if (search === undefined) return undefined;
		const { pages, total, goesOn, error, isCut } = search;
		const [first = []] = pages;
		this.notePage(search);
		if (goesOn) {
			const isCounted = total !== undefined && total > first.length;
			if (!isCounted) this.distrust();
			return { total: isCounted ? total : undefined };
		}
		const records = isCut === true ? mostOf(pages) : await this.checked(service, window, pages);
		const { length } = records;
		if (total !== length) this.distrust();
		if (isCut === true) this.noteLeft(window, length, total);
		else if (total !== undefined && total !== length) this.noteIncomplete(window, length, total);
		return { total: length, records, ...(error === undefined ? {} : { error }) };
	}

	/**
	 * Reads the pages of a window, as far as it takes to know whether one page holds it. If the next page
	 * cannot be had, the service's count is believed; the look-back reads the window once more.
	 */
	private async search(service: Sender, window: Window): Promise<Search | undefined> {
		const canBeCut = window.to - window.from > 1;
		const pages: IDataObject[][] = [];
		let total: number | undefined;
		const isCounted = () =>
			!this.distrustsCounts && pages.length === 1 && total === pages[0]?.length;
		// No later poll has more time and requests for a second than one that begins with it.
		const isMost = () => this.isFirst && !canBeCut && pages.length > 0;
		try {
			for await (const page of alertPages(service, this.reading.request(window))) {
				if (page.records.length > 0 || pages.length === 0) pages.push(page.records);
				if (pages.length > 1 && canBeCut) return { pages, total, goesOn: true };
				if (pages.length === 1) {
					({ total } = page);
					const goesOn = this.goesOn(page);
					if (goesOn === false || (goesOn === true && canBeCut)) return { pages, total, goesOn };
				}
				if (page.next === undefined || this.mayAsk()) continue;
				if (isCounted()) break;
				if (isMost()) return { pages, total, goesOn: false, isCut: true };
				return canBeCut && pages.length === 1 ? { pages, total, goesOn: true } : undefined;
			}
		} catch (thrown) {
			const error = asApiErrorOrThrow(thrown);
			if (isCounted()) return { pages, total, goesOn: false, error };
			if (isMost() && saysWait(error)) return { pages, total, goesOn: false, error, isCut: true };
			throw error;
		}
		return { pages, total, goesOn: false };
	}

	/** Whether the service's counts are not believed. */
	get distrustsCounts(): boolean {
		return this.reading.clock.hostNow() < this.facts.distrustedUntil;
	}

	private distrust(): void {
		this.facts.distrustedUntil = this.reading.clock.hostNow() + DISTRUSTED_MS;
	}

	/** Whether alerts follow on a first page; undefined if only the next page says. */
	private goesOn({ records, next, total }: AlertPage): boolean | undefined {
		const { page } = this.facts;
		const count = records.length;
		if (next === undefined) return false;
		if (this.distrustsCounts || total === undefined || page === 0) return undefined;
		if (count < page) return total === count ? false : undefined;
		return total > count ? true : undefined;
	}

	/**
	 * The alerts of several pages, which are read twice: if both readings agree, they hold each alert once.
	 * If not, the order of the service is not stable, and an alert may be on two pages or on none: then only
	 * what one page shows more than once counts more than once.
	 */
	private async checked(
		service: Sender,
		window: Window,
		pages: IDataObject[][],
	): Promise<IDataObject[]> {
		if (pages.length === 1 || !this.mayAsk()) return pages.flat();
		const again = await this.search(service, window).catch((error: unknown) => {
			asApiErrorOrThrow(error);
			return undefined;
		});
		if (again === undefined || printsOf(again.pages) === printsOf(pages)) return pages.flat();
		this.distrust();
		return mostOf([...pages, ...again.pages]);
	}

	/** Learns the size of a page; one that holds all that is counted is not full, whatever came in since. */
	private notePage({ pages, total, goesOn }: Search): void {
		const { page } = this.facts;
		const length = pages[0]?.length ?? 0;
		if ((goesOn || pages.length > 1) && total !== length) this.facts.page = length;
		else if (page > 0) this.facts.page = Math.max(page, length);
	}

	private noteIncomplete({ from, to }: Window, sent: number, total: number): void {
		this.incomplete += 1;
		if (this.incomplete > 1) return;
		this.reading.log.warn(
			`The service counts ${total} alerts from ${instant(from)} to ${instant(to)} and sends ${sent}: they are read again with the next polls`,
		);
	}

	/** A second that no poll can read whole is left behind, so that it holds up nothing. */
	private noteLeft({ from, to }: Window, sent: number, total: number | undefined): void {
		this.incomplete += 1;
		// Three windows hold a second, and each is read again when it leaves the look-back.
		if (this.facts.leftBehind.some((start) => Math.abs(start - from) <= 2)) return;
		this.facts.leftBehind = [...this.facts.leftBehind.slice(-MOST_LEFT_BEHIND), from];
		const left = total === undefined || total <= sent ? 'more' : `${total - sent} more`;
		this.reading.log.warn(
			`Alerts from ${instant(from)} to ${instant(to)} are more than a poll can read: ${sent} are read and ${left} are left behind. Allow more requests per minute, or narrow the filters`,
		);
	}

	/** Whether a request leaves before n8n abandons the poll. */
	private mayAsk(): boolean {
		const { clock, deadline, canEnd, requestsLeft } = this.reading;
		return canEnd() && (requestsLeft() >= 1 || deadline - clock.hostNow() >= MINUTE_MS);
	}
}

/** Whether an error says that no other request is answered either, for some time. */
export const saysWait = ({ kind, retry, stopsAll }: ApiError): boolean =>
	retry === 'always' || stopsAll || kind === 'locked';

/** The alerts of pages among which the same alert may be more than once. */
function mostOf(pages: readonly IDataObject[][]): IDataObject[] {
	const most = new Map<string, IDataObject[]>();
	for (const [print, some] of pages.flatMap((page) => [...alike(page)])) {
		if (some.length > (most.get(print)?.length ?? 0)) most.set(print, some);
	}
	return [...most.values()].flat();
}

const printsOf = (pages: IDataObject[][]): string =>
	JSON.stringify(pages.map((page) => page.map(fingerprintOf)));
