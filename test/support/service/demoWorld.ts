import { instant, newComputer, newLogSource, type Domain, type LogSource } from './records';
import { branch, corp, lab, makeWorld, profiles, type WorldBuilder } from './world';

const systems = [
	'Windows Server 2022',
	'Windows 11 Pro',
	'Windows 10 Enterprise',
	'Windows Server 2019',
];

/** Makes SHARED-01, CORP-PC-01, CORP-PC-02, … of a domain; the systems alternate. */
const machines = (domain: Domain, count: number, first: number) =>
	Array.from({ length: count }, (_none, index) => {
		const name = `${domain.domain_flat_name}-PC-${String(index).padStart(2, '0')}`;
		const os = systems[index % systems.length];
		return newComputer(domain, index === 0 ? 'SHARED-01' : name, first + index, os);
	});

/** Makes the log sources; missing fields are as of a Windows computer with an event an hour ago. */
const demoLogSources = (now: number): LogSource[] => {
	const source = (
		id: number,
		domain: Domain,
		name: string,
		more: Partial<LogSource> = {},
		agent_id?: number,
	) => ({ ...newLogSource(id, name, domain, now - 3_600_000), ...more, hidden: { agent_id } });
	const disabled = { log_collection_status: 'disabled' } as const;
	const network = { log_source_group: 'NetworkGroup', log_collection_mode: 'Realtime' };
	const decommissioned = { log_collector_state: 'decommissioned_device' } as const;
	const last_event_time = instant(now - 3 * 86_400_000);
	const inactive = { log_collector_state: 'inactive', last_event_time } as const;
	return [
		source(1001, corp, 'SHARED-01', {}, 301),
		source(1002, corp, 'CORP-PC-01'),
		source(1003, corp, 'CORP-PC-05'),
		source(1004, corp, 'CORP-PC-06', disabled, 302),
		source(1005, corp, 'CORP-PC-10'),
		source(1006, corp, 'CORP-PC-11', inactive),
		source(1007, corp, 'CORP-PC-15', decommissioned, 303),
		source(1008, corp, 'CORP-PC-16'),
		source(1009, lab, 'SHARED-01'),
		source(1010, lab, 'LAB-PC-01', {}, 304),
		source(1011, lab, 'LAB-PC-05', disabled),
		source(1012, lab, 'LAB-PC-06'),
		source(1013, lab, 'LAB-PC-10', inactive, 305),
		source(1014, lab, 'LAB-PC-11', decommissioned),
		source(1015, branch, 'BRANCH-PC-01'),
		source(1016, branch, 'BRANCH-PC-02', {}, 306),
		source(1017, branch, 'BRANCH-PC-06'),
		source(1018, branch, 'BRANCH-PC-07', disabled),
		source(1900, corp, 'edge-router-1', { ...network, log_type_name: 'Cisco Device' }),
		source(1901, branch, 'fw-branch', { ...network, log_type_name: 'Fortinet Device' }),
	];
};

/** The fields of the events behind the alerts of each profile. */
const events = [
	{ category: 'Logon', eventId: '4625', source: 'Security' },
	{ category: 'Account Management', eventId: '4732', source: 'Security' },
	{ category: 'System Events', eventId: '7036', source: 'Service Control Manager' },
	{ category: 'Policy Change', eventId: '1102', source: 'Eventlog' },
];

const users = ['administrator', 'j.doe', 'svc-backup', 'm.rossi', 'O"Hara'];
const statuses = ['open', 'in_progress', 'closed'] as const;

/** Makes alert number `index` at a second; the number determines every other field. */
export const demoAlert = (index: number, eventTime: number) => {
	const place = index % profiles.length;
	const { profile_id, profile_name: profileName, severity } = profiles[place] ?? profiles[0];
	const { category = '', eventId = '', source = '' } = events[place] ?? {};
	const machine = (index % 17) + 1;
	const logSource = `CORP-PC-${String(machine).padStart(2, '0')}`;
	const userName = users[index % users.length] ?? '';
	return {
		/** The time of the alert, in whole seconds since 1970. */
		eventTime,
		/** The time from which searches find the alert, in ms since 1970. */
		arrivedAt: eventTime * 1000,
		status: statuses[index % statuses.length] ?? 'open',
		severity,
		profileId: profile_id,
		displayName: { [machine]: logSource },
		...{ category, eventId, source, userName, profileName, logSource },
		message: `${profileName}: event ${eventId} for ${userName} on ${logSource}, no. ${index}`,
		eventSeverity: index % 4 === 0 ? 'error' : 'information',
		logSourceType: 'Windows',
		type: 'Windows',
	};
};

export type Alert = ReturnType<typeof demoAlert>;

/**
 * Builds the demo's small world of 3 domains and 43 computers, some of them configured: one name is in every
 * domain, one computer lacks Windows. Two log sources are decommissioned, and 2 of 7 agents do not communicate.
 * The 60 alerts happened one a minute until now; groups, log types, rules and profiles complete the world.
 */
export const demoWorld: WorldBuilder = (now) => {
	const firstSecond = Math.floor(now / 1000) - 60 * 60;
	return makeWorld(now, {
		computers: [
			...machines(corp, 20, 0),
			...machines(lab, 14, 100),
			...machines(branch, 8, 200),
			newComputer(corp, 'CORP-LINUX-01', 99, 'Ubuntu 24.04'),
		],
		logSources: demoLogSources(now),
		alerts: Array.from({ length: 60 }, (_none, index) =>
			demoAlert(index, firstSecond + index * 60),
		),
	});
};
