import { demoDomains } from './service/demoWorld';

/** A piece of work that is done three ways: by this package, by HTTP Request nodes, on the bare wire. */
export interface Work {
	kind: 'onboard' | 'export' | 'list';
	/** Computers, alerts or log sources. */
	count: number;
	/** How long the service lets each request wait, in ms. */
	latencyMs: number;
}

/** Requests in a minute where the service has a quota. */
export const QUOTA = 60;

export const ENTRIES_PER_REQUEST = 100;

/** Rows on a page of a list. */
export const PAGE_SIZE = 1000;

/** Times that all alerts lie between. */
export const ALWAYS = { start_time: '2000-01-01T00:00:00Z', end_time: '2100-01-01T00:00:00Z' };

const DOMAINS = demoDomains().map(({ domain_name }) => domain_name);

/** Computers of the volume world, from number `from`, as Add log sources takes them. */
export const entries = (
	count: number,
	from = 0,
): Array<{ log_source: string; domain_name: string }> =>
	Array.from({ length: count }, (_, index) => ({
		log_source: `PC-${String(from + index + 1).padStart(6, '0')}`,
		domain_name: DOMAINS[(from + index) % DOMAINS.length] ?? '',
	}));

/** The options of the service's command line for a work. */
export function worldOf({ kind, count, latencyMs }: Work): string[] {
	const amount = { onboard: '--computers', list: '--log-sources', export: '--alerts' }[kind];
	return [
		...['--world', 'volume', amount, String(count)],
		...['--latency', String(latencyMs), '--recording', 'counts'],
		...['--switches', JSON.stringify({ bulkFetchesBeforeReady: 0 })],
	];
}
