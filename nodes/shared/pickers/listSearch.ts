import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { createClient } from '../http/client';
import { asText, isObject, toId } from '../json';
import type { Search } from './locators';
import { LARGEST_PAGE, extractRows, type RowsOf } from '../pagination/paginate';
import { ApiError, asApiErrorOrThrow } from '../http/apiError';
import type { ApiRequest } from '../http/request';

/** Pages that one search reads at most before it shows what it found; scrolling reads on. */
const PAGES_A_SEARCH = 5;
const PICKER_PAGE = 200;

interface Source {
	request: (context: ILoadOptionsFunctions) => ApiRequest;
	rows: RowsOf;
	/** Whether the endpoint takes page and limit. */
	paged: boolean;
	item: (row: IDataObject) => INodeListSearchItems;
}

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

const data =
	(name: string): RowsOf =>
	(body) =>
		isObject(body.data) ? body.data[name] : undefined;

const named =
	(name: string, value: string, detail?: string) =>
	(row: IDataObject): INodeListSearchItems => ({
		name: asText(row[name] ?? row[value]),
		value: row[value] as string | number,
		...(detail === undefined ? {} : { description: asText(row[detail]) }),
	});

const get = (path: string, scope: ApiRequest['scope']) => (): ApiRequest => ({
	method: 'GET',
	path,
	scope,
});

const logSources = {
	request: get('/log-sources', 'logsources.READ'),
	rows: data('log_sources'),
	paged: true,
} as const;

const sources: Record<Search, Source> = {
	searchLogSources: {
		...logSources,
		// Several domains may have a log source of the same name.
		item: ({ log_source, log_source_id, domain_name }) => ({
			name: `${asText(log_source)} (${asText(domain_name)})`,
			value: log_source_id as string | number,
		}),
	},
	searchLogSourceNames: { ...logSources, item: named('log_source', 'log_source', 'domain_name') },
	searchLogSourceGroupNames: {
		request: get('/log-sources/log-source-groups', 'logsources.READ'),
		rows: data('groups'),
		paged: true,
		item: named('log_source_group', 'log_source_group', 'group_description'),
	},
	searchAgents: {
		request: get('/log-sources/agents', 'agents.READ'),
		rows: data('agents'),
		paged: true,
		item: named('agent_name', 'agent_id', 'status'),
	},
	searchDomainNames: {
		request: get('/log-sources/domains', 'domains.READ'),
		rows: data('domains'),
		paged: false,
		item: named('domain_name', 'domain_name', 'domain_flat_name'),
	},
	searchLogTypes: {
		request: get('/log-type', 'logformats.READ'),
		rows: data('types'),
		paged: false,
		item: named('log_type_display_name', 'log_type_id', 'origin'),
	},
	searchParserRules: {
		request: (context) => ({
			method: 'GET',
			path: '/log-type/parser',
			scope: 'logformats.READ',
			query: { log_type_id: chosenLogType(context) },
		}),
		rows: data('rules'),
		paged: false,
		item: named('rule_name', 'rule_id', 'origin'),
	},
};

function chosenLogType(context: ILoadOptionsFunctions): number | bigint {
	const chosen = context.getCurrentNodeParameter('log_type_id');
	const id = toId(isObject(chosen) && 'value' in chosen ? chosen.value : chosen);
	if (id === undefined) {
		throw new ApiError({
			message: 'Choose a log type first',
			description: 'The parser rules of the chosen log type are listed here.',
			applied: 'no',
			retry: 'never',
		});
	}
	return id;
}

/** Reads on until something fits the filter, so that a person never sees an empty page in between. */
const searchIn = (source: Source): ListSearch =>
	async function (filter = '', paginationToken) {
		const api = await createClient(this, { attempts: 2, longestWaitMs: 5000 });
		const wanted = filter.trim().toLowerCase();
		const results: INodeListSearchItems[] = [];
		const limit = wanted === '' ? PICKER_PAGE : LARGEST_PAGE;
		let page = Number(paginationToken ?? 1);
		try {
			const base = source.request(this);
			for (let turn = 0; turn < PAGES_A_SEARCH && results.length === 0; turn++) {
				const request = source.paged
					? { ...base, query: { ...base.query, page: page++, limit } }
					: base;
				const rows = extractRows((await api.send(request)).body, source.rows, request);
				const items = distinct(rows.map(source.item));
				results.push(...items.filter((item) => fits(item, wanted)));
				if (!source.paged || rows.length === 0 || rows.length % 10 !== 0) return { results };
			}
			return { results, paginationToken: String(page) };
		} catch (fault) {
			throw asApiErrorOrThrow(fault).toNodeError(this.getNode());
		}
	};

/** Items of one value once: what is named by its name alone may be there several times. */
const distinct = (items: readonly INodeListSearchItems[]): INodeListSearchItems[] => [
	...new Map(items.map((item) => [item.value, item])).values(),
];

const fits = ({ name, value }: INodeListSearchItems, wanted: string): boolean =>
	wanted === '' || name.toLowerCase().includes(wanted) || String(value) === wanted;

/** The list searches of all pickers. */
export const listSearch: Record<Search, ListSearch> = {
	searchAgents: searchIn(sources.searchAgents),
	searchDomainNames: searchIn(sources.searchDomainNames),
	searchLogSourceGroupNames: searchIn(sources.searchLogSourceGroupNames),
	searchLogSourceNames: searchIn(sources.searchLogSourceNames),
	searchLogSources: searchIn(sources.searchLogSources),
	searchLogTypes: searchIn(sources.searchLogTypes),
	searchParserRules: searchIn(sources.searchParserRules),
};

/** The drop-downs of many values that come from the service. */
export const loadOptions = {
	async getAlertProfiles(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const api = await createClient(this, { attempts: 2, longestWaitMs: 5000 });
		const request: ApiRequest = { method: 'GET', path: '/alerts/profile', scope: 'alerts.READ' };
		try {
			const { body } = await api.send(request);
			return extractRows(body, (answer) => answer.data, request).map(
				named('profile_name', 'profile_id', 'severity'),
			);
		} catch (fault) {
			throw asApiErrorOrThrow(fault).toNodeError(this.getNode());
		}
	},
};
