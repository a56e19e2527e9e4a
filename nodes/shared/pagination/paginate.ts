import type { IDataObject } from 'n8n-workflow';

import { ApiError, unexpectedAnswer } from '../http/apiError';
import { requestName, type ApiRequest, type Send } from '../http/request';
import { dataOf, isObject, isRow, type JsonObject } from '../json';

/** The service as an operation uses it, with notes for the user. */
export interface Service {
	send: Send;
	/** Waits for a time in ms. @throws NodeOperationError if the execution is cancelled */
	pause: (ms: number) => Promise<void>;
	/** Shows a note beside the result: a warning, or an information. */
	note: (message: string, type?: 'warning' | 'info') => void;
	/** Receives the service's count of the records, and how many more requests they take. */
	counted?: (total: number, requestsLeft: number) => void;
	/** The time zone of the service, if the credential names it. */
	timeZone?: string | undefined;
}

/** The bound on all responses whose rows are in memory together. */
const MAX_KEPT_MB = 500;

/** A service whose rows stay in memory, which a list without an end would fill. */
export function withMemoryLimit<S extends Pick<Service, 'send'>>(service: S): S {
	let left = MAX_KEPT_MB * 1_000_000;
	return {
		...service,
		send: async (request) => {
			const answer = await service.send(request);
			left -= answer.size ?? 0;
			if (left >= 0) return answer;
			const message = `The responses to ${requestName(request)} have more than ${MAX_KEPT_MB} MB together`;
			const description =
				'This is too much to hold in memory. Set a Limit or narrower filters. To read all alerts, use Export: it writes them to files page by page.';
			throw new ApiError('tooLarge', {}, { message, description });
		},
	};
}

/** The end of a list: what the service said of the whole list, and what is missing. */
export interface Ending {
	/** Facts about the whole list, for the item of a file. */
	facts: IDataObject;
	/** Texts about what is missing, or may be; empty if the list is complete. */
	issues: readonly string[];
	/** Why the rest could not be read, and how to continue. */
	stopped?: ApiError;
}

/**
 * Yields the rows of a list, a page at a time, until they end or the consumer stops. Returns what is
 * missing at the end.
 * @param maxRows the bound on the rows that the consumer takes
 * @throws ApiError if the service refuses, or if its pages make no progress
 */
export type Paginator = (
	service: Service,
	request: ApiRequest,
	maxRows: number,
) =>
	AsyncGenerator<IDataObject[], Ending, undefined> | AsyncGenerator<IDataObject[], void, undefined>;

/** Makes the end of a list with these issues. */
export const endingWith = (...issues: string[]): Ending => ({ facts: {}, issues });

/** Changes each page of a list; the end of the list stays as it is. */
export async function* mapPages(
	pages: ReturnType<Paginator>,
	change: (rows: IDataObject[]) => IDataObject[],
): AsyncGenerator<IDataObject[], Ending, undefined> {
	for (let page = await pages.next(); ; page = await pages.next()) {
		if (page.done === true) return page.value ?? endingWith();
		yield change(page.value);
	}
}

/** Picks the rows out of a response. */
export type RowsOf = (body: JsonObject) => unknown;

/** Extracts the rows of a response. @throws ApiError if they are missing or no objects */
export function extractRows(body: JsonObject, rowsOf: RowsOf, request: ApiRequest): IDataObject[] {
	const rows = rowsOf(body);
	if (Array.isArray(rows) && rows.every(isRow)) return rows;
	throw unexpectedAnswer(request, 'it holds no list of records');
}

/** Whether two pages hold the same rows, at least one. */
export const areSameRows = (
	rows: readonly IDataObject[],
	others: readonly IDataObject[],
): boolean =>
	rows.length > 0 &&
	rows.length === others.length &&
	rows.every((row, at) => JSON.stringify(row) === JSON.stringify(others[at]));

/** The `meta` object of a response, which is beside `data` in some and inside it in others. */
export const metaOf = (body: JsonObject): JsonObject => {
	const { meta = dataOf(body).meta } = body;
	return isObject(meta) ? meta : {};
};
