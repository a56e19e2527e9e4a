import type { IDataObject } from 'n8n-workflow';

import type { Scope } from '../shared/http/request';
import { dataOf, type JsonObject } from '../shared/json';
import type { ServiceList } from '../shared/pagination/list';
import { asText } from '../shared/texts';

/** A list whose rows a picker takes by name. */
export interface ListOfNames extends ServiceList {
	/** The example of a name. */
	placeholder: string;
}

/** Describes a list: the word for a row, its request, and the member of `data` that holds the rows, `data` by default. */
const describeList = <S extends Scope>(noun: string, path: string, scope: S, member?: string) => ({
	noun,
	plural: `${noun}s`,
	request: { method: 'GET' as const, path, scope },
	rows: (body: JsonObject) => (member === undefined ? body.data : dataOf(body)[member]),
});

export const LOG_SOURCES = {
	...describeList('log source', '/log-sources', 'logsources.READ', 'log_sources'),
	isPaged: true,
	idField: 'log_source_id',
	nameField: 'log_source',
	placeholder: 'e.g. WEB01',
	detailField: 'domain_name',
	timeField: 'last_event_time',
	// An item that adds a log source has no `fqdn`, so the name is composed.
	aliasOf: ({ fqdn, log_source, domain_name }: IDataObject) =>
		fqdn ?? `${asText(log_source)}.${asText(domain_name)}`,
	namespace: { field: 'domain_name', label: 'Domain' },
	usefulFields: [
		'log_source',
		'display_name',
		'domain_name',
		'log_type_name',
		'log_source_group',
		'log_collection_status',
		'log_collector_state',
		'last_event_time',
		'log_source_ip',
		'log_source_id',
	],
} as const satisfies ListOfNames;

export const AGENTS = {
	...describeList('agent', '/log-sources/agents', 'agents.READ', 'agents'),
	isPaged: true,
	idField: 'agent_id',
	nameField: 'agent_name',
	placeholder: 'e.g. WEB01',
	detailField: 'status',
	timeField: 'last_sync_time',
	// An agent may have many devices, so they are left out.
	usefulFields: [
		'agent_name',
		'status',
		'last_sync_time',
		'version',
		'associated_device_count',
		'agent_id',
	],
} as const satisfies ListOfNames;

export const ALERT_PROFILES = {
	...describeList('alert profile', '/alerts/profile', 'alerts.READ'),
	isPaged: false,
	idField: 'profile_id',
	nameField: 'profile_name',
	placeholder: 'e.g. Failed Logons',
	detailField: 'severity',
} as const satisfies ListOfNames;

export const COMPUTERS = {
	...describeList('computer', '/log-sources/computers', 'domains.READ'),
	isPaged: true,
	idField: 'guid',
	nameField: 'name',
	detailField: 'os',
} as const satisfies ServiceList;

export const DOMAINS = {
	...describeList('domain', '/log-sources/domains', 'domains.READ', 'domains'),
	isPaged: false,
	idField: 'domain_id',
	nameField: 'domain_name',
	placeholder: 'e.g. corp.example.com',
	detailField: 'domain_flat_name',
} as const satisfies ListOfNames;

export const LOG_SOURCE_GROUPS = {
	...describeList(
		'log source group',
		'/log-sources/log-source-groups',
		'logsources.READ',
		'groups',
	),
	isPaged: true,
	idField: 'log_source_group_id',
	nameField: 'log_source_group',
	placeholder: 'e.g. Domain Controllers',
	detailField: 'group_description',
	// A group may have thousands of log sources, so they are left out.
	usefulFields: [
		'log_source_group',
		'group_description',
		'no_of_log_sources',
		'log_source_group_id',
	],
} as const satisfies ListOfNames;

export const LOG_TYPES = {
	...describeList('log type', '/log-type', 'logformats.READ', 'types'),
	isPaged: false,
	idField: 'log_type_id',
	nameField: 'log_type_display_name',
	placeholder: 'e.g. Payment_Gateway',
	detailField: 'origin',
} as const satisfies ListOfNames;

/** The custom rules of one log type. */
export const PARSER_RULES = {
	...describeList('parser rule', '/log-type/parser', 'logformats.READ', 'rules'),
	isPaged: false,
	requiredFilter: 'log_type_id',
	idField: 'rule_id',
	nameField: 'rule_name',
	placeholder: 'e.g. Payment refused',
	detailField: 'origin',
} as const satisfies ListOfNames;
