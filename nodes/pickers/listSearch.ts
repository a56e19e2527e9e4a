import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { ApiError } from '../shared/http/apiError';
import { createClient, type ApiClient, type RetryPolicy } from '../shared/http/client';
import type { ApiRequest, Scope } from '../shared/http/request';
import { toCount } from '../shared/json';
import { extractRows, LARGEST_PAGE, metaOf } from '../shared/pagination/paginate';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { fieldItems, recentAlerts } from './alertFields';
import { alertProfiles, pickerSources, type PickerSource } from './sources';

/** Pages that one search reads at most before it shows what it found; scrolling reads on. */
const PAGES_PER_SEARCH = 5;
const PICKER_PAGE = 200;

/** A person waits for the list. */
const RETRY_POLICY: RetryPolicy = { attempts: 2, maxWaitMs: 5000 };

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/**
 * Reads on until something fits the filter, so that a person never sees an empty page in between. A list
 * that is read whole is sorted by name.
 */
const searchIn = ({ list, query, item }: PickerSource): ListSearch =>
	async function (filter = '', paginationToken) {
		const wanted = filter.trim().toLowerCase();
		const fitting = (rows: readonly IDataObject[]): INodeListSearchItems[] =>
			distinct(rows.map(item)).filter((each) => fits(each, wanted));
		return await withClient(this, list.request.scope, async (client) => {
			const request = { ...list.request, query: query?.(this) ?? {} };
			const readPage = async (paging: ApiRequest['query']) => {
				const asked = { ...request, query: { ...request.query, ...paging } };
				const { body } = await client.send(asked);
				const { total } = metaOf(body);
				return { rows: extractRows(body, list.rows, asked), total: toCount(total) ?? 0 };
			};
			if (!list.isPaged) return { results: fitting((await readPage({})).rows).toSorted(byName) };
			const limit = wanted === '' ? PICKER_PAGE : LARGEST_PAGE;
			// Where the search goes on: its next page, and the rows before it.
			const [first = 1, before = 0] = (paginationToken ?? '1 0').split(' ').map(Number);
			let read = before;
			let results: INodeListSearchItems[] = [];
			let page = first;
			for (; page < first + PAGES_PER_SEARCH && results.length === 0; page++) {
				const { rows, total } = await readPage({
					page,
					limit,
					...(list.sort && { sort: list.sort }),
				});
				results = fitting(rows);
				read += rows.length;
				// A service may serve smaller pages than asked.
				if (rows.length === 0 || (rows.length < limit && read >= total)) {
					return { results: page === 1 ? results.toSorted(byName) : results };
				}
			}
			return { results, paginationToken: `${page} ${read}` };
		});
	};

async function withClient<T>(
	context: ILoadOptionsFunctions,
	scope: Scope,
	read: (client: ApiClient) => Promise<T>,
): Promise<T> {
	const client = await createClient(context, { scope, retryPolicy: RETRY_POLICY });
	try {
		return await read(client);
	} catch (error) {
		const isForUser = error instanceof ApiError || error instanceof InvalidParameterError;
		throw isForUser ? error.toNodeError(context.getNode()) : error;
	}
}

/** Items of one value once: several rows may share a name. */
const distinct = (items: readonly INodeListSearchItems[]): INodeListSearchItems[] => [
	...new Map(items.map((item) => [item.value, item])).values(),
];

const { compare } = new Intl.Collator('en', { numeric: true });

const byName = (one: { name: string }, other: { name: string }): number =>
	compare(one.name, other.name);

const fits = ({ name, value }: INodeListSearchItems, wanted: string): boolean =>
	wanted === '' || name.toLowerCase().includes(wanted) || String(value) === wanted;

const searchAlertFields: ListSearch = async function (filter = '') {
	return await withClient(this, 'alerts.READ', async (client) => {
		const request = recentAlerts(Date.now());
		const { body } = await client.send(request);
		const alerts = extractRows(body, ({ data }) => data, request);
		const wanted = filter.trim().toLowerCase();
		return {
			results: fieldItems(alerts)
				.filter((item) => fits(item, wanted) || String(item.value).toLowerCase().includes(wanted))
				.toSorted(byName),
		};
	});
};

/** The list searches of all pickers. */
export const listSearch: Record<string, ListSearch> = {
	searchAlertFields,
	...Object.fromEntries(
		Object.entries<PickerSource>(pickerSources).map(([name, source]) => [name, searchIn(source)]),
	),
};

/** The drop-downs of several values that come from the service. */
export const loadOptions = {
	async getAlertProfiles(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const { request, rows } = alertProfiles.list;
		return await withClient(this, request.scope, async (client) => {
			const { body } = await client.send(request);
			return extractRows(body, rows, request).map(alertProfiles.item).toSorted(byName);
		});
	},
};
