import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { ALERT_FIELDS } from '../contract/alertFields';
import {
	AGENTS,
	ALERT_PROFILES,
	DOMAINS,
	LOG_SOURCE_GROUPS,
	LOG_SOURCES,
	LOG_TYPES,
	PARSER_RULES,
} from '../contract/lists';
import { createClient } from '../shared/http/client';
import type { Query } from '../shared/http/request';
import type { RetryPolicy } from '../shared/http/retryPolicy';
import { toId } from '../shared/json';
import { toNodeError } from '../shared/nodeErrors';
import {
	MAX_PAGE_SIZE,
	MAX_PAGE,
	mayHaveNextPage,
	type ServiceList,
} from '../shared/pagination/list';
import { extractRows, metaOf } from '../shared/pagination/pages';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { pickedOf } from '../shared/parameters/presence';
import { asText, labelOfName, quote } from '../shared/texts';

/** The entries that a picker offers, and how to read them. */
interface PickerList {
	list: ServiceList;
	/** The field that an entry chooses by; the ID by default. */
	valueField?: string;
	/** The field to sort by, if the endpoint sorts. */
	sort?: string;
	/** Returns the part of the query that other fields choose. */
	queryOf?: (context: ILoadOptionsFunctions) => Query;
}

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** The number of entries on a page, if nothing is typed. */
const PICKER_PAGE_SIZE = 200;

/** A picker gives up early, since a person is waiting for the list. */
const RETRY_POLICY: RetryPolicy = { maxAttempts: 2, maxWaitMs: 5000 };

/** Makes the search of a picker. It reads on until a page has a match, since n8n requests no page after an empty one. */
const searchIn = ({ list, valueField, sort, queryOf }: PickerList): ListSearch =>
	async function (filter = '', paginationToken = '1 0') {
		const typedText = filter.trim();
		const limit = typedText === '' ? PICKER_PAGE_SIZE : MAX_PAGE_SIZE;
		// The token holds the next page and the number of rows before it, since a service may serve smaller pages.
		const [firstPage = 1, rowsBefore = 0] = paginationToken.split(' ').map(Number);
		try {
			const { scope } = list.request;
			const client = await createClient(this, { scope, retryPolicy: RETRY_POLICY });
			const chosen = queryOf?.(this);
			let readCount = rowsBefore;
			// Unlike {@link listPages}, a search goes on from a token, and stops at a page with a match.
			for (let page = firstPage; ; page++) {
				const query = { ...chosen, ...(list.isPaged && { limit, page, sort }) };
				const { body } = await client.send({ ...list.request, query });
				const rows = extractRows(body, list.rows, list.request);
				// Several rows may share a value. An entry without a name or a value cannot be shown.
				const entries = new Map(rows.map((row) => entryOf(row, list, valueField)));
				const results = [...entries.values()].filter(
					(item) => item.name && item.value && matchesSearch(item, typedText.toLowerCase()),
				);
				readCount += rows.length;
				const position = { page, limit, pageRows: rows.length, readCount };
				if (!list.isPaged || page === MAX_PAGE || !mayHaveNextPage(metaOf(body), position)) {
					return { results: page === 1 ? sortByName(results) : results };
				}
				if (results.length > 0) return { results, paginationToken: `${page + 1} ${readCount}` };
				if (client.expectedWait(1) > RETRY_POLICY.maxWaitMs) {
					throw new InvalidParameterError(
						`None of the first ${readCount} ${list.plural} has ${quote(typedText)} in its name`,
						'Choose By ID or By Name, or wait a minute and try again.',
					);
				}
			}
		} catch (error) {
			throw toNodeError(this, error);
		}
	};

function sortByName(items: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const { compare } = new Intl.Collator('en', { numeric: true });
	return items.toSorted((first, second) => compare(first.name, second.name));
}

/** Returns whether an entry fits a search: by a part of its name, or by its whole ID. */
const matchesSearch = ({ name, value }: INodeListSearchItems, text: string): boolean =>
	name.toLowerCase().includes(text) || String(value) === text;

/** Makes the value and the entry of a row. Rows of several namespaces may share a name, so the name shows it. */
function entryOf(
	row: IDataObject,
	{ idField, nameField, detailField, namespace }: ServiceList,
	valueField = idField,
): [value: string, entry: INodeListSearchItems] {
	const [value, description] = [asText(row[valueField]), asText(row[detailField])];
	const name = asText(row[nameField]).trim() || value;
	const isNamespaced = namespace !== undefined && description !== '';
	return [
		value,
		isNamespaced ? { name: `${name} (${description})`, value } : { name, value, description },
	];
}

function chosenLogType(context: ILoadOptionsFunctions): number | bigint {
	const chosen = context.getCurrentNodeParameter('log_type_id');
	const id = toId(pickedOf(chosen).value);
	if (id !== undefined) return id;
	throw new InvalidParameterError(
		'Choose a log type first, from the list or by its ID',
		'The parser rules of the chosen log type are listed here.',
	);
}

/** The fields that a query can name: all that identify an alert, except Time, which the search bounds. */
const QUERY_FIELDS: readonly INodeListSearchItems[] = sortByName(
	ALERT_FIELDS.filter(({ key, isIdentity }) => isIdentity && key !== 'Time').map(
		({ key, column }) => {
			const value = key.toUpperCase();
			return { name: labelOfName(column), value, description: `${value} in queries` };
		},
	),
);

export const listSearch = {
	searchLogSources: searchIn({ list: LOG_SOURCES, sort: LOG_SOURCES.nameField }),
	searchLogSourceGroupNames: searchIn({
		list: LOG_SOURCE_GROUPS,
		valueField: LOG_SOURCE_GROUPS.nameField,
	}),
	searchAgents: searchIn({ list: AGENTS }),
	async searchAlertFields(
		this: ILoadOptionsFunctions,
		filter = '',
	): Promise<INodeListSearchResult> {
		const text = filter.trim().toLowerCase();
		const results = QUERY_FIELDS.filter((item) => matchesSearch(item, text));
		return await Promise.resolve({ results });
	},
	searchAlertProfiles: searchIn({ list: ALERT_PROFILES }),
	searchDomainNames: searchIn({ list: DOMAINS, valueField: DOMAINS.nameField }),
	searchLogTypes: searchIn({ list: LOG_TYPES }),
	searchParserRules: searchIn({
		list: PARSER_RULES,
		queryOf: (context) => ({ log_type_id: chosenLogType(context) }),
	}),
};

/** The list searches that pickers can name. */
export type SearchName = keyof typeof listSearch;

/** The methods that load the choices of a drop-down. */
export type LoadName = keyof typeof loadOptions;

/** The drop-downs of several values that come from the service. */
export const loadOptions = {
	async getAlertProfiles(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return (await listSearch.searchAlertProfiles.call(this)).results;
	},
};
