import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { poll } from '../../nodes/AlertTrigger/poll';
import { history } from './history';
import { simulate } from './simulation';

const HISTORIES = Number(process.env['HISTORIES'] ?? 1000);

test('every alert exactly once, whatever happens', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (some) => {
			const { faults, story } = await simulate(some, poll);
			expect({ faults, story: faults.length === 0 ? [] : story }).toEqual({
				faults: [],
				story: [],
			});
		}),
		{ numRuns: HISTORIES },
	);
}, 600_000);
