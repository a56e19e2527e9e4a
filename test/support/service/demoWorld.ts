import type { Alert } from './alertStore';
import { AlertStore } from './alertStore';
import { newAgent } from './newAgent';
import { instant, newLogSource } from './newLogSource';
import type {
	Agent,
	Computer,
	Domain,
	LogSource,
	LogSourceGroup,
	LogType,
	ParserRule,
	Seeds,
	World,
	WorldBuilder,
} from './world';
import { makeWorld } from './world';

const sites = [
	{ flat: 'CORP', name: 'corp.example.com' },
	{ flat: 'LAB', name: 'lab.example.com' },
	{ flat: 'BRANCH', name: 'branch.example.net' },
];

/** The domains of the demo: corp.example.com, lab.example.com, branch.example.net. */
export const demoDomains = (): Domain[] =>
	sites.map(({ flat, name }, index) => ({
		domain_id: 101 + index,
		domain_flat_name: flat,
		domain_name: name,
		domain_controller_names: [`${flat.toLowerCase()}-dc1.${name}`],
	}));

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

/** A computer of a domain, the number of which makes its GUID and SID. */
export const computerOf = (
	domain: Domain,
	name: string,
	number: number,
	os = 'Windows Server 2022',
): Computer => ({
	guid: `{${hex(domain.domain_id, 8)}-0000-4000-8000-${hex(number, 12)}}`,
	sid: `S-1-5-21-${1_000_000 + domain.domain_id}-271828182-314159265-${1000 + number}`,
	name,
	dns_name: `${name.toLowerCase()}.${domain.domain_name}`,
	os,
	domain: domain.domain_name,
});

const systems = [
	'Windows Server 2022',
	'Windows 11 Pro',
	'Windows 10 Enterprise',
	'Windows Server 2019',
];

const demoComputers = (domains: readonly Domain[]): Computer[] => {
	const counts = [20, 14, 8];
	const computers = domains.flatMap((domain, site) =>
		Array.from({ length: counts[site] ?? 0 }, (_none, index) =>
			computerOf(
				domain,
				index === 0
					? 'SHARED-01'
					: `${domain.domain_flat_name}-PC-${String(index).padStart(2, '0')}`,
				site * 100 + index,
				systems[index % systems.length],
			),
		),
	);
	const [first] = domains;
	if (first !== undefined) computers.push(computerOf(first, 'CORP-LINUX-01', 99, 'Ubuntu 24.04'));
	return computers;
};

const demoLogSources = (computers: readonly Computer[], now: number): LogSource[] => {
	const sources = computers
		.filter((computer, index) => computer.os.startsWith('Windows') && index % 5 < 2)
		.map((computer, index) => {
			const source = newLogSource(
				1001 + index,
				computer.name,
				{ domain_name: computer.domain },
				now - 3_600_000,
			);
			if (index % 3 === 0) source.hidden.agent_id = 301 + ((index / 3) % 6);
			if (index % 7 === 3) source.log_collection_status = 'disabled';
			if (index % 7 === 5) {
				source.log_collector_state = 'inactive';
				source.last_event_time = instant(now - 3 * 86_400_000);
			}
			if (index % 7 === 6) source.log_collector_state = 'decommissioned_device';
			return source;
		});
	const router = newLogSource(1900, 'edge-router-1', { domain_name: 'corp.example.com' }, now);
	const firewall = newLogSource(1901, 'fw-branch', { domain_name: 'branch.example.net' }, now);
	return [
		...sources,
		{ ...router, log_type_name: 'Cisco Device', log_source_group: 'NetworkGroup' },
		{
			...firewall,
			log_type_name: 'Fortinet Device',
			log_source_group: 'NetworkGroup',
			log_collection_mode: 'Realtime',
		},
	];
};

/** The alert profiles of the demo, and what the events behind their alerts have. */
const profiles = [
	['Brute force', 'Correlation', 'critical', 'Logon', '4625', 'Security'],
	['New local administrator', 'Alert', 'trouble', 'Account Management', '4732', 'Security'],
	['Service stopped', 'Alert', 'attention', 'System Events', '7036', 'Service Control Manager'],
	['Audit log cleared', 'Compliance', 'critical', 'Policy Change', '1102', 'Eventlog'],
] as const;

const users = ['administrator', 'j.doe', 'svc-backup', 'm.rossi', 'O"Hara'];
const statuses = ['open', 'in_progress', 'closed'] as const;

const alertingComputers = Array.from(
	{ length: 17 },
	(_none, index) => `CORP-PC-${String(index + 1).padStart(2, '0')}`,
);

