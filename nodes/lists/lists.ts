import { dataOf, type JsonObject } from '../shared/json';
import type { ServiceList } from '../shared/pagination/list';

const LOG_SOURCE_FIELDS = [
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
] as const;

export const LOG_SOURCES = {
	noun: 'log source',
	plural: 'log sources',
	request: { method: 'GET', path: '/log-sources', scope: 'logsources.READ' },
	rows: (body: JsonObject) => dataOf(body).log_sources,
	isPaged: true,
	idField: 'log_source_id',
	nameField: 'log_source',
	placeholder: 'e.g. WEB01',
	detailField: 'domain_name',
	aliasField: 'fqdn',
	sortField: 'log_source',
	selectableFields: [...LOG_SOURCE_FIELDS, 'fqdn', 'log_collection_mode', 'next_scan_on'],
	simplifiedFields: LOG_SOURCE_FIELDS,
} as const satisfies ServiceList;

/** All fields except the devices, since an agent may have many. */
const AGENT_FIELDS = [
	'agent_name',
	'status',
	'last_sync_time',
	'version',
	'associated_device_count',
	'agent_id',
] as const;

export const AGENTS = {
	noun: 'agent',
	plural: 'agents',
	request: { method: 'GET', path: '/log-sources/agents', scope: 'agents.READ' },
	rows: (body: JsonObject) => dataOf(body).agents,
	isPaged: true,
	idField: 'agent_id',
	nameField: 'agent_name',
	placeholder: 'e.g. WEB01',
	detailField: 'status',
	selectableFields: [...AGENT_FIELDS, 'associated_devices', 'display_name', 'log_level'],
	simplifiedFields: AGENT_FIELDS,
} as const satisfies ServiceList;

export const ALERT_PROFILES = {
	noun: 'alert profile',
	plural: 'alert profiles',
	request: { method: 'GET', path: '/alerts/profile', scope: 'alerts.READ' },
	rows: (body: JsonObject) => body.data,
	isPaged: false,
	idField: 'profile_id',
	nameField: 'profile_name',
	placeholder: 'e.g. Failed Logons',
	detailField: 'severity',
} as const satisfies ServiceList;

export const COMPUTERS = {
	noun: 'computer',
	plural: 'computers',
	request: { method: 'GET', path: '/log-sources/computers', scope: 'domains.READ' },
	rows: (body: JsonObject) => body.data,
	isPaged: true,
	idField: 'guid',
	nameField: 'name',
	detailField: 'os',
} as const satisfies ServiceList;

export const DOMAINS = {
	noun: 'domain',
	plural: 'domains',
	request: { method: 'GET', path: '/log-sources/domains', scope: 'domains.READ' },
	rows: (body: JsonObject) => dataOf(body).domains,
	isPaged: false,
	idField: 'domain_id',
	nameField: 'domain_name',
	placeholder: 'e.g. corp.example.com',
	detailField: 'domain_flat_name',
} as const satisfies ServiceList;

/** All fields except the log sources, since a group may have thousands. */
const GROUP_FIELDS = [
	'log_source_group',
	'group_description',
	'no_of_log_sources',
	'log_source_group_id',
] as const;

export const LOG_SOURCE_GROUPS = {
	noun: 'log source group',
	plural: 'log source groups',
	request: { method: 'GET', path: '/log-sources/log-source-groups', scope: 'logsources.READ' },
	rows: (body: JsonObject) => dataOf(body).groups,
	isPaged: true,
	idField: 'log_source_group_id',
	nameField: 'log_source_group',
	placeholder: 'e.g. Domain Controllers',
	detailField: 'group_description',
	sortField: 'log_source_group',
	selectableFields: [...GROUP_FIELDS, 'log_sources'],
	simplifiedFields: GROUP_FIELDS,
} as const satisfies ServiceList;

export const LOG_TYPES = {
	noun: 'log type',
	plural: 'log types',
	request: { method: 'GET', path: '/log-type', scope: 'logformats.READ' },
	rows: (body: JsonObject) => dataOf(body).types,
	isPaged: false,
	idField: 'log_type_id',
	nameField: 'log_type_display_name',
	placeholder: 'e.g. Payment_Gateway',
	detailField: 'origin',
} as const satisfies ServiceList;

/** The custom rules of one log type; the query must name its `log_type_id`. */
export const PARSER_RULES = {
	noun: 'parser rule',
	plural: 'parser rules',
	request: { method: 'GET', path: '/log-type/parser', scope: 'logformats.READ' },
	rows: (body: JsonObject) => dataOf(body).rules,
	isPaged: false,
	idField: 'rule_id',
	nameField: 'rule_name',
	placeholder: 'e.g. Payment refused',
	detailField: 'origin',
} as const satisfies ServiceList;
