import type { Alert } from './alertStore';
import { AlertStore } from './alertStore';
import { newAgent } from './newAgent';
import { instant, newLogSource } from './newLogSource';
import type { AlertProfile, Computer, Domain, LogSource, WorldBuilder } from './world';
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

/** The alert profiles of the demo, by which alerts are made. */
export const demoProfiles = [
	['Brute force', 'Correlation', 'critical', 'Logon', '4625', 'Security'],
	['New local administrator', 'Alert', 'trouble', 'Account Management', '4732', 'Security'],
	['Service stopped', 'Alert', 'attention', 'System Events', '7036', 'Service Control Manager'],
	['Audit log cleared', 'Compliance', 'critical', 'Policy Change', '1102', 'Eventlog'],
].map(([name = '', kind = '', severity = '', category = '', eventId = '', source = ''], index) => ({
	profile_id: 901 + index,
	profile_name: name,
	profile_type: kind,
	severity,
	notification_type: index % 2 === 0 ? ['email'] : [],
	category,
	eventId,
	source,
}));

/** The profiles as the service lists them. */
export const profileRecords = (): AlertProfile[] =>
	demoProfiles.map(
		({ category: _category, eventId: _eventId, source: _source, ...profile }) => profile,
	);

const users = ['administrator', 'j.doe', 'svc-backup', 'm.rossi', 'O"Hara'];
const statuses = ['open', 'in_progress', 'closed'] as const;

const alertingComputers = Array.from(
	{ length: 17 },
	(_none, index) => `CORP-PC-${String(index + 1).padStart(2, '0')}`,
);

const displayNames = alertingComputers.map((name, index) => ({ [String(index + 1)]: name }));

const severityOf = (text: string): Alert['severity'] =>
	text === 'critical' || text === 'trouble' ? text : 'attention';

/** Alert number `index`, which happened at that second; everything else follows from the number. */
export const demoAlert = (index: number, eventTime: number): Alert => {
	const profile = demoProfiles[index % demoProfiles.length];
	if (profile === undefined) throw new RangeError(`No alert ${index}`);
	const computer = alertingComputers[index % alertingComputers.length] ?? '';
	const user = users[index % users.length] ?? '';
	return {
		eventTime,
		arrivedAt: eventTime * 1000,
		status: statuses[index % statuses.length] ?? 'open',
		severity: severityOf(profile.severity),
		profileId: profile.profile_id,
		displayName: displayNames[index % displayNames.length] ?? {},
		category: profile.category,
		message: `${profile.profile_name}: event ${profile.eventId} for ${user} on ${computer}, no. ${index}`,
		userName: user,
		eventSeverity: index % 4 === 0 ? 'error' : 'information',
		eventId: profile.eventId,
		source: profile.source,
		logSourceType: 'Windows',
		type: 'Windows',
		profileName: profile.profile_name,
		logSource: computer,
	};
};

/**
 * The small world of the demo: 3 domains, 43 computers of which a part is configured (one name in
 * every domain, one that is not Windows), log sources of which 2 are decommissioned, groups, 6 agents
 * of which 2 do not communicate, log types, rules, profiles, and 60 alerts, one a minute up to now.
 */
export const demoWorld: WorldBuilder = (now) => {
	const domains = demoDomains();
	const computers = demoComputers(domains);
	const firstSecond = Math.floor(now / 1000) - 60 * 60;
	return makeWorld({
		domains,
		computers,
		logSources: demoLogSources(computers, now),
		groups: [
			{ log_source_group_id: 201, log_source_group: 'WindowsGroup', group_description: 'Windows' },
			{ log_source_group_id: 202, log_source_group: 'NetworkGroup', group_description: 'Network' },
			{ log_source_group_id: 203, log_source_group: 'Critical Servers', group_description: '' },
		],
		agents: (
			[
				['CORP-AGENT-1', 'running'],
				['CORP-AGENT-2', 'running'],
				['CORP-AGENT-3', 'agent_not_communicating'],
				['CORP-AGENT-4', 'running'],
				['CORP-AGENT-5', 'stopped'],
				['CORP-AGENT-6', 'running'],
				['LAB-AGENT-1', 'agent_not_communicating', 'lab.example.com'],
			] as const
		).map(([name, status, domain_name = 'corp.example.com'], index) =>
			newAgent(301 + index, name, now - (status === 'running' ? 60_000 : 86_400_000), {
				status,
				domain_name,
				version: index % 2 === 0 ? 5290 : 5310,
			}),
		),
		logTypes: [
			{ log_type_id: 501, log_type_display_name: 'Windows', type: 'eventlog' },
			{ log_type_id: 502, log_type_display_name: 'Syslog', type: 'syslog' },
			{ log_type_id: 503, log_type_display_name: 'Billing', type: 'syslog' },
		].map((logType) => ({
			...logType,
			log_type_name: logType.log_type_display_name.toLowerCase(),
			origin: logType.log_type_id === 503 ? 'custom' : 'predefined',
		})),
		rules: [
			{ rule_id: 701, log_type_id: 502, rule_name: 'Syslog default', origin: 'predefined' },
			{ rule_id: 702, log_type_id: 502, rule_name: 'sshd sign-ins', origin: 'custom' },
			{ rule_id: 703, log_type_id: 503, rule_name: 'Invoice posted', origin: 'custom' },
			{ rule_id: 704, log_type_id: 502, rule_name: 'Used by an alert', origin: 'custom' },
		].map((rule) => ({
			...rule,
			method: 'regex',
			regex: 'user=(?<user>\\S+)',
			delimiter: '',
			fields: [{ display_name: 'User', value: 'user', group_number: 1, is_open_attribute: false }],
			apply_when: "(HOSTTYPE equals_cs 'unix')",
			sample_log: 'user=j.doe action=login',
			referenced: rule.rule_id === 704,
		})),
		profiles: profileRecords(),
		alerts: new AlertStore({
			count: 60,
			at: (index) => demoAlert(index, firstSecond + index * 60),
		}),
	});
};
