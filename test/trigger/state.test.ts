import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { fingerprintOf } from '../../nodes/alerts/alertIdentity';
import { nextWindow, type TimeRange, type WindowResult } from '../../nodes/AlertTrigger/nextWindow';
import {
	pruneEmitted,
	AlertCollector,
	encodeEmitted,
	decodeEmitted,
	isEmittedText,
	type EmittedAlerts,
} from '../../nodes/AlertTrigger/emitted';
import { readNewAlerts } from '../../nodes/AlertTrigger/readNewAlerts';
import type { SpanResult } from '../../nodes/AlertTrigger/readSpan';
import type { WindowSource } from '../../nodes/AlertTrigger/readWindow';
import { nextState, STATE_FORMAT, type State } from '../../nodes/AlertTrigger/state';
import type { ApiError } from '../../nodes/shared/http/apiError';
import { type ErrorKind } from '../../nodes/shared/http/apiError';
import { ServiceClock } from '../../nodes/shared/polling/serviceClock';
import { asText } from '../../nodes/shared/texts';
import { errorOf } from '../support/unit/errorOf';

const emittedMap: fc.Arbitrary<EmittedAlerts> = fc
	.array(
		fc.record({
			text: fc.string(),
			count: fc.integer({ min: 1, max: 0xff_ffff }),
			forgetAfter: fc.integer({ min: 0, max: 0xffff_ffff }),
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
			expect(isEmittedText(text)).toBe(true);
		}),
	);
	expect(decodeEmitted('').size).toBe(0);
});

test.each([undefined, 5, 'AAAA', `${'A'.repeat(19)}!`, 'A'.repeat(39)])(
	'%j is no list of emitted alerts',
	(value) => {
		expect(isEmittedText(value)).toBe(false);
	},
);

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
			expect(pages.map(found.collectorFor(window))).toEqual(pages.map(() => true));
			return found.alerts.map(({ record, number }) => `${asText(record.Message)}${number}`);
		});
		expect(taken).toEqual([['a1', 'a2', 'b1'], [], ['a3']]);
	});

	test('is not taken if no more may be emitted, and is new for the next poll', () => {
		const emitted: EmittedAlerts = new Map();
		const found = new AlertCollector(emitted, 1);
		const pages = [named('a'), named('b')];
		expect(pages.map(found.collectorFor(window))).toEqual([true, false]);
		const next = new AlertCollector(emitted, 1);
		expect(pages.map(next.collectorFor(window))).toEqual([true, true]);
		expect(next.alerts).toHaveLength(1);
	});

	test('is forgotten by the end of the shortest window that held it', () => {
		const emitted: EmittedAlerts = new Map();
		const collector = new AlertCollector(emitted, 9);
		collector.collectorFor({ from: 0, to: 100 })(named('a', 'b'));
		collector.collectorFor(window)(named('a'));
		collector.collectorFor({ from: 90, to: 150 })(named('b'));
		expect(pruneEmitted(emitted, 22)).toBe(22);
		expect([...emitted.values()]).toEqual([{ count: 1, forgetAfter: 100 }]);
	});
});

test('the oldest of more than 250,000 remembered alerts are forgotten, and not read again', () => {
	const emitted: EmittedAlerts = new Map([['old', { count: 1, forgetAfter: 300 }]]);
	for (let index = 0; index < 250_000; index += 1) {
		emitted.set(String(index), { count: 1, forgetAfter: 400 + (index % 600) });
	}
	expect(pruneEmitted(emitted, 200)).toBe(302);
	expect([emitted.has('old'), emitted.size]).toEqual([false, 250_000]);
});

const STATE = {
	address: 'http://service.invalid/api/v2',
	newFrom: 930,
	newWindowSeconds: 3600,
	lateFrom: 700,
	lateWindowSeconds: 3600,
	countWasRight: true,
	emitted: '',
};

test.each(Object.keys(STATE))('a stored state without %s cannot be read', (name) => {
	expect([STATE, { ...STATE, [name]: null }].map(STATE_FORMAT.isState)).toEqual([true, false]);
});

