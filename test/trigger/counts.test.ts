import { describe, expect, test } from '@jest/globals';

import type { SimulatedAlertTrigger } from '../support/trigger/alertTrigger';
import { COUNTS, countingTrigger, runEachMinute } from '../support/trigger/counts';

const kinds = Object.keys(COUNTS) as Array<keyof typeof COUNTS>;

const requestsOf = ({ polls }: SimulatedAlertTrigger) => polls.map(({ requests }) => requests);
const warningsOf = ({ polls }: SimulatedAlertTrigger) =>
	polls.flatMap(({ log }) => log.filter((line) => line.includes('The service counts')));

describe.each(kinds)('a count that is %s', (kind) => {
	test('costs a quiet trigger no request, and one warning an hour', async () => {
		const trigger = countingTrigger(kind);
		for (let minute = 0; minute < 90; minute += 5) trigger.raise(minute * 60 + 30, minute);
		await runEachMinute(trigger, 90);
		const { mistakes, worstDelay } = trigger.check();
		expect([mistakes, worstDelay < 60]).toEqual([[], true]);
		const requests = requestsOf(trigger).slice(1);
		expect(requests.filter((count) => count > 1).length).toBeLessThanOrEqual(18);
		expect(Math.max(...requests)).toBe(2);
		const warnings = kind === 'right' || kind === 'absent' ? 0 : 2;
		expect(warningsOf(trigger).length).toBeLessThanOrEqual(warnings);
	});
});
