import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** A JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Fields = Readonly<Record<string, Schema>>;

const words = (list: string): Schema => ({ type: 'string', enum: list.split(', ') });
const text: Schema = { type: 'string' };
const name: Schema = { type: 'string', minLength: 1 };
const instant: Schema = { type: 'string', format: 'date-time' };
const flag: Schema = { type: 'boolean' };
const pageNumber: Schema = { type: 'integer', minimum: 1, maximum: 1000 };

/** An identifier: it may have up to 19 digits. */
export const ID: Schema = { type: 'integer', minimum: 0 };

const texts = (list: string): Fields =>
	Object.fromEntries(list.split(', ').map((each) => [each, text]));

const list = (items: Schema, rules: Schema = {}): Schema => ({ type: 'array', items, ...rules });

const upTo100 = (items: Schema): Schema => list(items, { minItems: 1, maxItems: 100 });

/** An object that has nothing but these fields. */
const object = (required: Fields, optional: Fields = {}, rules: Schema = {}): Schema => ({
	type: 'object',
	properties: { ...required, ...optional },
	required: Object.keys(required),
	additionalProperties: false,
	...rules,
});

/** An object that may have these fields, and no others. */
const optional = (fields: Fields, rules: Schema = {}): Schema => object({}, fields, rules);

const paging: Fields = { page: pageNumber, limit: pageNumber, from: pageNumber };
const logLevel = words('2, 3');

const logTypeName = words(
	'Unix, Cisco Device, IBM AS/400, Hypervisor, SonicWall Device, Juniper Device, PaloAlto Device, ' +
		'Fortinet Device, Application, Unknown, CheckPoint Device, NetScreen Device, WatchGuard Device, ' +
		'Sophos Device, Barracuda Device, Huawei Device, Meraki Device, HP Device, pfSense Device, ' +
		'H3C Device, FirePower Device, Arista Device, F5 Device, Stormshield Device, Dell Device, ' +
		'ForcePoint Device, Topsec Device, Sangfor Device',
);

const agentStatus = words(
	'needsync, agent_not_communicating, running, stopped, crashed, installfailed, upgradefailed, ' +
		'installscheduled, uninstallscheduled, stopscheduled, stopactionstarted, upgradescheduled, ' +
		'manual_upgrade_needed, restartactionscheduled, restartactionstarted, startactionscheduled, ' +
		'agentupgraded, agent_already_installed, manual_install, start_manual, restart_manual, ' +
		'stop_manual, upgrade_cancelled, audit_service_unavailable, acl_package_unavailable, ' +
		'waitingfor_initailsync, access_restriction_selinux, platform_not_supported, ' +
		'ssh_connection_failure',
);

const ruleFields: Fields = {
	rule_name: name,
	method: name,
	...texts('regex, delimiter, apply_when, sample_log'),
	fields: list(
		optional({
			...texts('display_name, value, path'),
			is_open_attribute: flag,
			group_number: { type: 'number' },
		}),
	),
};

const wholeSeconds: Schema = { ...instant, pattern: '^[^.]*Z$' };

const searchTimes: Fields = { start_time: wholeSeconds, end_time: wholeSeconds };

const searchFilters: Fields = {
	status: { type: 'string', 'x-comma-separated': ['open', 'in_progress', 'closed'] },
	severity: { type: 'string', 'x-comma-separated': ['critical', 'trouble', 'attention'] },
	profile_ids: list(ID, { maxItems: 100 }),
};

interface Documented {
	endpoint: readonly [name: string, method: Method, path: string, scope: string];
	query?: Schema;
	body?: Schema;
}

