/** Formats a time as ISO 8601 in UTC, to the second. */
export const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export const newDomain = (id: number, flatName: string, name: string) => ({
	domain_id: id,
	domain_flat_name: flatName,
	domain_name: name,
	domain_controller_names: [`${flatName.toLowerCase()}-dc1.${name}`],
});

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');

/** Makes a computer of a domain, whose GUID and SID contain its number. */
export const newComputer = (
	{ domain_id, domain_name }: Domain,
	name: string,
	number: number,
	os = 'Windows Server 2022',
) => ({
	guid: `{${hex(domain_id, 8)}-0000-4000-8000-${hex(number, 12)}}`,
	sid: `S-1-5-21-${1_000_000 + domain_id}-271828182-314159265-${1000 + number}`,
	name,
	dns_name: `${name.toLowerCase()}.${domain_name}`,
	os,
	/** The domain, which the record of the computer omits. */
	domain_name,
});

/** Makes the log source of a Windows computer that is added at `now`, in ms. */
export const newLogSource = (
	id: number,
	name: string,
	{ domain_name }: { domain_name: string },
	now: number,
) => ({
	log_source_id: id,
	log_source: name,
	display_name: name,
	log_type_name: 'Windows',
	log_source_group: 'WindowsGroup',
	last_event_time: instant(now),
	next_scan_on: instant(now + 600_000),
	log_collection_status: 'enabled' as 'enabled' | 'disabled',
	log_collector_state: 'active' as 'active' | 'inactive' | 'decommissioned_device',
	log_source_ip: `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`,
	domain_name,
	fqdn: `${name}.${domain_name}`.toLowerCase(),
	log_collection_mode: 'Scheduled',
	/** Settings that the record omits. */
	hidden: {} as { agent_id?: number | undefined; source_files?: string[] },
});

/** Makes an agent of corp.example.com that has run since `now`, in ms. */
export const newAgent = (id: number, name: string, now: number) => ({
	agent_id: id,
	agent_name: name,
	/** The status in the words of the filter. */
	status: 'running',
	/** The time of the installation request, in ms; undefined if the agent existed from the start. */
	addedAt: undefined as number | undefined,
	domain_name: 'corp.example.com',
	last_sync_time: instant(now),
	version: 5310,
	display_name: name,
	log_level: '2' as '2' | '3',
});

export const newLogType = (id: number, name: string, type: string, origin = 'custom') => ({
	log_type_id: id,
	log_type_display_name: name,
	log_type_name: name.toLowerCase().replaceAll(' ', '_'),
	origin,
	type,
});

export type Domain = ReturnType<typeof newDomain>;
export type Computer = ReturnType<typeof newComputer>;
export type LogSource = ReturnType<typeof newLogSource>;
export type Agent = ReturnType<typeof newAgent>;
export type LogType = ReturnType<typeof newLogType>;
