import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { fingerprintOf } from '../../nodes/Alert/alertRow';
import { advance, type Cursor, type Outcome } from '../../nodes/AlertTrigger/cursor';
import { forget, NewAlerts, pack, unpack, type Emitted } from '../../nodes/AlertTrigger/emitted';
import { asText } from '../../nodes/shared/json';

const emittedMap: fc.Arbitrary<Emitted> = fc
	.array(
		fc.record({
			text: fc.string(),
			count: fc.integer({ min: 1, max: 0xff_ffff }),
			end: fc.integer({ min: 0, max: 0xffff_ffff }),
		}),
	)
	.map(
		(entries) =>
			new Map(
				entries.map(({ text, ...entry }) => [fingerprintOf({ Message: text }), entry] as const),
			),
	);

test('what was emitted takes 20 characters an alert', () => {
	fc.assert(
		fc.property(emittedMap, (emitted) => {
			const text = pack(emitted);
			expect(text).toHaveLength(20 * emitted.size);
			expect(unpack(text)).toEqual(emitted);
		}),
	);
	expect(unpack('').size).toBe(0);
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
		expect(forget(emitted, 22)).toBe(22);
		expect([...emitted.values()]).toEqual([{ count: 1, end: 100 }]);
	});
});

test('the oldest of more than 250,000 remembered alerts are forgotten, and not read again', () => {
	const emitted: Emitted = new Map([['old', { count: 1, end: 300 }]]);
	for (let index = 0; index < 250_000; index += 1) {
		emitted.set(String(index), { count: 1, end: 400 + (index % 600) });
	}
	expect(forget(emitted, 200)).toBe(302);
	expect([emitted.has('old'), emitted.size]).toEqual([false, 250_000]);
});

describe('reading goes on', () => {
	const cursor: Cursor = {
		position: 1000,
		step: 90,
		isFirst: false,
		failures: 0,
		trustsCounts: true,
	};
	const read: Outcome = { end: 'whole', pages: 1, alerts: 9, total: undefined, load: 0 };

	test.each<[string, number, Partial<Outcome>, Partial<Cursor>, object, Partial<Cursor>]>([
		[
			'after a whole window, with one four times as long',
			60,
			{},
			{},
			{},
			{ position: 1060, step: 246 },
		],
		[
			'with shorter windows after more pages',
			60,
			{ load: 2 },
			{},
			{},
			{ position: 1060, step: 29 },
		],
		['with windows of a day at most', 80_000, {}, {}, {}, { step: 86_400 }],
		['with no window of less than a second', 1, { load: 30 }, {}, {}, { position: 1001, step: 1 }],
		[
			'with a third of a window that ended short',
			60,
			{ end: 'short' },
			{},
			{},
			{ position: 1000, step: 20 },
		],
		[
			'after a second that ended short',
			1,
			{ end: 'short', total: 12 },
			{},
			{ warning: expect.stringContaining('counts 12 alerts and served 9') },
			{ position: 1001, trustsCounts: false },
		],
		[
			'after the next window that ends short',
			60,
			{ end: 'short' },
			{ trustsCounts: false },
			{ warning: expect.any(String) },
			{ position: 1060 },
		],
		[
			'with the next poll if no more alerts may be emitted',
			60,
			{ end: 'full' },
			{},
			{ stop: true, madeProgress: false },
			{ position: 1000, step: 90 },
		],
		[
			'with what one poll can read if a window needs more',
			60,
			{ end: 'cut', load: 2 },
			{},
			{ stop: false },
			{ position: 1000, step: 29 },
		],
		[
			'with the same window in the next poll if too few requests are left',
			60,
			{ end: 'cut' },
			{},
			{ stop: true },
			{ step: 60 },
		],
		[
			'with a shorter one if a whole poll is too short for it',
			60,
			{ end: 'cut' },
			{ isFirst: true },
			{ stop: true, madeProgress: true },
			{ step: 20 },
		],
		[
			'after a second that a whole poll cannot read',
			1,
			{ end: 'cut', load: 2 },
			{ isFirst: true },
			{ stop: false, warning: expect.stringContaining('left behind') },
			{ position: 1001 },
		],
		[
			'at a second that the rest of a poll cannot read',
			1,
			{ end: 'cut', load: 2 },
			{},
			{ stop: true, madeProgress: false },
			{ position: 1000, step: 1 },
		],
		[
			'with the same window after a lock',
			60,
			{ end: 'blocked', pages: 0 },
			{},
			{ stop: true, madeProgress: false },
			{ step: 90 },
		],
		[
			'with a third of a window that was refused',
			60,
			{ end: 'refused', pages: 0 },
			{},
			{ stop: false },
			{ step: 20, failures: 1 },
		],
		[
			'with the next poll after 16 refusals',
			1,
			{ end: 'refused', pages: 0 },
			{ failures: 15 },
			{ stop: true, madeProgress: false },
			{ position: 1000, failures: 16 },
		],
		[
			'with the next poll if there is no answer',
			60,
			{ end: 'unanswered', pages: 0 },
			{},
			{ stop: true, madeProgress: false },
			{ step: 90 },
		],
		[
			'and with a third of a long window if there is no answer',
			90,
			{ end: 'unanswered', pages: 0 },
			{},
			{ stop: true, madeProgress: true },
			{ step: 30 },
		],
		[
			'with a third of a window that lost a page',
			60,
			{ end: 'unanswered' },
			{},
			{ stop: false },
			{ step: 20 },
		],
		[
			'after a second that lost a page three times',
			1,
			{ end: 'unanswered' },
			{ failures: 2 },
			{ stop: true, warning: expect.stringContaining('left behind') },
			{ position: 1001, failures: 0 },
		],
	])('%s', (_what, length, outcome, before, result, after) => {
		const window = { from: 1000, to: 1000 + length };
		const next = advance({ ...cursor, ...before }, window, { ...read, ...outcome });
		expect(next).toMatchObject(result);
		expect(next.cursor).toMatchObject({ isFirst: false, ...after });
	});
});
