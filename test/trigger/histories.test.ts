import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { history, type History } from '../support/trigger/history';
import { hashSet, watermark } from '../support/trigger/offenders';
import type { Poller } from '../support/trigger/simulatedHost';
import { simulate } from '../support/trigger/simulation';

const SEED = 20_260_501;

test('in random histories each alert is emitted once', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (some) => {
			const { faults, story } = await simulate(some);
			if (faults.length > 0) throw new Error([...story, ...faults].join('\n'));
		}),
		{ numRuns: 12, seed: SEED },
	);
}, 120_000);

/** A service that does all it can for a trigger, and alerts of which some are identical and some late. */
const calm: History = {
	storedWith: 'an execution',
	switches: {},
	faults: [],
	requestsPerMinute: 0,
	lookBack: 5,
	maxAlerts: 5000,
	every: 60,
	hostAhead: 0,
	latency: 0,
	gap: 20,
	bursts: [{ at: 100, count: 8, alike: 3 }],
	late: { nth: 3, part: 1 },
	happenings: [],
};

describe('in a calm history', () => {
	const lostBy = async (poller?: Poller) => (await simulate(calm, poller)).lost;

	test('the trigger loses none', async () => {
		expect(await lostBy()).toBe(0);
	});

	test.each([
		['a set of hashes', hashSet],
		['a watermark', watermark],
	])('the oracle sees what %s loses', async (_name, offender) => {
		expect(await lostBy(offender)).toBeGreaterThan(0);
	});
});
