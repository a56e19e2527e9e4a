import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import '../support/hostile/quickWaits';
import { useService } from '../support/service/useService';
import { writeHistory, type WriteHistory } from '../support/writes/history';
import { play, worldOf } from '../support/writes/play';

let current: WriteHistory | undefined;

const service = useService({
	world: (now) => {
		const history = current ?? fc.sample(writeHistory, { numRuns: 1, seed: 1 })[0];
		if (history === undefined) throw new Error('There is no history');
		return worldOf(history)(now);
	},
});

const corp = (log_source: string) => ({ log_source, domain_name: 'corp.example.com' });

const adding = {
	operation: 'add',
	tellsCaseApart: false,
	nameFilter: 'exact',
	largeIds: false,
	batchSize: 100,
	maxConcurrentRequests: 1,
	returnIds: true,
	inUse: [],
} as const;

/** Each was told wrong once. */
const FOUND: Array<[WriteHistory]> = [
	[
		{
			...adding,
			existing: [],
			items: ['web01', 'web01 ', 'other', 'web01 '].map(corp),
			fault: { action: { kind: 'resetBefore' }, nth: 2 },
		},
	],
	[
		{
			...adding,
			existing: [corp('web01 ')],
			items: ['WEB01', 'WEB01', 'db'].map(corp),
			fault: { action: { kind: 'afterEffect' }, nth: 2 },
		},
	],
];

it('tells of each of two namesakes what became of it', async () => {
	await fc.assert(
		fc.asyncProperty(writeHistory, async (history) => {
			current = history;
			service.reset();
			expect(await play(history, service)).toEqual([]);
		}),
		{
			examples: FOUND,
			numRuns: Number(process.env['WRITES'] ?? 60),
			seed: Number(process.env['SEED'] ?? 20_261_123),
		},
	);
});
