import type { LogSource } from './world';

const scanEveryMs = 600_000;

/** ISO 8601 in UTC, to the second. */
export const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** A new Windows log source of a computer, as the service makes it when one is added. */
export const newLogSource = (
	id: number,
	name: string,
	domain: { domain_name: string },
	now: number,
): LogSource => ({
	log_source_id: id,
	log_source: name,
	display_name: name,
	log_type_name: 'Windows',
	log_source_group: 'WindowsGroup',
	last_event_time: instant(now),
	next_scan_on: instant(now + scanEveryMs),
	log_collection_status: 'enabled',
	log_collector_state: 'active',
	log_source_ip: `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`,
	domain_name: domain.domain_name,
	fqdn: `${name}.${domain.domain_name}`.toLowerCase(),
	log_collection_mode: 'Scheduled',
	hidden: {},
});
