import type { Work } from '../../support/work';
import type { Doer } from './workflows';

/** A row of the comparison: a work, and who does it in n8n. */
export interface Case {
	name: string;
	work: Work;
	ours?: Doer;
	httpRequest?: Doer;
	/** Whether the bare wire is measured too. */
	wire?: boolean;
}

const TITLES: Record<Work['kind'], (count: string) => string> = {
	onboard: (count) => `onboard ${count}`,
	export: (count) => `export ${count} to a file`,
	list: (count) => `list ${count} as items`,
};

const whole = (kind: Work['kind'], count: number, where = '', how: Partial<Work> = {}): Case => ({
	name: TITLES[kind](count.toLocaleString('en')) + where,
	work: { kind, count, latencyMs: 0, ...how },
	ours: 'ours',
	httpRequest: 'httpRequest',
	wire: true,
});

/** The same onboarding against requests of a hundred that are built by hand. */
const byHand = ({ name, work }: Case, how: string, ours: Doer, httpRequest: Doer): Case => ({
	name: `${name}, ${how} by hand`,
	work,
	ours,
	httpRequest,
});

const floor = (count: number): Case => ({
	name: `n8n alone: ${count.toLocaleString('en')} items made and saved`,
	work: { kind: 'onboard', count, latencyMs: 0 },
	ours: 'nobody',
});

/** HTTP Request does not end in time: a request for each of many computers that are far away, or a million rows in memory. */
const withoutHttpRequest = ({ httpRequest: _httpRequest, ...rest }: Case): Case => rest;

/** Over https, and as far away as users are. */
const distant = whole('onboard', 10_000, ' over https, 20 ms away', { roundTripMs: 20 });

export const FULL: readonly Case[] = [
	...[50_000, 200_000].map((count) => whole('export', count)),
	withoutHttpRequest(whole('export', 1_000_000)),
	whole('list', 20_000),
	floor(10_000),
	...[0, 20].map((latencyMs) => whole('onboard', 10_000, ` at ${latencyMs} ms`, { latencyMs })),
	withoutHttpRequest(distant),
	byHand(
		distant,
		'4 requests at once against 4 chunks at once',
		'oursFourAtOnce',
		'fourChunksAtOnce',
	),
	byHand(
		distant,
		'10 requests at once against all chunks at once',
		'oursTenAtOnce',
		'allChunksAtOnce',
	),
];

export const QUICK: readonly Case[] = [
	whole('onboard', 2_000),
	floor(2_000),
	whole('export', 50_000),
	whole('list', 5_000),
];
