import { domains } from './service/world';

export const ALWAYS = { start_time: '2000-01-01T00:00:00Z', end_time: '2100-01-01T00:00:00Z' };

const DOMAINS = domains.map(({ domain_name }) => domain_name);

/** Returns computers of the volume world, from number `from`, as entries for Add log source. */
export const entries = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({
		log_source: `PC-${String(from + index + 1).padStart(6, '0')}`,
		domain_name: DOMAINS[(from + index) % DOMAINS.length] ?? '',
	}));
