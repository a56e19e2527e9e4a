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

const thousands = (count: number): string => count.toLocaleString('en');

const onboard = (count: number, latencyMs: number): Case[] => {
	const work: Work = { kind: 'onboard', count, latencyMs };
	const name = `onboard ${thousands(count)} at ${latencyMs} ms`;
	return [
		{ name, work, ours: 'ours', httpRequest: 'httpRequest', wire: true },
		{
			name: `${name}, 10 requests at once against chunks by hand`,
			work,
			ours: 'oursTenAtOnce',
			httpRequest: 'httpRequestChunks',
		},
	];
};

const floor = (count: number): Case => ({
	name: `n8n alone: ${thousands(count)} items made and saved`,
	work: { kind: 'onboard', count, latencyMs: 0 },
	ours: 'nobody',
});

const exported = (count: number): Case => ({
	name: `export ${thousands(count)} to a file`,
	work: { kind: 'export', count, latencyMs: 0 },
	ours: 'ours',
	httpRequest: 'httpRequest',
	wire: true,
});

const listed = (count: number): Case => ({
	name: `list ${thousands(count)} as items`,
	work: { kind: 'list', count, latencyMs: 0 },
	ours: 'ours',
	httpRequest: 'httpRequest',
	wire: true,
});

export const FULL: readonly Case[] = [
	...[50_000, 200_000, 1_000_000].map(exported),
	listed(20_000),
	floor(10_000),
	...[10_000, 2_000].flatMap((count) => [...onboard(count, 0), ...onboard(count, 20)]),
];

export const QUICK: readonly Case[] = [
	...onboard(2_000, 0),
	floor(2_000),
	exported(50_000),
	listed(5_000),
];
