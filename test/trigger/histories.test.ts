import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { poll as pollAlerts } from '../../nodes/AlertTrigger/poll';
import { poll as pollHealth } from '../../nodes/HealthTrigger/poll';
import { asText } from '../../nodes/shared/texts';
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

describe('a trigger is found out', () => {
	const OFF = { collector_state: 'inactive', collection_status: 'disabled' };

	/** A poll that does not hand its first item over, or twice. */
	const handingOver =
		(poll: Poller, times: 0 | 2): Poller =>
		async (host) => {
			const [[first, ...others] = []] = (await poll(host)) ?? [];
			if (first === undefined) return null;
			return [[...Array<typeof first>(times).fill(first), ...others]];
		};

	/** The health trigger with another state than it left. */
	const withState =
		(change: (state: string) => string): Poller =>
		async (host) => {
			const data = host.getWorkflowStaticData('node');
			if (data.state !== undefined) data.state = change(asText(data.state));
			return await pollHealth(host);
		};

	test.each([
		['loses an alert', handingOver(pollAlerts, 0), 'lost: '],
		['emits an alert twice', handingOver(pollAlerts, 2), 'twice: '],
	])('that %s', async (_mistake, poller, says) => {
		for (const history of fc.sample(alertHistory, { numRuns: 1, seed })) {
			const { mistakes } = await runAlertHistory(history, poller);
			expect(mistakes.join('\n')).toContain(says);
		}
	});

	test.each<[string, (state: string) => string, string]>([
		['forgets silence', (state) => state.replace(/"silent",/g, '"receiving",'), 'it was silent'],
		[
			'forgets what a poll showed',
			(state) => state.replace(/"pending":\{.*?\}/g, '"pending":{}'),
			'not reported',
		],
		[
			'takes one poll for two',
			(state) => state.replace(/"pending":\{\}/g, `"pending":${JSON.stringify(OFF)}`),
			'it is not',
		],
	])('that %s', async (_mistake, change, says) => {
		const mistakes: string[] = [];
		for (const history of fc.sample(healthHistory, { numRuns: 3, seed })) {
			mistakes.push(...(await healthMistakes(history, withState(change))));
		}
		expect(mistakes.join('\n')).toContain(says);
	});
});
