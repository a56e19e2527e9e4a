import type { IDataObject } from 'n8n-workflow';

import { isObject, toId, type JsonObject } from '../shared/json';
import { rowsIn } from '../shared/pages';
import type { Request } from '../shared/request';
import { alertRow } from './alertRow';

/** A page of a bulk request; counts that the service does not give, or not as numbers, are undefined. */
export interface BulkPage {
	number: number;
	rows: IDataObject[];
	/** The service's count of all alerts of the request. */
	total: number | undefined;
	/** Where the service says it goes on; on its last page anything but a greater number. */
	next: number | undefined;
	/** The service's count of the alerts of this page. */
	counted: number | undefined;
}

/**
 * Reads the answer to an alert bulk fetch (GET /api/v2/alerts/bulk).
 * @throws Refusal where it holds no list of alerts
 */
export function bulkPageIn(body: JsonObject, number: number, request: Request): BulkPage {
	const meta = isObject(body.meta) ? body.meta : {};
	return {
		number,
		rows: rowsIn(body, (answer) => answer.data, request).map(alertRow),
		total: countIn(meta.total_items),
		next: countIn(meta.next_page),
		counted: countIn(meta.items_in_current_page),
	};
}

/** A count of an answer: a whole number that is not negative. */
const countIn = (value: unknown): number | undefined => {
	const count = typeof value === 'number' ? toId(value) : undefined;
	return typeof count === 'number' && count >= 0 ? count : undefined;
};

/** Whether two pages hold the same alerts; pages of one and the same alert only are not told apart. */
export function repeats(rows: readonly IDataObject[], before: readonly IDataObject[]): boolean {
	const at = (list: readonly IDataObject[], index: number): string =>
		JSON.stringify(list.at(index) ?? null);
	if (rows.length === 0 || at(rows, 0) !== at(before, 0) || at(rows, -1) !== at(before, -1)) {
		return false;
	}
	if (rows.length !== before.length) return false;
	const text = JSON.stringify(rows);
	if (text !== JSON.stringify(before)) return false;
	const first = at(rows, 0);
	return rows.some((row) => JSON.stringify(row) !== first);
}
