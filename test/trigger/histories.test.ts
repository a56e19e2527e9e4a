import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { runAlertTrigger } from '../../nodes/AlertTrigger/poll';
import { runHealthTrigger } from '../../nodes/HealthTrigger/poll';
import { alertHistory, alertsOnce, runAlertHistory } from '../support/trigger/alertHistory';
import { changesOnce, healthHistory, healthMistakes } from '../support/trigger/healthHistory';
import type { Poller } from '../support/trigger/host';

const seed = 20_260_501;

describe('in random histories', () => {
	test('each alert is emitted once', async () => {
		await fc.assert(alertsOnce, { numRuns: 12, seed });
	}, 120_000);

	test('each change of a log source is reported once and nothing else', async () => {
		await fc.assert(changesOnce, { numRuns: 12, seed });
	});
});

/** Makes a poll that hands its first item over this many times. */
const handingOver =
	(poll: Poller, times: number): Poller =>
	async (host) => {
		const [[first, ...others] = []] = (await poll(host)) ?? [];
		if (first === undefined) return null;
		return [[...Array<typeof first>(times).fill(first), ...others]];
	};

test.each([
	[0, 'lost: ', 'is not reported'],
	[2, 'twice: ', 'it was '],
])('a history finds triggers that hand their first item over %i times', async (times, ...says) => {
	const [alerts] = fc.sample(alertHistory, { numRuns: 1, seed });
	const [changes] = fc.sample(healthHistory, { numRuns: 1, seed });
	const found = [
		alerts && (await runAlertHistory(alerts, handingOver(runAlertTrigger, times))).mistakes,
		changes && (await healthMistakes(changes, handingOver(runHealthTrigger, times))),
	];
	expect(found.map(String)).toEqual(says.map((text) => expect.stringContaining(text)));
});
