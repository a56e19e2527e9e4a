import { dataOf, type JsonObject } from '../shared/json';
import type { List } from '../shared/pagination/list';

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
	nouns: 'log sources',
	request: { method: 'GET', path: '/log-sources', scope: 'logsources.READ' },
	rows: (body: JsonObject) => dataOf(body).log_sources,
	isPaged: true,
	id: 'log_source_id',
	name: 'log_source',
	placeholder: 'e.g. WEB01',
	detail: 'domain_name',
	alias: 'fqdn',
	sort: 'log_source',
	selectableFields: [...LOG_SOURCE_FIELDS, 'fqdn', 'log_collection_mode', 'next_scan_on'],
	simplifiedFields: LOG_SOURCE_FIELDS,
} as const satisfies List;

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
	nouns: 'agents',
	request: { method: 'GET', path: '/log-sources/agents', scope: 'agents.READ' },
	rows: (body: JsonObject) => dataOf(body).agents,
	isPaged: true,
	id: 'agent_id',
	name: 'agent_name',
	placeholder: 'e.g. WEB01',
	detail: 'status',
	selectableFields: [...AGENT_FIELDS, 'associated_devices', 'display_name', 'log_level'],
	simplifiedFields: AGENT_FIELDS,
} as const satisfies List;

export const ALERT_PROFILES = {
	noun: 'alert profile',
	nouns: 'alert profiles',
	request: { method: 'GET', path: '/alerts/profile', scope: 'alerts.READ' },
	rows: (body: JsonObject) => body.data,
	isPaged: false,
	id: 'profile_id',
	name: 'profile_name',
	placeholder: 'e.g. Failed Logons',
	detail: 'severity',
} as const satisfies List;

export const COMPUTERS = {
	noun: 'computer',
	nouns: 'computers',
	request: { method: 'GET', path: '/log-sources/computers', scope: 'domains.READ' },
	rows: (body: JsonObject) => body.data,
	isPaged: true,
	id: 'guid',
	name: 'name',
	detail: 'os',
} as const satisfies List;

export const DOMAINS = {
	noun: 'domain',
	nouns: 'domains',
	request: { method: 'GET', path: '/log-sources/domains', scope: 'domains.READ' },
	rows: (body: JsonObject) => dataOf(body).domains,
	isPaged: false,
	id: 'domain_id',
	name: 'domain_name',
	placeholder: 'e.g. corp.example.com',
	detail: 'domain_flat_name',
} as const satisfies List;

/** All fields except the log sources, since a group may have thousands. */
const GROUP_FIELDS = [
	'log_source_group',
	'group_description',
	'no_of_log_sources',
	'log_source_group_id',
] as const;

export const LOG_SOURCE_GROUPS = {
	noun: 'log source group',
	nouns: 'log source groups',
	request: { method: 'GET', path: '/log-sources/log-source-groups', scope: 'logsources.READ' },
	rows: (body: JsonObject) => dataOf(body).groups,
	isPaged: true,
	id: 'log_source_group_id',
	name: 'log_source_group',
	placeholder: 'e.g. Domain Controllers',
	detail: 'group_description',
	sort: 'log_source_group',
	selectableFields: [...GROUP_FIELDS, 'log_sources'],
	simplifiedFields: GROUP_FIELDS,
} as const satisfies List;

export const LOG_TYPES = {
	noun: 'log type',
	nouns: 'log types',
	request: { method: 'GET', path: '/log-type', scope: 'logformats.READ' },
	rows: (body: JsonObject) => dataOf(body).types,
	isPaged: false,
	id: 'log_type_id',
	name: 'log_type_display_name',
	placeholder: 'e.g. Payment_Gateway',
	detail: 'origin',
} as const satisfies List;

/** The custom rules of one log type; the query must name its `log_type_id`. */
export const PARSER_RULES = {
	noun: 'parser rule',
	nouns: 'parser rules',
	request: { method: 'GET', path: '/log-type/parser', scope: 'logformats.READ' },
	rows: (body: JsonObject) => dataOf(body).rules,
	isPaged: false,
	id: 'rule_id',
	name: 'rule_name',
	placeholder: 'e.g. Payment refused',
	detail: 'origin',
} as const satisfies List;