/** Alert number `index`, which happened at that second; everything else follows from the number. */
export const demoAlert = (index: number, eventTime: number): Alert => {
	const place = index % profiles.length;
	const profile = profiles[place];
	if (profile === undefined) throw new RangeError(`No alert ${index}`);
	const [profileName, , severity, category, eventId, source] = profile;
	const machine = index % alertingComputers.length;
	const logSource = alertingComputers[machine] ?? '';
	const userName = users[index % users.length] ?? '';
	return {
		eventTime,
		arrivedAt: eventTime * 1000,
		status: statuses[index % statuses.length] ?? 'open',
		profileId: 901 + place,
		displayName: { [machine + 1]: logSource },
		message: `${profileName}: event ${eventId} for ${userName} on ${logSource}, no. ${index}`,
		eventSeverity: index % 4 === 0 ? 'error' : 'information',
		...{ severity, category, userName, eventId, source, profileName, logSource },
		logSourceType: 'Windows',
		type: 'Windows',
	};
};

const groups = (): LogSourceGroup[] => [
	{ log_source_group_id: 201, log_source_group: 'WindowsGroup', group_description: 'Windows' },
	{ log_source_group_id: 202, log_source_group: 'NetworkGroup', group_description: 'Network' },
	{ log_source_group_id: 203, log_source_group: 'Critical Servers', group_description: '' },
];

const agents = (now: number): Agent[] => {
	const running = { status: 'running', domain_name: 'corp.example.com' };
	const quiet = { ...running, status: 'agent_not_communicating' };
	const some: Array<[name: string, more: Partial<Agent>]> = [
		['CORP-AGENT-1', running],
		['CORP-AGENT-2', running],
		['CORP-AGENT-3', quiet],
		['CORP-AGENT-4', running],
		['CORP-AGENT-5', { ...running, status: 'stopped' }],
		['CORP-AGENT-6', running],
		['LAB-AGENT-1', { ...quiet, domain_name: 'lab.example.com' }],
	];
	return some.map(([name, more], index) =>
		newAgent(301 + index, name, now - (more.status === 'running' ? 60_000 : 86_400_000), {
			...more,
			version: index % 2 === 0 ? 5290 : 5310,
		}),
	);
};

const logTypes = (): LogType[] =>
	[
		['Windows', 'eventlog', 'predefined'] as const,
		['Syslog', 'syslog', 'predefined'] as const,
		['Billing', 'syslog', 'custom'] as const,
	].map(([log_type_display_name, type, origin], index) => ({
		log_type_id: 501 + index,
		...{ log_type_display_name, type, origin },
		log_type_name: log_type_display_name.toLowerCase(),
	}));

const rules = (): ParserRule[] =>
	[
		{ log_type_id: 502, rule_name: 'Syslog default', origin: 'predefined' },
		{ log_type_id: 502, rule_name: 'sshd sign-ins', origin: 'custom' },
		{ log_type_id: 503, rule_name: 'Invoice posted', origin: 'custom' },
		{ log_type_id: 502, rule_name: 'Used by an alert', origin: 'custom' },
	].map((rule, index) => ({
		...rule,
		rule_id: 701 + index,
		method: 'regex',
		regex: 'user=(?<user>\\S+)',
		delimiter: '',
		fields: [{ display_name: 'User', value: 'user', group_number: 1, is_open_attribute: false }],
		apply_when: "(HOSTTYPE equals_cs 'unix')",
		sample_log: 'user=j.doe action=login',
		referenced: rule.rule_name === 'Used by an alert',
	}));

/** A world of the demo's domains, groups, agents, log types, rules and profiles, and of these. */
export const worldWith = (
	now: number,
	parts: Pick<Seeds, 'computers' | 'logSources' | 'alerts'>,
): World =>
	makeWorld({
		...parts,
		domains: demoDomains(),
		groups: groups(),
		agents: agents(now),
		logTypes: logTypes(),
		rules: rules(),
		profiles: profiles.map(([profile_name, profile_type, severity], index) => ({
			profile_id: 901 + index,
			...{ profile_name, profile_type, severity },
			notification_type: index % 2 === 0 ? ['email'] : [],
		})),
	});

/**
 * The small world of the demo: 3 domains, 43 computers of which a part is configured (one name in
 * every domain, one that is not Windows), log sources of which 2 are decommissioned, groups, 7 agents
 * of which 2 do not communicate, log types, rules, profiles, and 60 alerts, one a minute up to now.
 */
export const demoWorld: WorldBuilder = (now) => {
	const computers = demoComputers(demoDomains());
	const firstSecond = Math.floor(now / 1000) - 60 * 60;
	return worldWith(now, {
		computers,
		logSources: demoLogSources(computers, now),
		alerts: new AlertStore(60, (index) => demoAlert(index, firstSecond + index * 60)),
	});
};
