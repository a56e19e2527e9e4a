import type { IDataObject } from 'n8n-workflow';

import { unexpectedAnswer } from '../http/apiError';
import type { ApiRequest } from '../http/request';
import type { Service } from './service';
import { pageIncrement, type RowsOf } from './paginate';

/** Rows that are looked up one by one; more are looked up in the whole list. */
const MAX_SINGLE_LOOK_UPS = 10;

/** How often a list that changes while it is read is read at most. */
const MAX_READINGS = 3;

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
	for (const query of queries.length > MAX_SINGLE_LOOK_UPS ? [{}] : queries) {
		rows.push(...(await unchangedRows(service, { ...request, query }, rowsOf)));
	}
	return rows;
}

/** Rows of a list whose count stays: from one that changes, a row may be missed between two pages. */
async function unchangedRows(
	service: Service,
	request: ApiRequest,
	rowsOf: RowsOf,
): Promise<IDataObject[]> {
	for (let turn = 1; turn <= MAX_READINGS; turn++) {
		let last = 0;
		const counting = { ...service, counted: (count: number) => void (last = count) };
		const counts = new Set<number>();
		const rows: IDataObject[] = [];
		for await (const page of pageIncrement(rowsOf)(counting, request, Infinity)) {
			rows.push(...page);
			// A count may be that of the page alone.
			if (last > page.length) counts.add(last);
		}
		if (counts.size <= 1) return rows;
	}
	throw unexpectedAnswer(request, 'the list changes while it is read');
}
