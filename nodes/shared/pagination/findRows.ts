import type { IDataObject } from 'n8n-workflow';

import type { ApiRequest, Service } from '../http/request';
import { pageIncrement, type RowsOf } from './paginate';

/** Rows that are looked up one by one; more are looked up in the whole list. */
const MAX_SINGLE_LOOK_UPS = 10;

/**
 * The rows of a list that any of the queries finds; for many queries all rows of the list.
 * @throws ApiError
 */
export async function findRows(
	service: Service,
	request: ApiRequest,
	rowsOf: RowsOf,
	queries: ReadonlyArray<NonNullable<ApiRequest['query']>>,
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	const pages = pageIncrement(rowsOf);
	for (const query of queries.length > MAX_SINGLE_LOOK_UPS ? [{}] : queries) {
		for await (const page of pages(service, { ...request, query }, Infinity)) rows.push(...page);
	}
	return rows;
}
