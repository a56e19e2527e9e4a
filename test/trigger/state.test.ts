import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';

import { fingerprintOf } from '../../nodes/Alert/alertView';
import {
	decideNext,
	type ReadPosition,
	type TimeWindow,
	type WindowResult,
} from '../../nodes/AlertTrigger/readPosition';
import {
	pruneEmitted,
	AlertCollector,
	encodeEmitted,
	decodeEmitted,
	type EmittedAlerts,
} from '../../nodes/AlertTrigger/emitted';
import { readNewAlerts, type WindowSource } from '../../nodes/AlertTrigger/readNewAlerts';
import { ApiError } from '../../nodes/shared/http/apiError';
import { ServiceClock } from '../../nodes/shared/polling/serviceClock';
import { asText } from '../../nodes/shared/texts';

const emittedMap: fc.Arbitrary<EmittedAlerts> = fc
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
			const text = encodeEmitted(emitted);
			expect(text).toHaveLength(20 * emitted.size);
			expect(decodeEmitted(text)).toEqual(emitted);
		}),
	);
	expect(decodeEmitted('').size).toBe(0);
});

describe('what is new', () => {
	const named = (...messages: string[]) => messages.map((Message) => ({ Message }));
	const window = { from: 10, to: 20 };

	test('is what a window holds beyond what was emitted, identical alerts counted', () => {
		const emitted: EmittedAlerts = new Map();
		const windows = [
			[named('a', 'a'), named('b')],
			[named('b', 'a')],
			[named('a', 'a'), named('a')],
		];
		const taken = windows.map((pages) => {
			const found = new AlertCollector(emitted, 9);
			expect(pages.map(found.openWindow(window))).toEqual(pages.map(() => true));
			return found.alerts.map(({ record, number }) => `${asText(record.Message)}${number}`);
		});
		expect(taken).toEqual([['a1', 'a2', 'b1'], [], ['a3']]);
	});

	test('is not taken if no more may be emitted, and is new for the next poll', () => {
		const emitted: EmittedAlerts = new Map();
		const found = new AlertCollector(emitted, 1);
		const pages = [named('a'), named('b')];
		expect(pages.map(found.openWindow(window))).toEqual([true, false]);
		const next = new AlertCollector(emitted, 1);
		expect(pages.map(next.openWindow(window))).toEqual([true, true]);
		expect(next.alerts).toHaveLength(1);
	});

	test('is forgotten by the end of the shortest window that held it', () => {
		const emitted: EmittedAlerts = new Map();
		const collector = new AlertCollector(emitted, 9);
		collector.openWindow({ from: 0, to: 100 })(named('a', 'b'));
		collector.openWindow(window)(named('a'));
		collector.openWindow({ from: 90, to: 150 })(named('b'));
		expect(pruneEmitted(emitted, 22)).toBe(22);
		expect([...emitted.values()]).toEqual([{ count: 1, end: 100 }]);
	});
});

test('the oldest of more than 250,000 remembered alerts are forgotten, and not read again', () => {
	const emitted: EmittedAlerts = new Map([['old', { count: 1, end: 300 }]]);
	for (let index = 0; index < 250_000; index += 1) {
		emitted.set(String(index), { count: 1, end: 400 + (index % 600) });
	}
	expect(pruneEmitted(emitted, 200)).toBe(302);
	expect([emitted.has('old'), emitted.size]).toEqual([false, 250_000]);
});

describe('a poll', () => {
	/**
	 * Reads at second 1000 what is new since second 990, with a Look Back of 300 seconds.
	 * @param shownSecond the second of the Date of each response
	 */
	const readAt1000 = async (
		settledUntil: number,
		requestsLeft: number,
		error?: ApiError,
		shownSecond = 1000,
	) => {
		jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
		const windows: TimeWindow[] = [];
		const log = { info: () => undefined, warn: () => undefined };
		const response = { body: { data: [], meta: {} }, date: undefined };
		const clock = new ServiceClock({}, log.warn);
		const source: WindowSource = {
			clock,
			log,
			collector: new AlertCollector(new Map(), 9),
			client: {
				requestsLeft: () => requestsLeft,
				send: async () => {
					clock.observe(shownSecond * 1000);
					return await (error ? Promise.reject(error) : Promise.resolve(response));
				},
			},
			toSearch: (window) => {
				windows.push(window);
				return { method: 'POST', path: '/alerts' };
			},
		};
		const steps = { windowSeconds: 3600, lookBackWindowSeconds: 3600, emitted: '' };
		const state = { readUntil: 990, isUpToDate: true, settledUntil, ...steps };
		return { windows, next: await readNewAlerts(state, source, 300) };
	};

	const recentWindow = { from: 930, to: 1000 };

	test.each<[string, settledUntil: number, requestsLeft: number, TimeWindow[]]>([
		['the last minute again', 700, 1, [recentWindow]],
		['nothing again that is settled', 980, 1, [{ from: 980, to: 1000 }]],
		['Look Back once a pass is due', 600, 1, [recentWindow, { from: 600, to: 930 }]],
		['Look Back not before a pass is due', 601, 1, [recentWindow]],
		['Look Back only if requests are left', 600, 0, [recentWindow]],
	])('reads %s', async (_what, settledUntil, requestsLeft, expected) => {
		expect((await readAt1000(settledUntil, requestsLeft)).windows).toEqual(expected);
	});

	test('reads Look Back not before a pass is due by the clock that a response shows', async () => {
		expect((await readAt1000(600, 1, undefined, 999)).windows).toEqual([recentWindow]);
	});

	test.each<
		[ConstructorParameters<typeof ApiError>[0], windowSeconds: number, madeProgress: boolean]
	>([
		['throttled', 3600, false],
		['unauthorized', 3600, false],
		['refused', 1, false],
		['tooLarge', 1, false],
		['gateway', 24, true],
	])(
		'that meets an error of the kind %s goes on with windows of %i s',
		async (kind, ...expected) => {
			const { next } = await readAt1000(700, 1, new ApiError(kind));
			expect([next.state.windowSeconds, next.madeProgress]).toEqual(expected);
		},
	);
});