describe('a poll at second 1000 with a Look Back of 300 seconds', () => {
	/**
	 * @param shownSecond the second of the Date of each response
	 * @param errorOfSearch returns the error that a search meets, by its number from 1
	 */
	const readAt1000 = async (
		change: Partial<State>,
		{
			requestsLeft = 1,
			errorOfSearch,
			shownSecond = 1000,
			responseMs = 0,
			meta = {},
		}: {
			requestsLeft?: number;
			errorOfSearch?: (search: number) => ApiError | undefined;
			shownSecond?: number;
			responseMs?: number;
			meta?: IDataObject;
		} = {},
	) => {
		let hostMs = 1_000_000;
		jest.spyOn(Date, 'now').mockImplementation(() => hostMs);
		const windows: TimeRange[] = [];
		const log = { info: () => undefined, warn: () => undefined };
		const response = { body: { data: [], meta }, date: undefined };
		const clock = new ServiceClock({}, log.warn);
		const source: WindowSource = {
			clock,
			log,
			warnHourly: log.warn,
			collector: new AlertCollector(new Map(), 9),
			client: {
				requestsLeft: () => requestsLeft,
				send: async () => {
					hostMs += responseMs;
					clock.observe(shownSecond * 1000 + hostMs - 1_000_000);
					const error = errorOfSearch?.(windows.length);
					return await (error ? Promise.reject(error) : Promise.resolve(response));
				},
			},
			searchFor: (window) => {
				windows.push(window);
				return { method: 'POST', path: '/alerts' };
			},
		};
		return { windows, ...(await readNewAlerts({ ...STATE, ...change }, source, 300)) };
	};

	const newSpan = { from: 930, to: 1000 };

	test.each<[string, lateFrom: number, requestsLeft: number, second: number, TimeRange[]]>([
		['new alerts alone', 700, 1, 1000, [newSpan]],
		['Look Back once a third has passed', 600, 1, 1000, [newSpan, { from: 600, to: 930 }]],
		['Look Back not earlier', 601, 1, 1000, [newSpan]],
		['Look Back not earlier by the clock of a response', 600, 1, 999, [newSpan]],
		['Look Back only if requests are left', 600, 0, 1000, [newSpan]],
	])('reads %s', async (_what, lateFrom, requestsLeft, shownSecond, expected) => {
		const { windows, next } = await readAt1000({ lateFrom }, { requestsLeft, shownSecond });
		expect(windows).toEqual(expected);
		// Nothing was found, so the next window is four times as long.
		const [{ from, to } = newSpan] = windows;
		expect(next.newWindowSeconds).toBe(4 * (to - from + 2) - 2);
	});

	test.each([
		['a position ahead of now', 1060, 1000, 940],
		['a clock that a response shows to be behind', 930, 960, 900],
	])(
		'is followed by a poll that begins a minute before, after %s',
		async (_what, newFrom, shownSecond, expected) => {
			expect((await readAt1000({ newFrom }, { shownSecond })).next.newFrom).toBe(expected);
		},
	);

	test('reads on although every other search gets no answer', async () => {
		const errorOfSearch = (search: number) => (search % 2 === 0 ? errorOf('gateway') : undefined);
		const state = { newFrom: 100, lateFrom: 100, newWindowSeconds: 10 };
		const { next, error } = await readAt1000(state, { errorOfSearch });
		expect([next.newFrom, next.lateFrom, error]).toEqual([940, 700, undefined]);
	});

	test('reads no late alerts if the new ones were not all read', async () => {
		const errorOfSearch = () => errorOf('unauthorized');
		expect((await readAt1000({ lateFrom: 600 }, { errorOfSearch })).windows).toEqual([newSpan]);
	});

	test('searches late alerts for 20 seconds, however long the new ones took', async () => {
		const state = { lateFrom: 400, lateWindowSeconds: 100 };
		const { windows } = await readAt1000(state, { responseMs: 25_000 });
		expect(windows).toEqual([newSpan, { from: 400, to: 500 }]);
	});

	test('reads a single second that ends short of its count only once', async () => {
		const { windows } = await readAt1000({ newFrom: 999 }, { meta: { total_items: 5 } });
		expect(windows).toEqual([{ from: 999, to: 1000 }]);
	});

	test.each<[ErrorKind, windowSeconds: number]>([
		['throttled', 3600],
		['unauthorized', 3600],
		['refused', 1],
		['tooLarge', 1],
		['gateway', 30],
	])('that meets an error of the kind %s leaves windows of %i s', async (kind, seconds) => {
		const { next, error } = await readAt1000({}, { errorOfSearch: () => errorOf(kind) });
		expect(next).toEqual({ ...STATE, newWindowSeconds: seconds });
		expect(error?.kind).toBe(kind);
	});

	test('reports the error of a search for late alerts', async () => {
		const errorOfSearch = (search: number) => (search > 1 ? errorOf('refused') : undefined);
		const { windows, error } = await readAt1000({ lateFrom: 600 }, { errorOfSearch });
		expect([windows[0], error?.kind]).toEqual([newSpan, 'refused']);
	});
});

