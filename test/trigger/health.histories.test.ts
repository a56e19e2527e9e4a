import { describe, expect, jest, test } from '@jest/globals';

import { poll } from '../../nodes/HealthTrigger/poll';
import { judged, wrongTriggers } from '../support/trigger/healthHistory';
import type { Engine } from '../support/trigger/simulatedHost';

jest.setTimeout(60_000);

const ENGINES: Engine[] = ['memory', 'durable'];
const HISTORIES = 25;

describe.each(ENGINES)('in random histories of the %s engine', (engine) => {
	test('each change is told once and nothing else, with faults and restarts', async () => {
		const verdicts: string[] = [];
		for (let seed = 0; seed < HISTORIES; seed += 1) {
			const verdict = await judged(seed, engine);
			if (verdict !== undefined) verdicts.push(`history ${seed}, ${verdict}`);
		}
		expect(verdicts).toEqual([]);
	});
});

test.each(Object.entries(wrongTriggers(poll)))('a trigger %s is caught', async (_what, wrong) => {
	const verdicts: Array<string | undefined> = [];
	for (let seed = 0; seed < HISTORIES; seed += 1)
		verdicts.push(await judged(seed, 'memory', wrong));
	expect(verdicts.filter((verdict) => verdict !== undefined).length).toBeGreaterThan(0);
});
