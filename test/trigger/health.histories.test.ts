import { afterEach, describe, expect, test } from '@jest/globals';

import { poll } from '../../nodes/HealthTrigger/poll';
import { asText } from '../../nodes/shared/json';
import { healthHistory } from '../support/trigger/healthHistory';
import type { Poller, StoredWith } from '../support/trigger/simulatedHost';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

const SEEDS = [1, 2, 3, 4, 5];

describe.each<StoredWith>(['each poll', 'an execution'])('the state stored with %s', (way) => {
	test.each(SEEDS)('history %i: each change is told once and nothing else', async (seed) => {
		expect(await healthHistory(seed, way)).toEqual([]);
	});
});

/** A trigger that finds another state than it left. */
const withState =
	(change: (state: string) => string): Poller =>
	async (host) => {
		const data = host.getWorkflowStaticData('node');
		if (data.watched !== undefined) data.watched = change(asText(data.watched));
		return await poll(host);
	};

test.each<[mistake: string, poller: Poller, says: string]>([
	[
		'forgets silence',
		withState((state) => state.replace(/,"silentSince":\d+/g, '')),
		'told before',
	],
	[
		'forgets what one poll showed',
		withState((state) => state.replace(/,"shown":\[[^\]]*\]/g, '')),
		'is not told',
	],
	[
		'takes one poll for two',
		withState((state) => state.replace(/"told":/g, '"shown":["listed","inactive","disabled"],$&')),
		'is not so',
	],
])('a trigger that %s is found out', async (_mistake, poller, says) => {
	const found: string[] = [];
	for (const seed of SEEDS) found.push(...(await healthHistory(seed, 'an execution', poller)));
	expect(found.join('\n')).toContain(says);
});
