import { afterEach, describe, expect, jest, test } from '@jest/globals';

import { poll } from '../../nodes/HealthTrigger/polling/poll';
import { forgetful, judged, wrongTriggers } from '../support/trigger/healthHistory';
import type { Engine } from '../support/trigger/simulatedHost';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

jest.setTimeout(60_000);

const ENGINES: Engine[] = ['memory', 'durable'];
const HISTORIES = 25;

/** What is judged wrong in histories of a trigger. */
const verdictsOf = async (engine: Engine, how: Parameters<typeof judged>[2] = {}) => {
	const verdicts: string[] = [];
	for (let seed = 0; seed < HISTORIES; seed += 1) {
		const verdict = await judged(seed, engine, how);
		if (verdict !== undefined) verdicts.push(`history ${seed}, ${verdict}`);
	}
	return verdicts;
};

describe.each(ENGINES)('in random histories of the %s engine', (engine) => {
	test('each change is told once and nothing else, with faults and restarts', async () => {
		expect(await verdictsOf(engine)).toEqual([]);
	});

	test('with Redeliver After Restart no change is lost in an execution that is killed', async () => {
		expect(await verdictsOf(engine, { redeliver: true })).toEqual([]);
	});
});

test.each(Object.entries(wrongTriggers(poll)))('a trigger %s is caught', async (_what, wrong) => {
	expect(await verdictsOf('memory', { poller: wrong })).not.toEqual([]);
});

test('a trigger that forgets what it handed over loses changes, and is caught', async () => {
	const verdicts = await verdictsOf('memory', { redeliver: true, poller: forgetful(poll) });
	expect(verdicts).toContainEqual(expect.stringContaining('lost ['));
});
