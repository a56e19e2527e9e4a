import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest } from '../shared/http/request';
import type { Service } from '../shared/pagination/service';
import {
	searchesFor,
	filterBody,
	type AlertFilters,
	type PartSearch,
	type FilterBody,
} from './filters';
import type { TimeBounds } from './times';

export type SearchBody = TimeBounds & FilterBody;

/** A service that requires a query is sent the one that takes all alerts. */
const ALL_ALERTS = { query: '*' };

/** Get alerts: POST /api/v2/alerts */
export const searchOf = (body: NonNullable<ApiRequest['body']>): ApiRequest => ({
	method: 'POST',
	path: '/alerts',
	body,
	idempotent: true,
	fallbackBody: ALL_ALERTS,
});

/**
 * The search of these filters and times.
 * @throws InvalidParameterError
 */
export const searchRequest = ({
	start_time,
	end_time,
	...params
}: AlertFilters & TimeBounds): ApiRequest =>
	searchOf({ start_time, end_time, ...filterBody(params) });

/** The query of a search, as a hint of the run shows it. */
export const querySent = (query: string): string => `Query sent: ${query}`;

/** Alert bulk request: POST /api/v2/alerts/bulk */
export const bulkRequest = (body: SearchBody): ApiRequest => ({
	method: 'POST',
	path: '/alerts/bulk',
	body,
	// A bulk request that is sent twice does no harm: its result is read by its own ID.
	idempotent: true,
	fallbackBody: ALL_ALERTS,
});

/** Alert bulk fetch: GET /api/v2/alerts/bulk */
export const bulkPageRequest = (request_id: string, page_no: number | undefined): ApiRequest => ({
	method: 'GET',
	path: '/alerts/bulk',
	query: { request_id, page_no },
});

/** One of the searches that find together what the conditions ask for. */
export type Search = PartSearch & { request: ApiRequest };

/** All of these searches: of the same times, one for each choice of values; each is shown. */
export const searchesOf = (
	params: AlertFilters,
	first: ApiRequest,
	service: Pick<Service, 'note'>,
): Search[] =>
	searchesFor(params).map((part) => {
		const { query } = part;
		if (query !== undefined) service.note(querySent(query), 'info');
		return { ...part, request: { ...first, body: { ...first.body, query } } };
	});

/**
 * Whether two searches may find the same alert: a service may compare without regard to case, or take
 * a value for a part of another.
 */
export const mayOverlap = (one: Search, other: Search): boolean =>
	one.values.every((value, index) => {
		const a = value.trim().toLowerCase();
		const b = (other.values[index] ?? '').trim().toLowerCase();
		return a.includes(b) || b.includes(a);
	});

const TAKEN_ONCE =
	'Alerts that several of the values find are taken once. Different alerts that look alike in all fields cannot be told from them';

/**
 * Keeps of each search what no earlier one found. Only searches that may overlap are compared, by all
 * that the service sent of an alert; what one search finds twice is two.
 */
export class FoundOnce {
	private readonly found: Array<Map<string, number>>;
	private readonly earlier: number[][];

	constructor(
		searches: readonly Search[],
		private readonly service: Pick<Service, 'note'>,
	) {
		this.found = searches.map(() => new Map<string, number>());
		this.earlier = searches.map((search, index) =>
			searches.flatMap((other, at) => (at !== index && mayOverlap(search, other) ? [at] : [])),
		);
	}

	/** The records that are new, of those that the search of that index found next. */
	new(records: readonly IDataObject[], search: number): IDataObject[] {
		const own = this.found[search] ?? new Map<string, number>();
		const others = (this.earlier[search] ?? []).map((index) => this.found[index]);
		if (others.length === 0) return [...records];
		return records.filter((record) => {
			const text = JSON.stringify(record);
			const count = (own.get(text) ?? 0) + 1;
			own.set(text, count);
			const isNew = others.every((found) => count > (found?.get(text) ?? 0));
			if (!isNew) this.service.note(TAKEN_ONCE, 'info');
			return isNew;
		});
	}
}
