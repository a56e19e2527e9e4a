import type { AlertStore } from './alertStore';

export type Domain = {
	domain_id: number;
	domain_flat_name: string;
	domain_name: string;
	domain_controller_names: string[];
};

export type Computer = {
	guid: string;
	sid: string;
	name: string;
	dns_name: string;
	os: string;
	/** The domain_name it belongs to; its record does not show it. */
	domain: string;
};

export type LogSource = {
	log_source_id: number;
	log_source: string;
	display_name: string;
	log_type_name: string;
	log_source_group: string;
	last_event_time: string;
	next_scan_on: string;
	log_collection_status: 'enabled' | 'disabled';
	log_collector_state: 'active' | 'inactive' | 'decommissioned_device';
	log_source_ip: string;
	domain_name: string;
	fqdn: string;
	log_collection_mode: string;
	/** What was set and is not shown in its record. */
	hidden: {
		agent_id?: number;
		monitoring_interval?: number;
		time_zone?: string;
		source_files?: string[];
	};
};

export type LogSourceGroup = {
	log_source_group_id: number;
	log_source_group: string;
	group_description: string;
};

export type Agent = {
	agent_id: number;
	agent_name: string;
	/** The status as the filter calls it. */
	status: string;
	/** When its installation was asked for, in ms; undefined if it was there from the start. */
	addedAt?: number;
	domain_name: string;
	last_sync_time: string;
	version: number;
	display_name: string;
	log_level: '2' | '3';
	/** Credentials of the installation, as they were sent. */
	credentials: { user_name?: string; password?: string };
};

export type LogType = {
	log_type_id: number;
	log_type_display_name: string;
	log_type_name: string;
	origin: string;
	type: string;
};

export type ParserRule = {
	rule_id: number;
	log_type_id: number;
	rule_name: string;
	method: string;
	regex: string;
	delimiter: string;
	fields: object[];
	apply_when: string;
	sample_log: string;
	origin: string;
	/** Whether another module refers to it, so that it cannot be removed. */
	referenced: boolean;
};

export type AlertProfile = {
	profile_id: number;
	profile_name: string;
	profile_type: string;
	severity: string;
	notification_type: string[];
};

export type Seeds = {
	domains: Domain[];
	computers: Computer[];
	logSources: LogSource[];
	groups: LogSourceGroup[];
	agents: Agent[];
	logTypes: LogType[];
	rules: ParserRule[];
	profiles: AlertProfile[];
	alerts: AlertStore;
};

/** All that the service holds. Its collections may be read and changed by tests. */
export type World = ReturnType<typeof makeWorld>;

/** Makes a world at an instant (ms) of the service's clock. */
export type WorldBuilder = (now: number) => World;

/** @param keyOf names with one key are one name; by default if they differ in case only */
export const makeWorld = (seeds: Seeds, keyOf = (name: string): string => name.toLowerCase()) => {
	const placeOf = (domain: string, name: string) => `${domain.toLowerCase()}\n${keyOf(name)}`;
	const sources = new Map<number, LogSource>();
	const byPlace = new Map<string, LogSource>();
	const computersByPlace = new Map(seeds.computers.map((c) => [placeOf(c.domain, c.name), c]));
	const last = { logSource: 1000, agent: 300, logType: 500, rule: 700 };
	const putLogSource = (source: LogSource): void => {
		sources.set(source.log_source_id, source);
		byPlace.set(placeOf(source.domain_name, source.log_source), source);
		last.logSource = Math.max(last.logSource, source.log_source_id);
	};
	for (const source of seeds.logSources) putLogSource(source);
	for (const { agent_id } of seeds.agents) last.agent = Math.max(last.agent, agent_id);
	for (const { log_type_id } of seeds.logTypes) last.logType = Math.max(last.logType, log_type_id);
	for (const { rule_id } of seeds.rules) last.rule = Math.max(last.rule, rule_id);
	return {
		...seeds,
		agents: new Map(seeds.agents.map((agent) => [agent.agent_id, agent])),
		logTypes: new Map(seeds.logTypes.map((type) => [type.log_type_id, type])),
		rules: new Map(seeds.rules.map((rule) => [rule.rule_id, rule])),
		/** Log sources by id, in the order of their ids. */
		logSources: sources as ReadonlyMap<number, LogSource>,
		/** An id that nothing of that kind has had before. */
		nextId: (kind: keyof typeof last): number => (last[kind] += 1),
		/** Puts a log source, the id of which must be larger than all before, into the world. */
		putLogSource,
		removeLogSource: (source: LogSource): void => {
			sources.delete(source.log_source_id);
			byPlace.delete(placeOf(source.domain_name, source.log_source));
		},
		/** The log sources of that name in all domains. */
		logSourcesNamed: (name: string): LogSource[] =>
			seeds.domains.flatMap(({ domain_name }) => byPlace.get(placeOf(domain_name, name)) ?? []),
		logSourceAt: (domain: string, name: string) => byPlace.get(placeOf(domain, name)),
		computerAt: (domain: string, name: string) => computersByPlace.get(placeOf(domain, name)),
	};
};
