import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** A JSON Schema. */
export type Schema = { readonly [keyword: string]: unknown };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The code of a general failure: 07001111 around log sources, 07001110 around formats and alerts. */
export type GeneralCode = '07001111' | '07001110';

type Fields = Readonly<Record<string, Schema>>;

const words = (list: string): Schema => ({ type: 'string', enum: list.split(', ') });
const text: Schema = { type: 'string' };
const name: Schema = { type: 'string', minLength: 1 };
const instant: Schema = { type: 'string', format: 'date-time' };
const count: Schema = { type: 'integer', minimum: 0 };
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

const data = (fields: Fields): Schema => object({ data: object(fields) });

const counts = (names: string): Schema =>
	object(Object.fromEntries(names.split(', ').map((each) => [each, count])));

const failures = (field: string, schema: Schema): Schema =>
	list(object({ [field]: schema, issue: text }));

const paging: Fields = { page: pageNumber, limit: pageNumber, from: pageNumber };
const pageMeta = counts('total, limit, from');
const collectionStatus = words('enabled, disabled');
const collectorState = words('active, inactive, decommissioned_device');
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

const groupedLogSource: Fields = {
	log_source_id: ID,
	...texts('log_source, display_name, log_type_name, log_source_ip, domain_name, fqdn'),
	last_event_time: instant,
	next_scan_on: instant,
	log_collection_status: words('ENABLED, DISABLED'),
	log_collector_state: words('ACTIVE, INACTIVE, DECOMMISSIONED_DEVICE'),
	log_collection_mode: text,
};

const agent = object({
	agent_id: ID,
	...texts('agent_name, status, display_name'),
	last_sync_time: instant,
	associated_device_count: count,
	version: { type: 'number' },
	associated_devices: list(object({ log_source_id: ID, log_source: text })),
	log_level: logLevel,
});

const ruleFields: Fields = {
	rule_name: name,
	method: name,
	...texts('regex, delimiter, apply_when, sample_log'),
	fields: list(
		object(
			{},
			{
				...texts('display_name, value, path'),
				is_open_attribute: flag,
				group_number: { type: 'number' },
			},
		),
	),
};

const wholeSeconds: Schema = { ...instant, pattern: '^[^.]*Z$' };

const searchTimes: Fields = { start_time: wholeSeconds, end_time: wholeSeconds };

const searchFilters: Fields = {
	status: { type: 'string', 'x-comma-separated': ['open', 'in_progress', 'closed'] },
	severity: { type: 'string', 'x-comma-separated': ['critical', 'trouble', 'attention'] },
	profile_ids: list(ID, { maxItems: 100 }),
};

const ALERT_KEYS =
	'Category, Message, User Name, Severity, Event ID, Source, Log Source Type, Type, Profile Name, Log Source';

const spaced = (key: string): string => key;
const unspaced = (key: string): string => key.replaceAll(' ', '');

/** Alert records, with keys in one of the two styles. */
const alertsWith = (style: (key: string) => string): Schema =>
	list(
		object({
			...texts(ALERT_KEYS.split(', ').map(style).join(', ')),
			[style('Display Name')]: { type: 'object', additionalProperties: text },
			[style('Alert Severity')]: words('CRITICAL, TROUBLE, ATTENTION'),
			Time: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' },
		}),
	);

interface Documented {
	/** Its name in the specification, method, path below /api/v2 and scope. */
	endpoint: string;
	query?: Fields;
	required?: readonly string[];
	body?: Schema;
	answer: Schema;
}

