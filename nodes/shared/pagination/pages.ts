import type { IDataObject } from 'n8n-workflow';

import { ApiError, unexpectedResponse } from '../http/apiError';
import { requestName, type ApiRequest, type Send } from '../http/request';
import { dataOf, isObject, isRow, type JsonObject } from '../json';

/** The service as an operation uses it: to send requests, to wait, and to leave notes for the user. */
export interface ServiceAccess {
	send: Send;
	/** Waits for a time in ms. @throws NodeOperationError if the execution is cancelled */
	pause: (ms: number) => Promise<void>;
	/** Shows a note beside the output; a warning by default. */
	addNote: (message: string, type?: 'warning' | 'info') => void;
	/** The time zone of the service, if the credential names it. */
	timeZone?: string | undefined;
}

/** The maximum size of all responses whose rows or files are in memory together. */
const MAX_KEPT_MB = 500;

/** Bounds the total size of the responses of all services passed to it. A response beyond the bound is an ApiError. */
export function makeMemoryLimit(): (service: ServiceAccess) => ServiceAccess {
	let bytesLeft = MAX_KEPT_MB * 1_000_000;
	return (service) => ({
		...service,
		send: async (request) => {
			const response = await service.send(request);
			bytesLeft -= response.size ?? 0;
			if (bytesLeft >= 0) return response;
			const headline = `The responses to ${requestName(request)} exceed ${MAX_KEPT_MB} MB in total`;
			const advice =
				'This is too much to hold in memory. Set a limit or narrower filters. Export takes more alerts if n8n keeps files on disk.';
			throw ApiError.of('incomplete', { headline, advice });
		},
	});
}

/** A page of a list. The last one may have no rows. */
export interface RowPage {
	rows: IDataObject[];
	/** The service's count of all rows, if it gives one. */
	total?: number | undefined;
	/** Texts about rows that are or may be missing in the list. */
	missing?: readonly string[];
}

/** The pages of a list, until it ends or the consumer stops. */
export type RowPages = AsyncGenerator<RowPage, void, undefined>;

/** Changes the rows of each page, and drops the service's count. */
export async function* mapUncountedRows(
	pages: RowPages,
	change: (rows: IDataObject[]) => IDataObject[],
): RowPages {
	for await (const { rows, missing = [] } of pages) yield { rows: change(rows), missing };
}

/** Reads pages to their end. */
export async function collectRows(
	pages: RowPages,
): Promise<{ rows: IDataObject[]; missing: string[] }> {
	const rows: IDataObject[] = [];
	const missing: string[] = [];
	for await (const page of pages) {
		for (const row of page.rows) rows.push(row);
		missing.push(...(page.missing ?? []));
	}
	return { rows, missing };
}

/** Picks the rows from the body of a response. */
export type RowsOf = (body: JsonObject) => unknown;

/** Extracts the rows of a response. @throws ApiError if they are missing or are not objects */
export function extractRows(body: JsonObject, rowsOf: RowsOf, request: ApiRequest): IDataObject[] {
	const rows = rowsOf(body);
	if (Array.isArray(rows) && rows.every(isRow)) return rows;
	throw unexpectedResponse(request, 'it holds no list of records');
}

/** Returns whether two pages have the same rows; false for empty pages. */
export const areSameRows = (
	rows: readonly IDataObject[],
	others: readonly IDataObject[],
): boolean =>
	rows.length > 0 &&
	rows.length === others.length &&
	rows.every((row, index) => JSON.stringify(row) === JSON.stringify(others[index]));

/** Returns the `meta` object of a response, which some endpoints put beside `data` and others inside it. */
export const metaOf = (body: JsonObject): JsonObject => {
	const { meta = dataOf(body).meta } = body;
	return isObject(meta) ? meta : {};
};
