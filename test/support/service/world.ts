import type { Alert } from './demoWorld';
import { newAgent, newDomain, newLogType, type Computer, type LogSource } from './records';

export const corp = newDomain(101, 'CORP', 'corp.example.com');
export const lab = newDomain(102, 'LAB', 'lab.example.com');
export const branch = newDomain(103, 'BRANCH', 'branch.example.net');

export const domains = [corp, lab, branch];

const groups = [
	{ log_source_group_id: 201, log_source_group: 'WindowsGroup', group_description: 'Windows' },
	{ log_source_group_id: 202, log_source_group: 'NetworkGroup', group_description: 'Network' },
	{ log_source_group_id: 203, log_source_group: 'Critical Servers', group_description: '' },
];

const agentsAt = (now: number) => {
	const agent = (id: number, name: string, status: string, version: number) => ({
		...newAgent(id, name, now - (status === 'running' ? 60_000 : 86_400_000)),
		status,
		version,
	});
	return [
		agent(301, 'CORP-AGENT-1', 'running', 5290),
		agent(302, 'CORP-AGENT-2', 'running', 5310),
		agent(303, 'CORP-AGENT-3', 'agent_not_communicating', 5290),
		agent(304, 'CORP-AGENT-4', 'running', 5310),
		agent(305, 'CORP-AGENT-5', 'stopped', 5290),
		agent(306, 'CORP-AGENT-6', 'running', 5310),
		{ ...agent(307, 'LAB-AGENT-1', 'agent_not_communicating', 5290), domain_name: lab.domain_name },
	];
};

const parserRule = (rule_id: number, log_type_id: number, rule_name: string) => ({
	rule_id,
	log_type_id,
	rule_name,
	method: 'regex',
	regex: 'user=(?<user>\\S+)',
	delimiter: '',
	fields: [{ display_name: 'User', value: 'user', group_number: 1, is_open_attribute: false }],
	apply_when: "(HOSTTYPE equals_cs 'unix')",
	sample_log: 'user=j.doe action=login',
	origin: 'custom',
	/** Whether another module refers to the rule, which then cannot be deleted. */
	referenced: false,
});

export type ParserRule = Omit<ReturnType<typeof parserRule>, 'fields'> & { fields: object[] };

const parserRules = (): ParserRule[] => [
	{ ...parserRule(701, 502, 'Syslog default'), origin: 'predefined' },
	parserRule(702, 502, 'sshd sign-ins'),
	parserRule(703, 503, 'Invoice posted'),
	{ ...parserRule(704, 502, 'Used by an alert'), referenced: true },
];

const logTypes = [
	newLogType(501, 'Windows', 'eventlog', 'predefined'),
	newLogType(502, 'Syslog', 'syslog', 'predefined'),
	newLogType(503, 'Billing', 'syslog'),
];

const alertProfile = (
	profile_id: number,
	profile_name: string,
	profile_type: string,
	severity: 'critical' | 'trouble' | 'attention',
	...notification_type: string[]
) => ({ profile_id, profile_name, profile_type, severity, notification_type });

export const profiles = [
	alertProfile(901, 'Brute force', 'Correlation', 'critical', 'email'),
	alertProfile(902, 'New local administrator', 'Alert', 'trouble'),
	alertProfile(903, 'Service stopped', 'Alert', 'attention', 'email'),
	alertProfile(904, 'Audit log cleared', 'Compliance', 'critical'),
] as const;

/** Everything that the service holds. Tests may read and change the collections. */
export type World = ReturnType<typeof makeWorld>;

/** Makes a world at an instant (ms) of the service's clock. */
export type WorldBuilder = (now: number) => World;

const placeOf = (domain: string, name: string) => `${domain}\n${name}`.toLowerCase();

/** Builds a world of the rows above and `parts`. Log sources come in the order of their ids. */
export const makeWorld = (
	now: number,
	parts: { computers: Computer[]; logSources: LogSource[]; alerts: Alert[] },
) => {
	const logSources = new Map<number, LogSource>();
	const byPlace = new Map<string, LogSource>();
	const computersByPlace = new Map(parts.computers.map((c) => [placeOf(c.domain_name, c.name), c]));
	const last = { logSource: 1000, agent: 307, logType: 503, rule: 704, group: 300 };
	/** Adds a log source, whose id must be larger than all earlier ids, to the world. */
	const putLogSource = (source: LogSource): void => {
		logSources.set(source.log_source_id, source);
		byPlace.set(placeOf(source.domain_name, source.log_source), source);
		last.logSource = Math.max(last.logSource, source.log_source_id);
	};
	parts.logSources.forEach(putLogSource);
	return {
		...parts,
		domains,
		profiles,
		groups: new Map(groups.map((group) => [group.log_source_group_id, group])),
		agents: new Map(agentsAt(now).map((agent) => [agent.agent_id, agent])),
		logTypes: new Map(logTypes.map((type) => [type.log_type_id, type])),
		rules: new Map(parserRules().map((rule) => [rule.rule_id, rule])),
		logSources: logSources as ReadonlyMap<number, LogSource>,
		nextId: (kind: keyof typeof last): number => (last[kind] += 1),
		putLogSource,
		removeLogSource: (source: LogSource): void => {
			logSources.delete(source.log_source_id);
			byPlace.delete(placeOf(source.domain_name, source.log_source));
		},
		logSourcesNamed: (name: string): LogSource[] =>
			domains.flatMap(({ domain_name }) => byPlace.get(placeOf(domain_name, name)) ?? []),
		logSourceAt: (domain: string, name: string) => byPlace.get(placeOf(domain, name)),
		computerAt: (domain: string, name: string) => computersByPlace.get(placeOf(domain, name)),
	};
};