/** Every endpoint of the interface specification, by the name of its handler. */
const documented = {
	addLogSources: {
		endpoint: 'Add Windows log sources: POST /log-sources/windows, logsources.CREATE',
		body: object({
			log_sources: upTo100(object({ log_source: name, domain_name: name }, { agent_id: ID })),
		}),
		answer: data({
			summary: counts('total_log_sources, successful_additions, failed_additions'),
			failed_log_sources: failures('log_source', text),
			added_log_sources: list(ID),
		}),
	},
	deleteLogSources: {
		endpoint: 'Delete Windows log sources: DELETE /log-sources/windows, logsources.DELETE',
		body: object({
			log_sources: upTo100({
				oneOf: [
					object({ log_source_id: ID }),
					object({ log_source: name }),
					object({ log_source: name, domain_name: name }),
				],
			}),
		}),
		answer: data({
			title: text,
			summary: counts('total_log_sources, deleted_log_sources, failed_deletions'),
			failed_log_sources: failures('log_source', text),
		}),
	},
	updateLogSources: {
		endpoint: 'Update log sources: PUT /log-sources, logsources.UPDATE',
		body: object({
			log_sources: upTo100(
				object(
					{ log_source_id: ID },
					{
						log_collection_status: collectionStatus,
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
		answer: data({
			title: text,
			summary: counts('total_update_requests, successful_updates, failed_updates'),
			failed_log_sources: failures('log_source_id', ID),
		}),
	},
	getLogSources: {
		endpoint: 'Get log sources: GET /log-sources, logsources.READ',
		query: {
			log_source: text,
			log_source_id: ID,
			log_collection_status: collectionStatus,
			log_collector_state: collectorState,
			...texts('log_source_group, domain_name'),
			...paging,
			sort: words('log_source_id, log_source'),
			is_ascending: flag,
		},
		answer: data({
			log_sources: list(object({ ...groupedLogSource, log_source_group: text })),
			meta: counts('limit, from, total, page, total_log_sources'),
		}),
	},
	updateEventSources: {
		endpoint:
			'Update event source file configuration: PUT /log-sources/windows/event-source-configuration, logsources.UPDATE',
		body: object({ log_source_ids: upTo100(ID), source_files: list(name, { minItems: 1 }) }),
		answer: data(texts('detail, title')),
	},
	getLogSourceGroups: {
		endpoint: 'Get log source groups: GET /log-sources/log-source-groups, logsources.READ',
		query: {
			log_source_group: text,
			...paging,
			sort: words('log_source_group, log_source_group_id'),
			is_ascending: flag,
		},
		answer: data({
			groups: list(
				object({
					log_source_group_id: ID,
					...texts('log_source_group, group_description'),
					no_of_log_sources: count,
					log_sources: list(object(groupedLogSource)),
				}),
			),
			meta: pageMeta,
		}),
	},
	addAgents: {
		endpoint: 'Add agents: POST /log-sources/agents, agents.CREATE',
		body: object({
			agents: upTo100(
				object({ device_name: name, domain_name: name }, texts('user_name, password')),
			),
		}),
		answer: data({
			summary: counts('total_agents, successful_additions, failed_deletions'),
			...texts('title, detail'),
			failed_agents: failures('agent_id', ID),
		}),
	},
	updateAgents: {
		endpoint: 'Update agents: PUT /log-sources/agents, agents.UPDATE',
		body: object({
			agents: upTo100(
				object(
					{ agent_id: name },
					{ display_name: text, log_level: logLevel },
					{ minProperties: 2 },
				),
			),
		}),
		answer: data({
			detail: text,
			summary: counts('total_agents, successful_updates, failed_updates'),
			failed_agents: failures('agent_id', ID),
		}),
	},
	getAgents: {
		endpoint: 'Get agents: GET /log-sources/agents, agents.READ',
		query: { agent_id: ID, ...texts('agent_name, version'), status: agentStatus, ...paging },
		answer: object({ data: object({ agents: list(agent) }), meta: pageMeta }),
	},
	getDomains: {
		endpoint: 'Get domains: GET /log-sources/domains, domains.READ',
		answer: data({
			domains: list(
				object({
					domain_id: ID,
					...texts('domain_flat_name, domain_name'),
					domain_controller_names: list(text),
				}),
			),
			meta: counts('count'),
		}),
	},
	getComputers: {
		endpoint: 'Get computers: GET /log-sources/computers, domains.READ',
		query: { ...texts('domain_name, os'), is_configured_list: flag, ...paging },
		answer: object({
			data: list(object(texts('guid, sid, name, dns_name, os'))),
			meta: pageMeta,
		}),
	},
	createLogType: {
		endpoint: 'Create log type: POST /log-type, logformats.CREATE',
		body: object({ log_type_display_name: name, type: name }),
		answer: data({ log_type_id: ID }),
	},
	getLogTypes: {
		endpoint: 'Get log types: GET /log-type, logformats.READ',
		answer: data({
			types: list(
				object({
					log_type_id: ID,
					...texts('log_type_display_name, log_type_name, origin, type'),
				}),
			),
		}),
	},
	deleteLogType: {
		endpoint: 'Delete log type: DELETE /log-type, logformats.DELETE',
		query: { log_type_id: ID },
		required: ['log_type_id'],
		answer: data({ title: text }),
	},
	createParserRule: {
		endpoint: 'Create parser rule: POST /log-type/parser, logformats.CREATE',
		body: object({ log_type_id: ID }, ruleFields),
		answer: data({ rule_id: ID }),
	},
	updateParserRule: {
		endpoint: 'Update parser rule: PUT /log-type/parser, logformats.UPDATE',
		body: object({ rule_id: ID }, ruleFields),
		answer: data({ rule_id: ID }),
	},
	getParserRules: {
		endpoint: 'Get parser rules: GET /log-type/parser, logformats.READ',
		query: { log_type_id: ID },
		required: ['log_type_id'],
		answer: data({
			rules: list(
				object({ rule_id: ID, ...texts('method, rule_name, origin, regex, apply_when') }),
			),
		}),
	},
	deleteParserRule: {
		endpoint: 'Delete parser rule: DELETE /log-type/parser, logformats.DELETE',
		query: { rule_id: ID },
		required: ['rule_id'],
		answer: data({ title: text }),
	},
	getAlerts: {
		endpoint: 'Get alerts: POST /alerts, alerts.READ',
		body: object(
			{},
			{ query: text, ...searchTimes, ...searchFilters, response_type: text, cursor: name },
			{ not: { required: ['query', 'cursor'] } },
		),
		answer: object({
			data: alertsWith(spaced),
			meta: object({ total_items: count, items_in_current_page: count }, { cursor: text }),
		}),
	},
	startAlertBulk: {
		endpoint: 'Alert bulk request: POST /alerts/bulk, alerts.READ',
		body: object({ query: text, ...searchTimes }, searchFilters),
		answer: data(texts('message, request_id')),
	},
	getAlertBulkPage: {
		endpoint: 'Alert bulk fetch: GET /alerts/bulk, alerts.READ',
		query: { request_id: name, page_no: { ...count, minimum: 1 } },
		required: ['request_id', 'page_no'],
		answer: object({
			data: alertsWith(unspaced),
			meta: object({ total_items: count, items_in_current_page: count }, { next_page: count }),
		}),
	},
	getAlertProfiles: {
		endpoint: 'List alert profiles: GET /alerts/profile, alerts.READ',
		answer: object({
			data: list(
				object({
					profile_id: ID,
					...texts('profile_name, profile_type, severity'),
					notification_type: { type: 'array' },
				}),
			),
		}),
	},
} satisfies Record<string, Documented>;

export type OperationId = keyof typeof documented;

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
addFormats(ajv);
ajv.addKeyword({
	keyword: 'x-comma-separated',
	type: 'string',
	schemaType: 'array',
	compile: (values: readonly string[]) => (value: string) =>
		value.split(',').every((part) => values.includes(part)),
});

/** What a value breaks; an empty list if it fits. */
const faultsOf =
	(schema: Schema) =>
	(value: unknown): ErrorObject[] => {
		const validate = ajv.compile(schema);
		return validate(value) ? [] : [...(validate.errors ?? [])];
	};

const read = (id: OperationId, { query = {}, required = [], ...own }: Documented) => {
	const parts = /^(.+): (\w+) (\S+), (\S+)$/.exec(own.endpoint) ?? [];
	const [, summary = '', method = '', below = '', scope = ''] = parts;
	const isOfSources = below.startsWith('/log-sources');
	const generalCode: GeneralCode = isOfSources ? '07001111' : '07001110';
	const querySchema = { ...object({}, query), required };
	return {
		id,
		method: method as Method,
		path: `/api/v2${below}`,
		summary,
		scope,
		generalCode,
		/** The query parameters by name. */
		parameters: new Map(Object.entries(query)),
		/** undefined if the operation takes no body. */
		bodySchema: own.body,
		queryFaults: faultsOf(querySchema),
		bodyFaults: faultsOf(own.body ?? {}),
		answerFaults: faultsOf(own.answer),
	};
};

/** An operation of the specification, with its checks. */
export type Operation = ReturnType<typeof read>;

const ids = Object.keys(documented) as OperationId[];

/** The operations in the order of the specification. */
export const operations: readonly Operation[] = ids.map((id) => read(id, documented[id]));

/** Every scope of the specification, each once. */
export const allScopes: readonly string[] = [...new Set(operations.map(({ scope }) => scope))];
