import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../http/apiError';
import type { ApiRequest, Scope } from '../http/request';
import { namedPage, pageIncrement, singlePage, type Paginator, type RowsOf } from './paginate';
import { keeping, type Service } from './service';

type Query = NonNullable<ApiRequest['query']>;

/** A list of the service: how it is asked for, and what its rows hold. */
export interface List {
	/** What one row is called, and several: "log source", "log sources". */
	readonly noun: string;
	readonly nouns: string;
	readonly request: ApiRequest & { readonly scope: Scope };
	readonly rows: RowsOf;
	/** Whether the endpoint takes `page`, `limit`, and filters by ID and name; otherwise one answer holds all rows. */
	readonly isPaged: boolean;
	/** The fields that hold the id of a row, its name, and what a picker shows beside the name. */
	readonly id: string;
	readonly name: string;
	readonly detail?: string;
	/** The field that a picker sorts by, if the endpoint sorts. */
	readonly sort?: string;
	/** The fields that a person reads first. */
	readonly columns: readonly string[];
	/** The fields of a simplified row, in the order a table shows them. */
	readonly simple?: readonly string[];
}

/** The pages of a list; one page alone if the user names it by `page` or `from`. */
export function pagesOf(
	{ isPaged, rows }: List,
	{ page, from }: { page?: number; from?: number } = {},
): Paginator {
	if (!isPaged) return singlePage(rows);
	return page === undefined && from === undefined ? pageIncrement(rows) : namedPage(rows);
}

/** The request of a list with filters. */
export const listRequest = ({ request }: List, query: Query): ApiRequest => ({ ...request, query });

/**
 * Reads a list to its end.
 * @throws ApiError if the service refuses, or serves another number of rows than it counts
 */
export async function wholeList(
	service: Service,
	list: List,
	query: Query = {},
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	const kept: Service = { ...keeping(service), counted: () => undefined };
	const pages = pagesOf(list)(kept, listRequest(list, query), Infinity);
	for (let page = await pages.next(); ; page = await pages.next()) {
		if (page.done === true) {
			const [issue] = page.value?.issues ?? [];
			if (issue === undefined) return rows;
			const what = `The list of ${list.nouns} could not be read whole`;
			throw new ApiError('incomplete', { what, said: `${issue}.` });
		}
		for (const row of page.value) rows.push(row);
	}
}
