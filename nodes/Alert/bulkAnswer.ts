import type { ArrivedRow, Gathered, Gather, RowPage } from '../shared/files/rowBatch';
import { isObject, toId } from '../shared/json';
import { extractRows } from '../shared/pagination/paginate';
import type { ApiResponse, ApiRequest } from '../shared/http/request';
import { alertRow } from './alertRow';

/** A page of a bulk request; counts that the service does not give, or not as numbers, are undefined. */
export interface BulkPage<G extends Gathered> extends RowPage<G> {
	/** The service's count of all alerts of the request. */
	total: number | undefined;
	/** Where the service says it goes on; on its last page anything but a greater number. */
	next: number | undefined;
	/** The service's count of the alerts of this page. */
	counted: number | undefined;
}

/**
 * Reads the answer to an alert bulk fetch (GET /api/v2/alerts/bulk).
 * @throws ApiError where it holds no list of alerts
 */
export function bulkPageIn<G extends Gathered>(
	{ body, rows }: ApiResponse<G>,
	number: number,
	request: ApiRequest,
	gather: Gather<G>,
): BulkPage<G> {
	const meta = isObject(body.meta) ? body.meta : {};
	return {
		number,
		rows: rows ?? gather(extractRows(body, ({ data }) => data, request).map((row) => ({ row }))),
		total: countIn(meta.total_items),
		next: countIn(meta.next_page),
		counted: countIn(meta.items_in_current_page),
	};
}

/** Gathers alerts with one set of keys; see {@link alertRow}. */
export const gatherAlerts =
	<G extends Gathered>(gather: Gather<G>): Gather<G> =>
	(rows) =>
		gather(alertsOf(rows));

function* alertsOf(rows: Iterable<ArrivedRow>): Generator<ArrivedRow, void, undefined> {
	for (const arrived of rows) {
		const row = alertRow(arrived.row);
		yield row === arrived.row ? arrived : { row };
	}
}

/** A count of an answer: a whole number that is not negative. */
const countIn = (value: unknown): number | undefined => {
	const count = typeof value === 'number' ? toId(value) : undefined;
	return typeof count === 'number' && count >= 0 ? count : undefined;
};
