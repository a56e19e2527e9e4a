import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../http/apiError';
import type { ApiRequest } from '../http/request';
import { asText } from '../json';
import { keeping, type Service } from './service';
import { listRequest, pagesOf, type List } from './list';
import { LAST_PAGE } from './paginate';

type Query = NonNullable<ApiRequest['query']>;

/** How often a list is read at most until its count holds. */
const MAX_READINGS = 3;

/**
 * Reads a list to its end, again if it changes meanwhile: a row may be missed between two pages.
 * @param isEnough whether rows tell what is asked, whatever the service counts
 * @throws ApiError if the service refuses, or the list is not whole each time
 */
export async function wholeList(
	service: Service,
	list: List,
	query: Query = {},
	isEnough: (rows: readonly IDataObject[]) => boolean = () => false,
): Promise<IDataObject[]> {
	const isFiltered = list.isPaged && Object.values(query).some((value) => value !== undefined);
	let issue = '';
	for (let reading = 1; reading <= MAX_READINGS; reading++) {
		const { rows, pages, counts } = await readOnce(service, list, query);
		const distinct = new Set(rows.map((row) => asText(row[list.id]) || row)).size;
		const count = Math.max(0, ...counts);
		// With filters, a count may be that of all records there are.
		const isCounted = (counts.size <= 1 && (isFiltered || distinct >= count)) || isEnough(rows);
		const isNamed = rows.every(
			(row) => asText(row[list.id]) !== '' || asText(row[list.name]) !== '',
		);
		if (isCounted && isNamed && pages < LAST_PAGE) return rows;
		issue = !isCounted
			? `the service counts ${count} and served ${distinct}`
			: isNamed
				? `it goes on after page ${LAST_PAGE}`
				: `it holds records without ${list.id} and ${list.name}`;
	}
	throw new ApiError('incomplete', {
		what: `The list of ${list.nouns} could not be read whole: ${issue}`,
		said: `The list was read ${MAX_READINGS} times. If it was changing, run the node again.`,
	});
}

/** The rows of a list, how many pages had them, and the counts that differ from those of a page. */
async function readOnce(service: Service, list: List, query: Query) {
	const rows: IDataObject[] = [];
	const counts = new Set<number>();
	let pages = 0;
	let last = 0;
	const watched: Service = {
		...keeping(service),
		note: () => undefined,
		counted: (count) => void (last = count),
	};
	for await (const page of pagesOf(list)(watched, listRequest(list, query), Infinity)) {
		for (const row of page) rows.push(row);
		pages += 1;
		if (last > page.length) counts.add(last);
	}
	// An empty first page is none.
	if (pages === 0 && last > 0) counts.add(last);
	return { rows, pages, counts };
}