describe('reading goes on with the next position and step,', () => {
	const start: ReadPosition = {
		position: 1000,
		windowSeconds: 90,
		isSpanStart: false,
		failures: 0,
		missing: 0,
	};
	const read: WindowResult = { status: 'whole', pages: 1, alerts: 9, total: 12, load: 0 };
	const first = { isSpanStart: true };
	const lacking = { missing: 3 };

	test.each<[string, number, Partial<WindowResult>, Partial<ReadPosition>, string]>([
		['four times as long after a whole window', 60, {}, {}, '+60, 246'],
		['shorter after more pages', 60, { load: 2 }, {}, '+60, 29'],
		['a day at most', 80_000, {}, {}, '+80000, 86400'],
		['a second at least', 1, { load: 30 }, {}, '+1, 1'],
		['a third of a short window', 60, { status: 'rowsMissing' }, {}, '+0, 20'],
		['past a short second', 1, { status: 'rowsMissing' }, {}, '+1, 10, missing 3, warned'],
		[
			'past no more than is missing',
			60,
			{ status: 'rowsMissing' },
			lacking,
			'+60, 246, missing 6, warned',
		],
		[
			'a third of a window that lacks more',
			60,
			{ status: 'rowsMissing', total: 13 },
			lacking,
			'+0, 20, missing 3',
		],
		['as if none was missing after a whole window', 60, {}, lacking, '+60, 246'],
		['none if no more may be emitted', 60, { status: 'limitReached' }, {}, '+0, 90, stop'],
		['as long as one poll can read', 60, { status: 'interrupted', load: 2 }, {}, '+0, 29'],
		[
			'a third of a window whose size no count shows',
			60,
			{ status: 'interrupted', pages: 2, load: 1.1 },
			{},
			'+0, 20',
		],
		['the same in the next poll', 60, { status: 'interrupted' }, {}, '+0, 60, stop'],
		['a third if a poll is too short', 60, { status: 'interrupted' }, first, '+0, 20, stop'],
		[
			'past a second that no poll can read',
			1,
			{ status: 'interrupted', load: 2 },
			first,
			'+1, 1, warned',
		],
		['a second in the next poll', 1, { status: 'interrupted', load: 2 }, {}, '+0, 1, stop'],
		['the same after a lock', 60, { status: 'unavailable', pages: 0 }, {}, '+0, 90, stop'],
		['past a second that a lock cuts', 1, { status: 'unavailable' }, first, '+1, 10, stop, warned'],
		['a third of a refused window', 60, { status: 'refused', pages: 0 }, {}, '+0, 20'],
		['none after 16 refusals', 1, { status: 'refused', pages: 0 }, { failures: 15 }, '+0, 1, stop'],
		['the same without an answer', 60, { status: 'unanswered', pages: 0 }, first, '+0, 90, stop'],
		[
			'a third of a long one without an answer',
			90,
			{ status: 'unanswered', pages: 0 },
			first,
			'+0, 30, stop',
		],
		[
			'a third of a later one without an answer',
			60,
			{ status: 'unanswered', pages: 0 },
			{},
			'+0, 20',
		],
		[
			'none after three without an answer',
			60,
			{ status: 'unanswered', pages: 0 },
			{ failures: 2 },
			'+0, 20, stop',
		],
		['a third of a window that lost a page', 60, { status: 'unanswered' }, {}, '+0, 20'],
		[
			'past a second that lost three pages',
			1,
			{ status: 'unanswered' },
			{ failures: 2 },
			'+1, 10, stop, warned',
		],
	])('%s', (_what, length, outcome, before, expected) => {
		const window = { from: 1000, to: 1000 + length };
		const decision = decideNext({ ...start, ...before }, window, { ...read, ...outcome });
		const { next: cursor, endsSpan: stop, warning } = decision;
		const parts = [
			`+${cursor.position - 1000}, ${cursor.windowSeconds}`,
			cursor.missing > 0 && `missing ${cursor.missing}`,
			stop && 'stop',
			warning !== undefined && 'warned',
		];
		expect(parts.filter(Boolean).join(', ')).toBe(expected);
		expect(cursor.isSpanStart).toBe(false);
	});

	test.each([
		[60, 1059, {}, true],
		[60, 1060, {}, false],
		[1, 1000, first, true],
		[1, 1001, first, false],
	])(
		'not in this poll after an interruption of %i s if late alerts may arrive from %i on',
		(length, noArrivalsBefore, before, expected) => {
			const window = { from: 1000, to: 1000 + length };
			const interrupted = { ...read, status: 'interrupted', load: 2 } as const;
			const { endsSpan: stop } = decideNext(
				{ ...start, ...before },
				window,
				interrupted,
				noArrivalsBefore,
			);
			expect(stop).toBe(expected);
		},
	);
});
