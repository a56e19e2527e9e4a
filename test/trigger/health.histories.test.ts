import { afterEach, describe, expect, jest, test } from '@jest/globals';

import { poll } from '../../nodes/HealthTrigger/polling/poll';
import { forgetful, judged, wrongTriggers } from '../support/trigger/healthHistory';
import type { StoredWith } from '../support/trigger/simulatedHost';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

jest.setTimeout(60_000);

const WAYS: StoredWith[] = ['each poll', 'an execution'];
const HISTORIES = 25;

/** What is judged wrong in histories of a trigger. */
const verdictsOf = async (storedWith: StoredWith, how: Parameters<typeof judged>[2] = {}) => {
	const verdicts: string[] = [];
	for (let seed = 0; seed < HISTORIES; seed += 1) {
		const verdict = await judged(seed, storedWith, how);
		if (verdict !== undefined) verdicts.push(`history ${seed}, ${verdict}`);
	}
	return verdicts;
};

describe.each(WAYS)('in random histories, the state stored with %s', (storedWith) => {
	test('each change is told once and nothing else, with faults and restarts', async () => {
		expect(await verdictsOf(storedWith)).toEqual([]);
	});

	test('with Redeliver After Restart no change is lost in an execution that is killed', async () => {
		expect(await verdictsOf(storedWith, { redeliver: true })).toEqual([]);
	});
});

test.each(Object.entries(wrongTriggers(poll)))('a trigger %s is caught', async (_what, wrong) => {
	expect(await verdictsOf('an execution', { poller: wrong })).not.toEqual([]);
});

test('a trigger that forgets what it handed over loses changes, and is caught', async () => {
	const verdicts = await verdictsOf('an execution', { redeliver: true, poller: forgetful(poll) });
	expect(verdicts).toContainEqual(expect.stringContaining('lost ['));
});
