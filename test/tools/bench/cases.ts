import { QUOTA, type Work } from '../../support/work';
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

/** The same onboarding with several requests at once, and with requests of a hundred built by hand. */
const atOnce = ({ name, work }: Case, ours: 'oursFourAtOnce' | 'oursTenAtOnce'): Case => ({
	name: `${name}, ${ours === 'oursFourAtOnce' ? 4 : 10} requests at once against chunks by hand`,
	work,
	ours,
	httpRequest: 'httpRequestChunks',
});

/** The same onboarding with the IDs of what it added, which it reads from the list. */
const withIds = ({ name, work }: Case): Case => ({
	name: `${name}, with Return IDs`,
	work,
	ours: 'oursWithIds',
	wire: true,
});

const onboard = (count: number, latencyMs: number): Case[] => {
	const one = whole('onboard', count, ` at ${latencyMs} ms`, { latencyMs });
	return [one, withIds(one), atOnce(one, 'oursTenAtOnce')];
};

const floor = (count: number): Case => ({
	name: `n8n alone: ${count.toLocaleString('en')} items made and saved`,
	work: { kind: 'onboard', count, latencyMs: 0 },
	ours: 'nobody',
});

/**
 * Where HTTP Request does not end in time: a request for each of many computers that are far away or
 * have a quota, or a million rows in memory.
 */
const withoutHttpRequest = ({ httpRequest: _httpRequest, ...rest }: Case): Case => rest;

/** Over https, and as far away as users are. */
const distant = (roundTripMs: number): Case[] => {
	const where = ` over https, ${roundTripMs} ms away`;
	const onboarding = whole('onboard', 10_000, where, { roundTripMs });
	return [
		whole('list', 20_000, where, { roundTripMs }),
		whole('export', 50_000, where, { roundTripMs }),
		roundTripMs < 20 ? onboarding : withoutHttpRequest(onboarding),
		atOnce(onboarding, 'oursFourAtOnce'),
	];
};

/** As much as the quota of one minute admits. */
const withinQuota = (kind: Work['kind'], count: number): Case =>
	whole(kind, count, ` within ${QUOTA} requests a minute`, { hasQuota: true });

export const FULL: readonly Case[] = [
	...[50_000, 200_000].map((count) => whole('export', count)),
	withoutHttpRequest(whole('export', 1_000_000)),
	whole('list', 20_000),
	floor(10_000),
	...[10_000, 2_000].flatMap((count) => [...onboard(count, 0), ...onboard(count, 20)]),
	...[1, 20, 50].flatMap(distant),
	withinQuota('export', 285_000),
	withinQuota('list', 59_000),
	withoutHttpRequest(withinQuota('onboard', 5_000)),
];

export const QUICK: readonly Case[] = [
	...onboard(2_000, 0),
	floor(2_000),
	whole('export', 50_000),
	whole('list', 5_000),
];
