import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from '../../Alert/alertKey';
import type { UtcTimes } from '../../Alert/serviceTime';
import { alertPages, readAlertPage, type AlertPage } from '../../Alert/alertPages';
import { areSameRows } from '../../shared/pagination/rowPage';
import type { ApiRequest, Service } from '../../shared/http/request';
import type { Log } from '../../shared/polling/runPoll';
import type { ServiceClock } from '../../shared/polling/serviceClock';
import type { Window } from './windows';

/** How windows are read in one poll. */
export interface Reading {
	service: Pick<Service, 'send'>;
	/** Requests that can leave at once; absent where nothing paces them. */
	requestsLeft?: (() => number) | undefined;
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
	| { kind: 'whole'; records: IDataObject[]; total: number | undefined }
	| { kind: 'tooMany'; total: number | undefined };

/** What is known of how the service answers; kept from poll to poll. */
export interface PageFacts {
	/** Alerts on a full page; 0 as long as no page was full. */
	page: number;
	/** Whether the service's counts were seen to be absent or wrong. */
	isDoubtful: boolean;
}

/** Plain searches of Elasticsearch count no further: this total may stand for any larger one. */
const CAPPED = 10_000;

/** Reads windows of one page each: a page is a snapshot, two pages may not be. */
export class WindowReader {
	/** Whether a cursor was seen in this poll that leads to nothing, as the count had said. */
	private isCountChecked = false;

	constructor(
		private readonly reading: Reading,
		private readonly facts: PageFacts,
	) {}

	/**
	 * Searches a window once. The cursor is followed only where the count does not settle whether the
	 * page holds all.
	 * @throws ApiError
	 */
	async read(window: Window): Promise<WindowAnswer> {
		const page = await this.page(this.reading.request(window));
		const { records, next } = page;
		const total = page.total === CAPPED ? undefined : page.total;
		const count = records.length;
		if (next !== undefined && !this.isSettled(total, count)) {
			const more = await this.page(next);
			// Some services tell the end by their last page and cursor once more.
			const isSame = more.cursor === page.cursor && total === count;
			const isEnd = isSame && areSameRows(more.records, records);
			if (more.records.length > 0 && !isEnd) return this.tooMany(total, count);
			this.isCountChecked = true;
		} else if (next !== undefined && total !== count) {
			return this.tooMany(total, count);
		}
		if (total !== count) this.facts.isDoubtful = true;
		return { kind: 'whole', records, total };
	}

	/** Whether the count alone says if more alerts follow on a page with a cursor. */
	private isSettled(total: number | undefined, count: number): boolean {
		if (total === undefined || total < count || this.facts.page === 0) return false;
		return total === count
			? this.isCountChecked && count < this.facts.page
			: count >= this.facts.page;
	}

	private tooMany(total: number | undefined, count: number): WindowAnswer {
		this.facts.page = count;
		const isCount = total !== undefined && total > count;
		if (!isCount) this.facts.isDoubtful = true;
		return { kind: 'tooMany', total: isCount ? total : undefined };
	}

	/**
	 * Reads all pages of a window that cannot be cut. They are read twice: where both readings agree,
	 * they hold each alert once. Where they do not, the order of the service is not stable, and an alert
	 * may be on two pages or on none: then only what one page shows more than once counts more than once.
	 * @throws ApiError
	 */
	async readAllPages(window: Window): Promise<IDataObject[]> {
		const one = await this.pages(window);
		const other = await this.pages(window);
		const texts = (pages: IDataObject[][]) =>
			pages.map((records) => records.map(fingerprintOf).join()).join(';');
		if (texts(one) === texts(other)) return one.flat();
		this.facts.isDoubtful = true;
		const most = new Map<string, IDataObject[]>();
		for (const records of [...one, ...other]) {
			const alike = new Map<string, IDataObject[]>();
			for (const record of records) {
				const fingerprint = fingerprintOf(record);
				alike.set(fingerprint, [...(alike.get(fingerprint) ?? []), record]);
			}
			for (const [fingerprint, some] of alike) {
				if (some.length > (most.get(fingerprint)?.length ?? 0)) most.set(fingerprint, some);
			}
		}
		return [...most.values()].flat();
	}

	private async pages(window: Window): Promise<IDataObject[][]> {
		const pages: IDataObject[][] = [];
		for await (const { records } of alertPages(this.dated, this.reading.request(window))) {
			pages.push(records);
		}
		return pages;
	}

	private async page(request: ApiRequest): Promise<AlertPage> {
		return await readAlertPage(this.dated, request);
	}

	private readonly dated: Pick<Service, 'send'> = {
		send: async (request) => {
			const answer = await this.reading.service.send(request);
			this.reading.clock.observe(answer.date);
			return answer;
		},
	};
}
