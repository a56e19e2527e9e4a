import { expect, test } from '@jest/globals';

import { initialState, dropOld } from '../../../../nodes/AlertTrigger/state/transitions';

const NOW = 1_777_600_000;

const madeWith = { service: 'service', filters: 'filters' };

test('the oldest of more than 250,000 remembered alerts are forgotten, and neither read nor counted again', () => {
	const oldest = NOW - 60_000;
	const state = {
		...initialState(madeWith, NOW - 90_000),
		emitted: new Map([
			['old', [oldest, oldest + 1, oldest + 2]],
			['new', Array.from({ length: 250_000 }, (_none, index) => NOW - 50_000 + (index % 50_000))],
		]),
		counts: new Map([
			[`${oldest}-${oldest + 8}`, 3],
			[`${NOW - 128}-${NOW}`, 640],
		]),
		position: NOW,
		widened: NOW,
	};
	const warnings: string[] = [];
	const pollSettings = {
		...madeWith,
		firstFetch: 600,
		lookBack: 86_400,
		timeOff: 3600,
		reactivation: 0,
	};
	dropOld(state, NOW, pollSettings, { warn: (message) => warnings.push(message) });
	expect([...state.emitted.keys()]).toEqual(['new']);
	expect([...state.counts.values()]).toEqual([640]);
	expect(state.start).toBe(oldest + 4);
	expect(state.verified).toBe(state.start);
	expect(warnings).toEqual([expect.stringContaining('the 3 oldest are no longer remembered')]);
});
