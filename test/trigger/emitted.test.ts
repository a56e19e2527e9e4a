import { expect, test } from '@jest/globals';

import {
	byTime,
	countIn,
	newAlerts,
	prune,
	push,
	type Emitted,
	type NewAlert,
} from '../../nodes/AlertTrigger/dedupe/emitted';
import { LONGEST_WITH_ALERTS } from '../../nodes/AlertTrigger/windows/windows';

const note = (emitted: Emitted, alerts: readonly NewAlert[], end: number) => {
	for (const { fingerprint } of alerts) push(emitted, fingerprint, end);
};

const record = (message: string) => ({ Message: message });

const window = { from: 10, to: 20 };

test('what is new is what was not emitted, with identical alerts counted', () => {
	const emitted: Emitted = new Map();
	const first = newAlerts(emitted, [record('a'), record('a'), record('b')], window);
	expect(first.map(({ record: { Message }, number }) => [Message, number])).toEqual([
		['a', 1],
		['a', 2],
		['b', 1],
	]);
	expect(emitted.size).toBe(0);
	note(emitted, first, window.to);
	expect(newAlerts(emitted, [record('b'), record('a')], window)).toEqual([]);
	const third = newAlerts(emitted, [record('a'), record('a'), record('a')], window);
	expect(third.map(({ number }) => number)).toEqual([3]);
	note(emitted, third, window.to);
	expect([...emitted.values()]).toEqual([[20, 20, 20], [20]]);
	expect(countIn([19, 20, 20, 30, 31], { from: 19, to: 30 })).toBe(3);
});

test.each([
	[8, 2],
	[9, undefined],
	[20 + LONGEST_WITH_ALERTS + 1, undefined],
	[20 + LONGEST_WITH_ALERTS + 2, 2],
])('what is new is an alert whose like was found in a window up to %i', (end, number) => {
	const emitted: Emitted = new Map();
	note(emitted, newAlerts(emitted, [record('a')], window), end);
	expect(newAlerts(emitted, [record('a')], window)[0]?.number).toBe(number);
});

test('what is new is forgotten by the ends of the windows', () => {
	const emitted: Emitted = new Map([
		['old', [9]],
		['both', [9, 10]],
		['young', [11]],
	]);
	prune(emitted, 10);
	expect([...emitted]).toEqual([
		['both', [10]],
		['young', [11]],
	]);
});

test('alerts are sorted by the text of their times, those of one time stay in order', () => {
	const times = ['2026-03-02 10:00', '2026-03-01 10:00', '2026-03-02 10:00', undefined];
	const alerts = times.map((Time, index) => ({ ...record(String(index)), Time }));
	const sorted = newAlerts(new Map(), alerts, window).sort(byTime);
	expect(sorted.map(({ record: { Message } }) => Message)).toEqual(['3', '1', '0', '2']);
});