/** Every endpoint of the interface specification, by the name of its handler. */
const documented = {
	addLogSources: {
		endpoint: ['Add Windows log sources', 'POST', '/log-sources/windows', 'logsources.CREATE'],
		body: object({
			log_sources: upTo100(object({ log_source: name, domain_name: name }, { agent_id: ID })),
		}),
	},
	deleteLogSources: {
		endpoint: ['Delete Windows log sources', 'DELETE', '/log-sources/windows', 'logsources.DELETE'],
		body: object({
			log_sources: upTo100({
				oneOf: [
					object({ log_source_id: ID }),
					object({ log_source: name }),
					object({ log_source: name, domain_name: name }),
				],
			}),
		}),
	},
	updateLogSources: {
		endpoint: ['Update log sources', 'PUT', '/log-sources', 'logsources.UPDATE'],
		body: object({
			log_sources: upTo100(
				object(
					{ log_source_id: ID },
					{
						log_collection_status: words('enabled, disabled'),
						monitoring_interval: { type: 'number', exclusiveMinimum: 10 },
						log_collection_mode: words('Scheduled, Realtime'),
						log_source_group: name,
						...texts('time_zone, display_name'),
						log_type_name: logTypeName,
					},
					{ minProperties: 2 },
				),
			),
		}),
	},
	getLogSources: {
		endpoint: ['Get log sources', 'GET', '/log-sources', 'logsources.READ'],
		query: optional({
			log_source: text,
			log_source_id: ID,
			log_collection_status: words('enabled, disabled'),
			log_collector_state: words('active, inactive, decommissioned_device'),
			...texts('log_source_group, domain_name'),
			...paging,
			sort: words('log_source_id, log_source'),
			is_ascending: flag,
		}),
	},
	updateEventSources: {
		endpoint: [
			'Update event source file configuration',
			'PUT',
			'/log-sources/windows/event-source-configuration',
			'logsources.UPDATE',
		],
		body: object({ log_source_ids: upTo100(ID), source_files: list(name, { minItems: 1 }) }),
	},
	getLogSourceGroups: {
		endpoint: ['Get log source groups', 'GET', '/log-sources/log-source-groups', 'logsources.READ'],
		query: optional({
			log_source_group: text,
			...paging,
			sort: words('log_source_group, log_source_group_id'),
			is_ascending: flag,
		}),
	},
	addAgents: {
		endpoint: ['Add agents', 'POST', '/log-sources/agents', 'agents.CREATE'],
		body: object({
			agents: upTo100(
				object({ device_name: name, domain_name: name }, texts('user_name, password')),
			),
		}),
	},
	updateAgents: {
		endpoint: ['Update agents', 'PUT', '/log-sources/agents', 'agents.UPDATE'],
		body: object({
			agents: upTo100(
				object(
					{ agent_id: name },
					{ display_name: text, log_level: logLevel },
					{ minProperties: 2 },
				),
			),
		}),
	},
	getAgents: {
		endpoint: ['Get agents', 'GET', '/log-sources/agents', 'agents.READ'],
		query: optional({
			agent_id: ID,
			...texts('agent_name, version'),
			status: agentStatus,
			...paging,
		}),
	},
	getDomains: {
		endpoint: ['Get domains', 'GET', '/log-sources/domains', 'domains.READ'],
	},
	getComputers: {
		endpoint: ['Get computers', 'GET', '/log-sources/computers', 'domains.READ'],
		query: optional({ ...texts('domain_name, os'), is_configured_list: flag, ...paging }),
	},
	createLogType: {
		endpoint: ['Create log type', 'POST', '/log-type', 'logformats.CREATE'],
		body: object({ log_type_display_name: name, type: name }),
	},
	getLogTypes: {
		endpoint: ['Get log types', 'GET', '/log-type', 'logformats.READ'],
	},
	deleteLogType: {
		endpoint: ['Delete log type', 'DELETE', '/log-type', 'logformats.DELETE'],
		query: object({ log_type_id: ID }),
	},
	createParserRule: {
		endpoint: ['Create parser rule', 'POST', '/log-type/parser', 'logformats.CREATE'],
		body: object({ log_type_id: ID }, ruleFields),
	},
	updateParserRule: {
		endpoint: ['Update parser rule', 'PUT', '/log-type/parser', 'logformats.UPDATE'],
		body: object({ rule_id: ID }, ruleFields),
	},
	getParserRules: {
		endpoint: ['Get parser rules', 'GET', '/log-type/parser', 'logformats.READ'],
		query: object({ log_type_id: ID }),
	},
	deleteParserRule: {
		endpoint: ['Delete parser rule', 'DELETE', '/log-type/parser', 'logformats.DELETE'],
		query: object({ rule_id: ID }),
	},
	getAlerts: {
		endpoint: ['Get alerts', 'POST', '/alerts', 'alerts.READ'],
		body: optional(
			{ query: text, ...searchTimes, ...searchFilters, response_type: text, cursor: name },
			{ not: { required: ['query', 'cursor'] } },
		),
	},
	startAlertBulk: {
		endpoint: ['Alert bulk request', 'POST', '/alerts/bulk', 'alerts.READ'],
		body: object({ query: text, ...searchTimes }, searchFilters),
	},
	getAlertBulkPage: {
		endpoint: ['Alert bulk fetch', 'GET', '/alerts/bulk', 'alerts.READ'],
		query: object({ request_id: name, page_no: { type: 'integer', minimum: 1 } }),
	},
	getAlertProfiles: {
		endpoint: ['List alert profiles', 'GET', '/alerts/profile', 'alerts.READ'],
	},
} satisfies Record<string, Documented>;

export type OperationId = keyof typeof documented;

/** Parameters of a query come as texts, of which numbers and booleans are made. */
const ajvFor = (coerceTypes: boolean): Ajv2020 => {
	const ajv = new Ajv2020({ allErrors: true, strictRequired: false, coerceTypes });
	addFormats(ajv);
	ajv.addKeyword({
		keyword: 'x-comma-separated',
		type: 'string',
		schemaType: 'array',
		compile: (values: readonly string[]) => (value: string) =>
			value.split(',').every((part) => values.includes(part)),
	});
	return ajv;
};
const [forQueries, forBodies] = [ajvFor(true), ajvFor(false)];

/** What a value breaks; an empty list if it fits. */
const faultsOf =
	(ajv: Ajv2020, schema: Schema) =>
	(value: unknown): ErrorObject[] => {
		const validate = ajv.compile(schema);
		return validate(value) ? [] : [...(validate.errors ?? [])];
	};

const read = (id: OperationId, { endpoint, query = object({}), body }: Documented) => {
	const [summary, method, below, scope] = endpoint;
	const isOfSources = below.startsWith('/log-sources');
	return {
		id,
		method,
		path: `/api/v2${below}`,
		/** Its name in the specification. */
		summary,
		scope,
		/** The code of a general failure. */
		generalCode: isOfSources ? '07001111' : '07001110',
		/** The query parameters by name. */
		parameters: new Map(Object.entries(query['properties'] as Fields)),
		/** undefined if the operation takes no body. */
		bodySchema: body,
		/** What a query breaks; its texts become numbers and booleans in place. */
		queryFaults: faultsOf(forQueries, query),
		bodyFaults: faultsOf(forBodies, body ?? {}),
	};
};

/** An operation of the specification, with its checks. */
export type Operation = ReturnType<typeof read>;

const ids = Object.keys(documented) as OperationId[];

/** The operations in the order of the specification. */
export const operations: readonly Operation[] = ids.map((id) => read(id, documented[id]));

/** Every scope of the specification, each once. */
export const allScopes: readonly string[] = [...new Set(operations.map(({ scope }) => scope))];
