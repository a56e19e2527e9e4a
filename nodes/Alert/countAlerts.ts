import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import { COUNT_CAP } from '../shared/pagination/pages';
import type { Service } from '../shared/pagination/service';
import { shownId, toId, type Id } from '../shared/json';
import { ALERT_PROFILES } from '../lists/lists';
import { wholeList } from '../shared/pagination/wholeList';
import { alertPages } from './alertPages';
import { FoundOnce, mayOverlap, type Search } from './searchRequest';

/** A group of alerts: the fields that its item shows, and the filter that it adds to the search. */
export interface AlertGroup {
	shown: IDataObject;
	filter: { severity?: string; status?: string; profile_ids?: Id[] };
}

/** Pages that are read at most to count a group if the service's own count cannot be relied on. */
const MOST_PAGES = 50;

/**
 * Counts the alerts of each group: the service's own count of each search, in one request a group. The
 * alerts are counted page by page if it gives none, or one that may be the count of its page alone, and
 * if several searches may find the same alert.
 * @returns an item a group; its count is null if it cannot be known
 * @throws ApiError
 */
export async function* countGroups(
	service: Pick<Service, 'send' | 'note'>,
	searches: readonly Search[],
	groups: readonly AlertGroup[],
): AsyncGenerator<IDataObject, void, undefined> {
	const counter = new Counter(service);
	for (const { shown, filter } of groups) {
		const count = await counter.countAll(
			searches.map(({ request, ...search }) => ({
				...search,
				request: { ...request, body: { ...request.body, ...filter } },
			})),
		);
		if (count === null) {
			service.note(
				'The service gives no count that can be relied on, and there are too many alerts to count them one by one, so the count is empty. Count shorter times',
			);
		}
		yield { ...shown, count };
	}
}

class Counter {
	/** Whether a cursor was seen that leads to nothing, just as the count had said. */
	private isChecked = false;

	constructor(private readonly service: Pick<Service, 'send' | 'note'>) {}

	/** The alerts that several searches find together; null if their count cannot be known. */
	async countAll(searches: readonly Search[]): Promise<number | null> {
		const found = new FoundOnce(searches, this.service);
		let count = 0;
		for (const [index, search] of searches.entries()) {
			const isAlone = searches.every((other) => other === search || !mayOverlap(search, other));
			const more = isAlone
				? await this.count(search.request)
				: await this.countNew(search.request, (records) => found.new(records, index).length);
			if (more === null) return null;
			if (more === COUNT_CAP) {
				this.service.note(
					`The count is ${COUNT_CAP}, where a service may stop counting: there may be more alerts. Count shorter times`,
				);
			}
			count += more;
		}
		return count;
	}

	private async countNew(
		search: ApiRequest,
		newIn: (records: IDataObject[]) => number,
	): Promise<number | null> {
		let count = 0;
		let pages = 0;
		for await (const { records, next } of alertPages(this.service, search)) {
			count += newIn(records);
			pages += 1;
			if (pages === MOST_PAGES && next !== undefined) return null;
		}
		return count;
	}

	private async count(search: ApiRequest): Promise<number | null> {
		let read = 0;
		let pages = 0;
		let counted: number | undefined;
		for await (const { records, total = 0, next } of alertPages(this.service, search)) {
			read += records.length;
			pages += 1;
			if (pages === 1) {
				counted = total;
				if (read > 0 && (total > read || (total === read && this.isChecked))) return total;
			}
			if (pages === MOST_PAGES && next !== undefined) return null;
		}
		this.isChecked ||= pages > 1 && counted === read;
		return read;
	}
}

/**
 * The groups of the profiles that the service lists, or of those that the filter names.
 * @throws ApiError
 */
export async function profileGroups(
	service: Service,
	wanted: readonly Id[],
): Promise<AlertGroup[]> {
	const rows = await wholeList(service, ALERT_PROFILES);
	const names = new Map(
		rows.flatMap(({ profile_id, profile_name }) => {
			const id = toId(profile_id);
			return id === undefined ? [] : [[id, profile_name] as const];
		}),
	);
	return (wanted.length === 0 ? [...names.keys()] : wanted).map((id) => ({
		shown: { profile_name: names.get(id) ?? '', profile_id: shownId(id) },
		filter: { profile_ids: [id] },
	}));
}
