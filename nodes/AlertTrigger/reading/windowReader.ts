import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from '../../Alert/alertKey';
import { alertPages, type AlertPage } from '../../Alert/alertPages';
import { asApiErrorOrThrow, type ApiError } from '../../shared/http/apiError';
import type { ApiRequest } from '../../shared/http/request';
import type { Service } from '../../shared/pagination/service';
import type { Log } from '../../shared/polling/log';
import type { ServiceClock } from '../../shared/polling/serviceClock';
import { alike } from '../dedupe/emitted';
import type { PageFacts } from '../windows/sizing';
import { instant, type Window } from '../windows/windows';

/** How windows are read in one poll. */
export interface Reading {
	/** Its answers tell the clock. */
	service: Pick<Service, 'send'>;
	/** Requests that can leave at once. */
	requestsLeft: () => number;
	clock: ServiceClock;
	/** The search of a window. */
	request: (window: Window) => ApiRequest;
	/** When no more windows should be begun, in ms since 1970 on the host's clock. */
	deadline: number;
	/** Whether a request as slow as those before ends before n8n abandons the poll. */
	canEnd: () => boolean;
	log: Log;
}

/** What a search of a window brought: how many alerts there are, where that is told, or all of them. */
export interface WindowAnswer {
	total: number | undefined;
	records?: IDataObject[];
	/** Why a page was not answered that is likely to be empty. */
	error?: ApiError;
}

/** Pages of a search and the service's count; whether more pages follow. */
type Search = Pick<WindowAnswer, 'total' | 'error'> & { pages: IDataObject[][]; goesOn: boolean };

const MINUTE_MS = 60_000;

/** Reads windows of one page each: a page is a snapshot, two pages may not be. */
export class WindowReader {
	/** Readings that brought fewer or more alerts than the service counts. */
	incomplete = 0;

	constructor(
		private readonly reading: Reading,
		private readonly facts: PageFacts,
	) {}

	/**
	 * Searches a window. Only one that cannot be cut is read over several pages.
	 * @returns undefined where the next request would wait past the end of the poll
	 * @throws ApiError
	 */
	async read(window: Window): Promise<WindowAnswer | undefined> {
		const search = await this.search(window);
		if (search === undefined) return undefined;
		const { pages, total, goesOn, error } = search;
		const [first = []] = pages;
		this.notePage(first.length, total, goesOn || pages.length > 1);
		if (goesOn) {
			const isCounted = total !== undefined && total > first.length;
			this.facts.distrustsCounts ||= !isCounted;
			return { total: isCounted ? total : undefined };
		}
		const records = pages.length > 1 ? await this.checked(window, pages) : first;
		const { length } = records;
		this.facts.distrustsCounts ||= total !== length;
		if (total !== undefined && total !== length) this.noteIncomplete(window, length, total);
		return { total: length, records, ...(error === undefined ? {} : { error }) };
	}

	/**
	 * Reads the pages of a window, as far as it takes to know whether one page holds it. Where the next page
	 * cannot be had, the service's count is believed; the look-back reads the window once more.
	 */
	private async search(window: Window): Promise<Search | undefined> {
		const canBeCut = window.to - window.from > 1;
		const { service, request } = this.reading;
		const pages: IDataObject[][] = [];
		let total: number | undefined;
		const isCounted = () =>
			!this.facts.distrustsCounts && pages.length === 1 && total === pages[0]?.length;
		try {
			for await (const page of alertPages(service, request(window))) {
				if (page.records.length > 0 || pages.length === 0) pages.push(page.records);
				if (pages.length > 1 && canBeCut) return { pages, total, goesOn: true };
				if (pages.length === 1) {
					({ total } = page);
					const goesOn = this.goesOn(page);
					if (goesOn === false || (goesOn === true && canBeCut)) return { pages, total, goesOn };
				}
				if (page.next === undefined || this.mayAsk()) continue;
				if (isCounted()) break;
				return canBeCut && pages.length === 1 ? { pages, total, goesOn: true } : undefined;
			}
		} catch (thrown) {
			const error = asApiErrorOrThrow(thrown);
			if (!isCounted()) throw error;
			return { pages, total, goesOn: false, error };
		}
		return { pages, total, goesOn: false };
	}

	/** Whether alerts follow on a first page; undefined where only the next page tells. */
	private goesOn({ records, next, total }: AlertPage): boolean | undefined {
		const { page, distrustsCounts } = this.facts;
		const count = records.length;
		if (next === undefined) return false;
		if (distrustsCounts || total === undefined || page === 0) return undefined;
		if (count < page) return total === count ? false : undefined;
		return total > count ? true : undefined;
	}

	/**
	 * The alerts of several pages, which are read twice: where both readings agree, they hold each alert
	 * once. Where they do not, the order of the service is not stable, and an alert may be on two pages
	 * or on none: then only what one page shows more than once counts more than once.
	 */
	private async checked(window: Window, pages: IDataObject[][]): Promise<IDataObject[]> {
		const again = await this.searchedAgain(window);
		if (again === undefined || printsOf(again.pages) === printsOf(pages)) return pages.flat();
		this.facts.distrustsCounts = true;
		const most = new Map<string, IDataObject[]>();
		for (const [print, some] of [...pages, ...again.pages].flatMap((page) => [...alike(page)])) {
			if (some.length > (most.get(print)?.length ?? 0)) most.set(print, some);
		}
		return [...most.values()].flat();
	}

	/** A second reading of a window; undefined where the service or the poll leaves no room for it. */
	private async searchedAgain(window: Window): Promise<Search | undefined> {
		if (!this.mayAsk()) return undefined;
		try {
			return await this.search(window);
		} catch (error) {
			asApiErrorOrThrow(error);
			return undefined;
		}
	}

	/** Learns the size of a page; one that holds all that is counted is not full, whatever came in since. */
	private notePage(length: number, total: number | undefined, isFollowed: boolean): void {
		const { page } = this.facts;
		if (isFollowed && total !== length) this.facts.page = length;
		else if (page > 0) this.facts.page = Math.max(page, length);
	}

	private noteIncomplete({ from, to }: Window, sent: number, total: number): void {
		this.incomplete += 1;
		if (this.incomplete > 1) return;
		this.reading.log.warn(
			`The service counts ${total} alerts from ${instant(from)} to ${instant(to)} and sends ${sent}: they are read again with the next polls`,
		);
	}

	/** Whether a request leaves before n8n abandons the poll. */
	private mayAsk(): boolean {
		const { clock, deadline, canEnd, requestsLeft } = this.reading;
		return canEnd() && (requestsLeft() >= 1 || deadline - clock.hostNow() >= MINUTE_MS);
	}
}

const printsOf = (pages: IDataObject[][]): string =>
	JSON.stringify(pages.map((page) => page.map(fingerprintOf)));
