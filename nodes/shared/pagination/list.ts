import type { ApiRequest, Scope } from '../http/request';
import {
	pageIncrement,
	singlePage,
	type Paginator,
	type RowsOf,
	type ReadingOfPages,
} from './paginate';

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

/** The pages of a list. */
export const pagesOf = ({ isPaged, rows }: List, start?: ReadingOfPages): Paginator =>
	isPaged ? pageIncrement(rows, start) : singlePage(rows);

/** The request of a list with filters. */
export const listRequest = (
	{ request }: List,
	query: NonNullable<ApiRequest['query']>,
): ApiRequest => ({ ...request, query });
