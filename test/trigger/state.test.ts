import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from '../../nodes/Alert/alertRow';
import { NewAlerts, pack, prune, unpack, type Emitted } from '../../nodes/AlertTrigger/emitted';
import {
	afterPoll,
	forget,
	startingState,
	STATE_FORMAT,
	type State,
} from '../../nodes/AlertTrigger/state';
import { longer, shorter, timesOf } from '../../nodes/AlertTrigger/windows';
import { asText } from '../../nodes/shared/json';

const second = fc.integer({ min: 0, max: 0xffff_ffff });

const emittedMap: fc.Arbitrary<Emitted> = fc
	.array(fc.tuple(fc.string(), fc.integer({ min: 1, max: 0xff_ffff }), second))
	.map(
		(some) =>
			new Map(some.map(([text, count, end]) => [fingerprintOf({ Message: text }), { count, end }])),
	);

const states: fc.Arbitrary<State> = fc.record({
	...{ start: second, at: second, began: second, looked: second },
	service: fc.string(),
	step: fc.integer({ min: 1, max: 86_400 }),
	emitted: emittedMap,
});

test('a state is read as it was written, by way of the database too', () => {
	fc.assert(
		fc.property(states, (state) => {
			const data = JSON.parse(JSON.stringify(STATE_FORMAT.write(state))) as IDataObject;
			expect(STATE_FORMAT.read(data)).toEqual({ state });
		}),
	);
	expect(STATE_FORMAT.read({})).toEqual({});
});

test.each([{ version: 1 }, { at: 'noon' }, { step: 0 }, { emitted: 'QUJD' }])(
	'a state that cannot be read is not used: %j',
	(change) => {
		const data = { ...STATE_FORMAT.write(state), ...change };
		expect(STATE_FORMAT.read(data)).toEqual({ note: expect.stringContaining('cannot be read') });
	},
);

test('what was emitted takes 20 characters an alert', () => {
	fc.assert(
		fc.property(emittedMap, (emitted) => {
			const text = pack(emitted);
			expect(text).toHaveLength(20 * emitted.size);
			expect(unpack(text)).toEqual(emitted);
		}),
	);
	expect([undefined, 5, 'QUJD', '!'.repeat(20)].map(unpack)).toEqual(Array(4).fill(undefined));
});

describe('what is new', () => {
	const named = (...messages: string[]) => messages.map((Message) => ({ Message }));
	const window = { from: 10, to: 20 };

	test('is what a page holds beyond what was emitted, identical alerts counted', () => {
		const emitted: Emitted = new Map();
		const pages = [named('a', 'a', 'b'), named('b', 'a'), named('a', 'a', 'a')];
		const taken = pages.map((page) => {
			const found = new NewAlerts(emitted, 9);
			expect(found.take(page, window)).toBe(true);
			return found.alerts.map(({ record, number }) => `${asText(record.Message)}${number}`);
		});
		expect(taken).toEqual([['a1', 'a2', 'b1'], [], ['a3']]);
	});

	test('is not taken if no more may be emitted, and is new for the next poll', () => {
		const emitted: Emitted = new Map();
		const found = new NewAlerts(emitted, 1);
		expect(found.take(named('a'), window)).toBe(true);
		expect(found.take(named('a', 'b'), window)).toBe(false);
		const next = new NewAlerts(emitted, 1);
		expect([next.take(named('a', 'b'), window), next.alerts.length]).toEqual([true, 1]);
	});

	test('is forgotten by the end of the shortest window that held it', () => {
		const emitted: Emitted = new Map();
		new NewAlerts(emitted, 9).take(named('a', 'b'), { from: 0, to: 100 });
		new NewAlerts(emitted, 9).take(named('a'), window);
		prune(emitted, 21);
		expect([...emitted.values()]).toEqual([{ count: 1, end: 100 }]);
	});
});

const NOW = 100_000;
const LOOK_BACK = 900;
const state: State = {
	...{ service: 's', start: 0, step: 60, emitted: new Map() },
	...{ at: NOW, began: NOW - 20, looked: NOW - 200 },
};

describe('the next pass', () => {
	test.each<[string, Partial<State>, Partial<State>]>([
		['begins a minute before this one', {}, { at: NOW - 80, began: 0, looked: NOW - 200 }],
		[
			'begins Look Back before the last one over all of it, if that is a third of it ago',
			{ looked: NOW - 300 },
			{ at: NOW - 1200, began: 0, looked: 0 },
		],
		['begins at nothing that was forgotten', { start: NOW - 70 }, { at: NOW - 70, began: 0 }],
		['waits for the end of this one', { at: NOW - 1 }, { at: NOW - 1, began: NOW - 20 }],
		[
			'begins again at the clock, if that was set back',
			{ at: NOW + 90, began: NOW + 50, looked: NOW + 50 },
			{ at: NOW - 60, began: 0, looked: NOW },
		],
	])('%s', (_what, before, after) => {
		expect(afterPoll({ ...state, ...before }, NOW, LOOK_BACK)).toMatchObject(after);
	});
});

test('a state that is ahead of the clock begins again with Look Back, if that is longer', () => {
	const log = { info: () => undefined, warn: () => undefined };
	const settings = { service: 's', firstFetch: 600, lookBack: LOOK_BACK };
	const begun = (lookBack: number) =>
		startingState(
			{ ...state, start: NOW + 601 },
			{ ...settings, lookBack, mostPause: Infinity, mostAlerts: 1 },
			{ now: NOW, isStart: false },
			log,
		).start;
	expect([begun(900), begun(60)]).toEqual([NOW - 900, NOW - 600]);
});

test('the oldest of more than 250,000 remembered alerts are forgotten, and not read again', () => {
	const emitted: Emitted = new Map([['old', { count: 1, end: NOW - 700 }]]);
	for (let index = 0; index < 250_000; index += 1) {
		emitted.set(String(index), { count: 1, end: NOW - 600 + (index % 600) });
	}
	const warnings: string[] = [];
	const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
	const kept = forget({ ...state, at: NOW - 800, looked: NOW, emitted }, LOOK_BACK, log);
	expect([emitted.has('old'), emitted.size, kept.start, kept.at]).toEqual([
		...[false, 250_000],
		...[NOW - 698, NOW - 698],
	]);
	expect(warnings).toEqual([expect.stringContaining('Look Back: it is shortened')]);
});

test('a window is searched from a second before its start, in whole seconds of UTC', () => {
	expect(timesOf({ from: 1, to: 86_400 })).toEqual({
		start_time: '1970-01-01T00:00:00Z',
		end_time: '1970-01-02T00:00:00Z',
	});
});

test.each([
	[60, { pages: 1, alerts: 1 }, 240],
	[60, { pages: 20, alerts: 100 }, 30],
	[60, { pages: 1, alerts: 10_000 }, 30],
	[1, { pages: 30, alerts: 100 }, 1],
	[80_000, { pages: 0, alerts: 0 }, 86_400],
])('a window of %i s of %j is followed by one of %i s', (length, read, expected) => {
	expect(longer(length, read)).toBe(expected);
});

test('a window that was refused is followed by one of a third of it', () => {
	expect([9, 4, 1].map(shorter)).toEqual([3, 2, 1]);
});
