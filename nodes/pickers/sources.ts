import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';

import type { ApiRequest, Scope } from '../shared/http/request';
import { asText, dataOf, isObject, toId } from '../shared/json';
import type { RowsOf } from '../shared/pagination/paginate';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';

/** The list that a picker offers. */
export interface PickerSource {
	request: (context: ILoadOptionsFunctions) => ApiRequest;
	scope: Scope;
	rows: RowsOf;
	/** Whether the endpoint takes page and limit. */
	paged: boolean;
	item: (row: IDataObject) => INodeListSearchItems;
}

const data =
	(name: string): RowsOf =>
	(body) =>
		dataOf(body)[name];

const named =
	(name: string, value: string, detail?: string) =>
	(row: IDataObject): INodeListSearchItems => ({
		name: asText(row[name] ?? row[value]),
		value: idOrName(row[value]),
		...(detail === undefined ? {} : { description: asText(row[detail]) }),
	});

const idOrName = (value: unknown): string | number =>
	typeof value === 'number' ? value : asText(value);

const get = (path: string, sort?: string) => (): ApiRequest => ({
	method: 'GET',
	path,
	...(sort === undefined ? {} : { query: { sort } }),
});

const logSources = {
	request: get('/log-sources', 'log_source'),
	scope: 'logsources.READ',
	rows: data('log_sources'),
	paged: true,
} as const;

/** The alert profiles, for a picker and for a drop-down of several values. */
export const alertProfiles: PickerSource = {
	request: get('/alerts/profile'),
	scope: 'alerts.READ',
	rows: (body) => body.data,
	paged: false,
	item: named('profile_name', 'profile_id', 'severity'),
};

/** The sources of the pickers that list things, each of which is a row, by the names of their searches. */
export const pickerSources = {
	searchLogSources: {
		...logSources,
		// Several domains may have a log source of the same name.
		item: ({ log_source, log_source_id, domain_name }) => ({
			name: `${asText(log_source)} (${asText(domain_name)})`,
			value: idOrName(log_source_id),
		}),
	},
	searchLogSourceNames: { ...logSources, item: named('log_source', 'log_source', 'domain_name') },
	searchLogSourceGroupNames: {
		request: get('/log-sources/log-source-groups', 'log_source_group'),
		scope: 'logsources.READ',
		rows: data('groups'),
		paged: true,
		item: named('log_source_group', 'log_source_group', 'group_description'),
	},
	searchAgents: {
		request: get('/log-sources/agents'),
		scope: 'agents.READ',
		rows: data('agents'),
		paged: true,
		item: named('agent_name', 'agent_id', 'status'),
	},
	searchAlertProfiles: alertProfiles,
	searchDomainNames: {
		request: get('/log-sources/domains'),
		scope: 'domains.READ',
		rows: data('domains'),
		paged: false,
		item: named('domain_name', 'domain_name', 'domain_flat_name'),
	},
	searchLogTypes: {
		request: get('/log-type'),
		scope: 'logformats.READ',
		rows: data('types'),
		paged: false,
		item: named('log_type_display_name', 'log_type_id', 'origin'),
	},
	searchParserRules: {
		request: (context) => ({
			method: 'GET',
			path: '/log-type/parser',
			query: { log_type_id: chosenLogType(context) },
		}),
		scope: 'logformats.READ',
		rows: data('rules'),
		paged: false,
		item: named('rule_name', 'rule_id', 'origin'),
	},
} satisfies Record<string, PickerSource>;

function chosenLogType(context: ILoadOptionsFunctions): number | bigint {
	const chosen = context.getCurrentNodeParameter('log_type_id');
	const id = toId(isObject(chosen) && 'value' in chosen ? chosen.value : chosen);
	if (id !== undefined) return id;
	throw new InvalidParameterError(
		'Choose a log type first',
		'The parser rules of the chosen log type are listed here.',
	);
}
