import { afterEach, describe, expect, jest, test } from '@jest/globals';

import { poll } from '../../nodes/HealthTrigger/polling/poll';
import { judged, wrongTriggers } from '../support/trigger/healthHistory';
import type { StoredWith } from '../support/trigger/simulatedHost';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

jest.setTimeout(60_000);

const WAYS: StoredWith[] = ['each poll', 'an execution'];
const HISTORIES = 20;

/** What is judged wrong in the first history of a trigger that is. */
const verdictOn = async (storedWith: StoredWith, how: Parameters<typeof judged>[2] = {}) => {
	for (let seed = 0; seed < HISTORIES; seed += 1) {
		const verdict = await judged(seed, storedWith, how);
		if (verdict !== undefined) return `history ${seed}, ${verdict}`;
	}
	return undefined;
};

describe.each(WAYS)('in random histories, the state stored with %s', (storedWith) => {
	test('each change is told once and nothing else, with faults and restarts', async () => {
		expect(await verdictOn(storedWith)).toBeUndefined();
	});
});

test.each(Object.entries(wrongTriggers(poll)))('a trigger %s is caught', async (_what, wrong) => {
	expect(await verdictOn('an execution', { poller: wrong })).toBeDefined();
});
