import { expect, test } from '@jest/globals';

import { dropOld, initialState, startingState } from '../../nodes/AlertTrigger/state/transitions';

const NOW = 1_777_600_000;

const madeWith = { service: 'service', filters: 'filters' };

test('the oldest of more than 250,000 remembered alerts are forgotten, and not read again', () => {
	const oldest = NOW - 60_000;
	const state = {
		...initialState(madeWith, NOW - 90_000),
		emitted: new Map([
			['old', [oldest, oldest + 1, oldest + 2]],
			['new', Array.from({ length: 250_000 }, (_none, index) => NOW - 50_000 + (index % 50_000))],
		]),
		position: NOW,
	};
	const warnings: string[] = [];
	const kept = dropOld(state, { warn: (message) => warnings.push(message) });
	expect([...kept.emitted.keys()]).toEqual(['new']);
	expect(kept.start).toBe(oldest + 4);
	expect(kept.verified).toBe(kept.start);
	expect(warnings).toEqual([expect.stringContaining('the 3 oldest are no longer remembered')]);
});

test('a poll with other filters remembers them, and looks at nothing before them again', () => {
	const settings = { ...madeWith, firstFetch: 0, lookBack: 300, timeOff: 60, reactivation: 0 };
	const stored = { ...initialState(madeWith, NOW - 9000), verified: NOW - 300, position: NOW };
	const filters = 'other filters';
	const poll = { now: NOW, isStart: false };
	const log = { info: () => undefined, warn: () => undefined };
	const state = startingState(stored, { ...settings, filters, mostAlerts: 10 }, poll, log);
	expect(state).toMatchObject({ filters, start: NOW - 300 });
});
