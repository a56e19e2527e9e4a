import type { IDataObject } from 'n8n-workflow';

import { ApiError, unexpectedAnswer } from '../http/apiError';
import type { ApiRequest, Query, Scope } from '../http/request';
import { pick, toCount } from '../json';
import {
	areSameRows,
	endingWith,
	extractRows,
	withMemoryLimit,
	metaOf,
	type Paginator,
	type RowsOf,
	type Service,
} from './paginate';

/** A list of the service: its request, and the fields of its rows. */
export interface List {
	/** The words for one row and for several: "log source", "log sources". */
	readonly noun: string;
	readonly nouns: string;
	readonly request: ApiRequest & { readonly scope: Scope };
	readonly rows: RowsOf;
	/** Whether the endpoint takes `page`, `limit`, and filters by ID and name; if not, one response holds all rows. */
	readonly isPaged: boolean;
	/** The fields with the ID and the name of a row, and the one that a picker shows beside the name. */
	readonly id: string;
	readonly name: string;
	readonly detail?: string;
	/** The field with another name of a row that people also use. */
	readonly alias?: string;
	/** The field that a picker sorts by, if the endpoint sorts. */
	readonly sort?: string;
	/** The fields that Selected Fields offers, and those of a simplified row in the order a table shows them. */
	readonly columns?: readonly string[];
	readonly simple?: readonly string[];
}

/** The largest page, and the last one that the service serves (interface specification, Limits). */
export const MAX_PAGE_SIZE = 1000;
export const MAX_PAGE = 1000;

/**
 * Reads the pages of a list by `page` and `limit` (interface specification, Common pagination parameters).
 * Reading continues while a page is full or `meta.total` promises more, and an empty page ends it. A
 * request that names a page by `page` or `from` is sent alone, like that of a list without pages.
 */
export const pagesOf = (list: List): Paginator =>
	async function* (service, request, maxRows) {
		const { isPaged, rows: rowsOf } = list;
		const limit = Math.min(maxRows, MAX_PAGE_SIZE);
		const isNamed = namesPage(request);
		let read = 0;
		let before: readonly IDataObject[] = [];
		for (let page = 1; page <= MAX_PAGE; page++) {
			const paging = isNamed ? { limit } : { page, limit };
			const query = { ...request.query, ...(isPaged && paging) };
			const { body } = await service.send({ ...request, query });
			const rows = extractRows(body, rowsOf, request);
			if (areSameRows(rows, before)) {
				throw unexpectedAnswer(request, `page ${page} repeats the page before it`);
			}
			const { total, count } = metaOf(body);
			read += rows.length;
			if (!isPaged) {
				yield shown(list, rows);
				return endingWith(...issuesOfCount(service, count, read));
			}
			const left = Math.min(toCount(total) ?? 0, maxRows) - read;
			if (!isNamed) {
				service.counted?.(toCount(total) ?? read, Math.max(0, Math.ceil(left / limit)));
			}
			if (rows.length > 0) yield shown(list, rows);
			if (isNamed || read >= maxRows) return endingWith();
			if (rows.length === 0 || (rows.length < limit && left <= 0)) {
				return endingWith(...issuesOfCount(service, total, read));
			}
			before = rows;
		}
		return endingWith(
			`Only ${read} records were read: the service serves no page beyond ${MAX_PAGE}. Narrow the filters to reach the others`,
		);
	};

/** Whether a request names the page to read. */
export const namesPage = ({ query: { page, from } = {} }: ApiRequest): boolean =>
	page !== undefined || from !== undefined;

/** Rows without a simplified form begin with the fields by which people know them. */
const shown = ({ name, detail = name, simple }: List, rows: IDataObject[]): IDataObject[] =>
	simple === undefined ? rows.map((row) => ({ ...pick([name, detail], row), ...row })) : rows;

/**
 * Compares what a read served with the service's own count: fewer rows are an issue, more only a note.
 * @returns the issue, if there is one
 */
export function issuesOfCount(
	service: Pick<Service, 'note'>,
	counted: unknown,
	served: number,
	nouns = 'records',
): string[] {
	const count = toCount(counted) ?? served;
	const text = `The service counts ${count} ${nouns} and served ${served}`;
	if (served > count) service.note(text, 'info');
	return served < count ? [`${text}. If the list was changing, read it again`] : [];
}

/** Makes the request of a list with filters. */
export const listRequest = ({ request }: List, query: Query = {}): ApiRequest => ({
	...request,
	query,
});

/**
 * Reads a list to its end.
 * @throws ApiError if the service refuses, or serves fewer rows than it counts
 */
export async function wholeList(
	service: Service,
	list: List,
	query?: Query,
): Promise<IDataObject[]> {
	const { rows, shortfall } = await readList(service, list, query);
	if (shortfall !== undefined) throw shortfall;
	return rows;
}

/**
 * Reads a list as far as the service serves it.
 * @returns the rows, and an error if the service serves fewer than it counts
 * @throws ApiError if the service refuses
 */
export async function readList(
	service: Service,
	list: List,
	query?: Query,
): Promise<{ rows: IDataObject[]; shortfall?: ApiError }> {
	const rows: IDataObject[] = [];
	const kept: Service = { ...withMemoryLimit(service), counted: () => undefined };
	const pages = pagesOf(list)(kept, listRequest(list, query), Infinity);
	for (let page = await pages.next(); ; page = await pages.next()) {
		if (page.done === true) {
			const [issue] = page.value?.issues ?? [];
			if (issue === undefined) return { rows };
			const what = `The list of ${list.nouns} could not be read whole`;
			return { rows, shortfall: new ApiError('incomplete', { what, remedy: `${issue}.` }) };
		}
		for (const row of page.value) rows.push(row);
	}
}
