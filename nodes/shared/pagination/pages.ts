import type { IDataObject } from 'n8n-workflow';

import { ApiError, unexpectedResponse } from '../http/apiError';
import { requestName, type ApiRequest, type Send } from '../http/request';
import { dataOf, isObject, isRow, type JsonObject } from '../json';
import { mapInSlices } from './inSlices';

/** The service as an operation uses it: to send requests, to wait, and to leave notes for the user. */
export interface ServiceAccess {
	send: Send;
	/** Waits for a time in ms. @throws NodeOperationError if the execution is cancelled */
	pause: (ms: number) => Promise<void>;
	/** Shows a note beside the output; a warning by default. */
	addNote: (message: string, type?: 'warning' | 'info') => void;
	/** Receives the service's count, if it gives one, and the number of requests still needed. */
	onCount?: (total: number | undefined, requestsLeft: number) => void;
	/** The time zone of the service, if the credential names it. */
	timeZone?: string | undefined;
}

/** The maximum size of all responses whose rows are in memory together. */
const MAX_KEPT_MB = 500;

/** Bounds the total size of the responses, for rows that stay in memory; a response beyond it is an ApiError. */
export function withMemoryLimit<S extends Pick<ServiceAccess, 'send'>>(service: S): S {
	let bytesLeft = MAX_KEPT_MB * 1_000_000;
	return {
		...service,
		send: async (request) => {
			const response = await service.send(request);
			bytesLeft -= response.size ?? 0;
			if (bytesLeft >= 0) return response;
			const headline = `The responses to ${requestName(request)} exceed ${MAX_KEPT_MB} MB in total`;
			const advice =
				'This is too much to hold in memory. Set a limit or narrower filters. To read all alerts, use Export with a file as Format.';
			throw ApiError.of('incomplete', { headline, advice });
		},
	};
}

/** The service for reading parts of a list, whose counts are not those of the whole list. */
export const withoutCount = (service: ServiceAccess): ServiceAccess => ({
	...service,
	onCount: () => undefined,
});

/** The result of reading a list. */
export interface ReadResult {
	/** Details of the whole list, which the item of a file shows. */
	details: IDataObject;
	/** Texts about what is or may be missing; empty if the list is complete. */
	issues: readonly string[];
	/** A text about rows that the user's limit left out, if it may have left out any. */
	cut?: string;
	/** The error that ended the reading early, with the advice how to continue. */
	error?: ApiError;
}

/**
 * Yields the rows of a list page by page until the list ends or the consumer stops, and returns the result.
 * @param maxRows the number of rows after which the consumer stops
 * @throws ApiError if the service refuses, or if its pages make no progress
 */
export type Paginator = (
	service: ServiceAccess,
	request: ApiRequest,
	maxRows: number,
) => AsyncGenerator<IDataObject[], ReadResult, undefined>;

/** The result of a list of which nothing is missing. */
export const COMPLETE: ReadResult = { details: {}, issues: [] };

export const resultWith = (...issues: string[]): ReadResult => ({ details: {}, issues });

/** Changes the rows of each page; the `ReadResult` stays as it is. */
export async function* mapPages(
	pages: ReturnType<Paginator>,
	change: (rows: readonly IDataObject[]) => IDataObject[],
): AsyncGenerator<IDataObject[], ReadResult, undefined> {
	for (let page = await pages.next(); ; page = await pages.next()) {
		if (page.done === true) return page.value;
		yield await mapInSlices(page.value, change);
	}
}

/** Reads pages to their end. */
export async function collectRows(
	pages: AsyncGenerator<readonly IDataObject[], ReadResult, undefined>,
): Promise<{ rows: IDataObject[]; result: ReadResult }> {
	const rows: IDataObject[] = [];
	for (let page = await pages.next(); ; page = await pages.next()) {
		if (page.done === true) return { rows, result: page.value };
		for (const row of page.value) rows.push(row);
	}
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