describe('after a poll at second 1000 with a Look Back of 300 seconds', () => {
	const read = (from: number, readUntil: number, to: number): SpanResult => ({
		from,
		readUntil,
		isComplete: readUntil === to,
		windowSeconds: 60,
		countWasRight: true,
		error: undefined,
	});
	const fresh = read(930, 1000, 1000);

	test.each<[string, SpanResult, SpanResult | undefined, newFrom: number, lateFrom: number]>([
		['the last minute is read again', fresh, undefined, 940, 600],
		['not if reading is behind', read(930, 960, 1000), undefined, 960, 600],
		['not what is final', read(500, 1000, 1000), undefined, 940, 700],
		['late alerts are final before Look Back', fresh, read(600, 930, 930), 940, 700],
		['or as far as they were read', fresh, read(600, 650, 930), 940, 650],
	])('%s', (_what, newSpan, late, newFrom, lateFrom) => {
		const state = { ...STATE, newFrom: newSpan.from, lateFrom: 600 };
		expect(nextState(state, newSpan, late, 700, 300)).toMatchObject({ newFrom, lateFrom });
	});

	test('nothing is read again that is final', () => {
		const state = { ...STATE, lateFrom: 980 };
		expect(nextState(state, read(980, 1000, 1000), undefined, 995, 5).newFrom).toBe(995);
	});
});

describe('after a window of 60 seconds, or of one,', () => {
	const result: WindowResult = {
		...{ status: 'whole', pageCount: 1, alertCount: 9, newCount: 0, total: 12, fillRatio: 0 },
	};
	const first = { isFirst: true };
	const nothing = { pageCount: 0, alertCount: 0 };

	type Progress = Partial<Parameters<typeof nextWindow>[2]>;

	test.each<
		[
			string,
			WindowResult['status'],
			Partial<WindowResult>,
			Progress,
			after60: string,
			after1: string,
		]
	>([
		['read', 'whole', {}, {}, '+60, 246', '+1, 10'],
		['read with half a poll', 'whole', { fillRatio: 0.5 }, {}, '+60, 122', '+1, 4'],
		['read after a cut one', 'whole', {}, { maxSeconds: 8 }, '+60, 8', '+1, 8'],
		['cut', 'cut', { fillRatio: 1.1 }, {}, '+0, 13', '+1, 1, warned'],
		['too long', 'tooLong', { fillRatio: 1.1 }, {}, '+0, 54', '+0, 1'],
		['full', 'full', {}, first, '+0, 13, end', '+0, 1, end'],
		['out of requests', 'outOfRequests', {}, {}, '+0, 90, end', '+0, 90, end'],
		['out of most', 'outOfRequests', { fillRatio: 3.5 }, {}, '+0, 15, end', '+0, 1, end'],
		['out of all', 'outOfRequests', {}, first, '+0, 13, end', '+1, 10, end, warned'],
		['out of all, with news', 'outOfRequests', { newCount: 1 }, first, '+0, 13, end', '+0, 1, end'],
		['stopped', 'stopped', {}, first, '+0, 90, end', '+0, 90, end'],
		['refused', 'refused', nothing, first, '+0, 13', '+0, 1'],
		['refused 16 times', 'refused', nothing, { failures: 15 }, '+0, 13, end', '+0, 1, end'],
		['unanswered first', 'unanswered', nothing, first, '+0, 30, end', '+0, 1, end'],
		['unanswered', 'unanswered', nothing, {}, '+0, 30', '+0, 1'],
		['cut off', 'unanswered', {}, first, '+0, 13', '+0, 1'],
		['cut off thrice', 'unanswered', {}, { failures: 2 }, '+0, 13, end', '+1, 10, end, warned'],
	])('%s', (_what, status, outcome, progress, ...expected) => {
		const found = [60, 1].map((length) => {
			const { from, windowSeconds, endsSpan, warning } = nextWindow(
				{ from: 1000, to: 1000 + length },
				{ ...result, status, ...outcome },
				{ windowSeconds: 90, isFirst: false, failures: 0, maxSeconds: 86_400, ...progress },
			);
			const parts = [`+${from - 1000}, ${windowSeconds}`, endsSpan && 'end', warning && 'warned'];
			return parts.filter(Boolean).join(', ');
		});
		expect(found).toEqual(expected);
	});

	test('a window lasts a day at most', () => {
		const progress = { windowSeconds: 80_000, isFirst: false, failures: 0, maxSeconds: 86_400 };
		expect(nextWindow({ from: 0, to: 80_000 }, result, progress).windowSeconds).toBe(86_400);
	});
});
