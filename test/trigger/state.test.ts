import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';

import { fingerprintOf } from '../../nodes/alerts/alertIdentity';
import {
	pruneEmitted,
	NewAlertFinder,
	encodeEmitted,
	decodeEmitted,
	isEmittedText,
	type EmittedAlerts,
} from '../../nodes/AlertTrigger/emitted';
import { nextWindow, type ReadStatus, type TimeRange } from '../../nodes/AlertTrigger/nextWindow';
import { readNewAlerts } from '../../nodes/AlertTrigger/readNewAlerts';
import type { SpanResult } from '../../nodes/AlertTrigger/readSpan';
import type { WindowSource } from '../../nodes/AlertTrigger/searchWindow';
import { nextState, STATE_FORMAT, type State } from '../../nodes/AlertTrigger/state';
import { ServiceClock } from '../../nodes/polling/serviceClock';
import type { ApiError, ErrorKind } from '../../nodes/shared/http/apiError';
import { asText } from '../../nodes/shared/texts';
import { errorOf } from '../support/unit/errorOf';

const emittedMap: fc.Arbitrary<EmittedAlerts> = fc
	.array(
		fc.record({
			text: fc.string(),
			count: fc.integer({ min: 1, max: 0xff_ffff }),
			windowEnd: fc.integer({ min: 0, max: 0xffff_ffff }),
		}),
	)
	.map(
		(entries) =>
			new Map(
				entries.map(({ text, ...entry }) => [fingerprintOf({ Message: text }), entry] as const),
			),
	);

test('the memory of emitted alerts keeps each alert', () => {
	fc.assert(
		fc.property(emittedMap, (emitted) => {
			const text = encodeEmitted(emitted);
			expect(decodeEmitted(text)).toEqual(emitted);
			expect(isEmittedText(text)).toBe(true);
		}),
	);
	expect(decodeEmitted('').size).toBe(0);
});

test.each([undefined, 5, 'AAAA', `${'a'.repeat(16)} 1 2`, `${'a'.repeat(15)} 1 2;`])(
	'%j is no list of emitted alerts',
	(value) => {
		expect(isEmittedText(value)).toBe(false);
	},
);

describe('a new alert', () => {
	const named = (...messages: string[]) => messages.map((Message) => ({ Message }));
	const window = { from: 10, to: 20 };

	test('is one that a window holds beyond the emitted ones, identical alerts counted', () => {
		const emitted: EmittedAlerts = new Map();
		const windows = [
			[named('a', 'a'), named('b')],
			[named('b', 'a')],
			[named('a', 'a'), named('a')],
		];
		const taken = windows.map((pages) =>
			pages
				.flatMap(new NewAlertFinder(emitted, 9).makeTaker(window))
				.map(({ record, number }) => `${asText(record.Message)}${number}`),
		);
		expect(taken).toEqual([['a1', 'a2', 'b1'], [], ['a3']]);
	});

	test('is forgotten after the end of the window that held it', () => {
		const emitted: EmittedAlerts = new Map();
		const newAlerts = new NewAlertFinder(emitted, 9);
		newAlerts.makeTaker({ from: 0, to: 100 })(named('b'));
		newAlerts.makeTaker(window)(named('a'));
		expect(pruneEmitted(emitted, 22, 100)).toBe(22);
		expect([...emitted.values()]).toEqual([{ count: 1, windowEnd: 100 }]);
	});

	test('is remembered if its window is not read to its end, however many they are', () => {
		const alert = { count: 1, windowEnd: 900 };
		const emitted: EmittedAlerts = new Map(
			Array.from({ length: 250_001 }, (_, number) => [String(number), alert] as const),
		);
		expect(pruneEmitted(emitted, 22, 500)).toBe(500);
		expect(emitted.size).toBe(250_001);
	});
});

const STATE = {
	address: 'http://service.invalid/api/v2',
	newFrom: 985,
	newSeconds: 3600,
	lateFrom: 600,
	passFrom: 600,
	passSeconds: 3600,
	passDue: 1000,
	emitted: '',
};

test.each(Object.keys(STATE))('a stored state without %s cannot be read', (name) => {
	expect([STATE, { ...STATE, [name]: null }].map(STATE_FORMAT.isState)).toEqual([true, false]);
});

describe('a poll at second 1000 with a Look Back of 300 seconds', () => {
	interface Setting {
		requestsLeft?: number;
		/** Returns the error that a search meets, by its number from 1. */
		errorOfSearch?: (search: number) => ApiError | undefined;
		/** The second of the Date of each response. */
		shownSecond?: number;
		responseMs?: number;
	}

	const readAt1000 = async (
		change: Partial<State> = {},
		{ requestsLeft = 9, errorOfSearch, shownSecond = 1000, responseMs = 0 }: Setting = {},
	) => {
		let hostMs = 1_000_000;
		jest.spyOn(Date, 'now').mockImplementation(() => hostMs);
		const windows: TimeRange[] = [];
		const log = { info: () => undefined, warn: jest.fn() };
		const response = { body: { data: [], meta: {} }, date: undefined };
		const clock = new ServiceClock({}, log.warn);
		const source: Omit<WindowSource, 'deadline'> = {
			...{ clock, log, warnHourly: log.warn },
			newAlerts: new NewAlertFinder(new Map(), 9),
			client: {
				requestsLeft: (bounds) => (hostMs < (bounds?.deadline ?? Infinity) ? requestsLeft : 0),
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
		const result = await readNewAlerts({ ...STATE, ...change }, source, 300);
		return { windows, warnings: log.warn.mock.calls.flat(), ...result };
	};

	const newSpan = { from: 985, to: 1000 };

	test.each<[string, Partial<State>, Setting, TimeRange[]]>([
		['new alerts, and then Look Back', {}, {}, [newSpan, { from: 600, to: 985 }]],
		[
			'Look Back from where its pass stands',
			{ passFrom: 700 },
			{},
			[newSpan, { from: 700, to: 985 }],
		],
		[
			'no pass to beyond its beginning',
			{ passFrom: 700, passBegan: 900 },
			{},
			[newSpan, { from: 700, to: 900 }],
		],
		['new alerts alone before the next pass', { passDue: 1001 }, {}, [newSpan]],
		[
			'new alerts alone before it by the clock of a response',
			{},
			{ shownSecond: 999 },
			[{ ...newSpan, to: 1000 }],
		],
		['new alerts alone without more requests', {}, { requestsLeft: 0 }, [newSpan]],
		[
			'no late alerts if the new ones were not all read',
			{},
			{ errorOfSearch: () => errorOf('unauthorized') },
			[newSpan],
		],
		[
			'late alerts for 5 seconds, however long the new ones took',
			{ passSeconds: 100 },
			{ responseMs: 13_000 },
			[newSpan, { from: 600, to: 700 }],
		],
	])('reads %s', async (_what, change, setting, expected) => {
		expect((await readAt1000(change, setting)).windows).toEqual(expected);
	});

	test.each([
		['a position ahead of now', 1060, 1000],
		['a clock that a response shows to be behind', 985, 960],
	])('ends at now with a warning after %s', async (_what, newFrom, now) => {
		const state = { newFrom, lateFrom: newFrom - 1, passFrom: newFrom, passBegan: 2000 };
		const { state: next, warnings } = await readAt1000(
			{ ...state, passDue: 2000 },
			{ shownSecond: now },
		);
		const times = {
			newFrom: now,
			lateFrom: now,
			passFrom: now,
			passBegan: undefined,
			passDue: now,
		};
		expect(next).toMatchObject(times);
		expect(warnings).toEqual([expect.stringContaining('was set back: reading continues')]);
	});

	test.each<[ErrorKind, windowSeconds: number]>([
		['throttled', 3600],
		['unauthorized', 3600],
		['refused', 1],
		['tooLarge', 1],
		['gateway', 1],
	])('that meets an error of the kind %s leaves windows of %i s', async (kind, seconds) => {
		const { state: next, error } = await readAt1000({}, { errorOfSearch: () => errorOf(kind) });
		expect(next).toMatchObject({ newFrom: 985, newSeconds: seconds });
		expect(error?.kind).toBe(kind);
	});

	test('reports the error of a search for late alerts', async () => {
		const errorOfSearch = (search: number) => (search > 1 ? errorOf('refused') : undefined);
		const { windows, error } = await readAt1000({}, { errorOfSearch });
		expect([windows[0], error?.kind]).toEqual([newSpan, 'refused']);
	});
});

describe('after a poll at second 1000 with a Look Back of 300 seconds', () => {
	const read = (readUntil: number, to = readUntil): SpanResult => ({
		...{ readUntil, isComplete: readUntil === to, nextSeconds: 60, alerts: [], error: undefined },
	});
	const fresh = read(1000);

	test.each<[string, Partial<State>, SpanResult, SpanResult | undefined, Partial<State>]>([
		[
			'15 seconds are read again',
			{},
			fresh,
			undefined,
			{ newFrom: 985, lateFrom: 600, passDue: 1000 },
		],
		['none if reading is behind', {}, read(990, 1000), undefined, { newFrom: 990 }],
		[
			'nothing that is final',
			{ newFrom: 690, lateFrom: 690 },
			fresh,
			undefined,
			{ newFrom: 985, lateFrom: 700 },
		],
		['a pass is over', {}, fresh, read(985), { lateFrom: 700, passFrom: 700, passDue: 1300 }],
		[
			'a pass goes on',
			{},
			fresh,
			read(650, 985),
			{ lateFrom: 600, passFrom: 650, passBegan: 1000 },
		],
		[
			'a second that fails beyond Look Back is skipped',
			{ passFrom: 650, passBegan: 700 },
			fresh,
			{ ...read(650, 985), nextSeconds: 1, error: errorOf('refused') },
			{ lateFrom: 600, passFrom: 651, passBegan: 700 },
		],
		[
			'passes take part in less than half of the polls',
			{ passFrom: 650, passBegan: 700 },
			fresh,
			read(985),
			{ lateFrom: 600, passFrom: 600, passBegan: undefined, passDue: 1480 },
		],
		[
			'the first poll is a pass, which ends where it began',
			{ newFrom: 985, lateFrom: 985, passFrom: 985, passDue: 0 },
			fresh,
			undefined,
			{ lateFrom: 985, passFrom: 985, passDue: 1300 },
		],
	])('%s', (_what, change, newSpan, lateSpan, expected) => {
		const poll = { now: 1000, newSpan, lateSpan };
		expect(nextState({ ...STATE, ...change }, poll, 300)).toMatchObject(expected);
	});
});

describe('after a window of 60 seconds, or of one,', () => {
	type Setting = { pageCount?: number; isNew?: boolean; isFirst?: boolean; left?: number };

	test.each<[string, ReadStatus, Setting, after60: string, after1: string]>([
		['read with few pages', 'whole', {}, '+60, 122 then 122', '+1, 4 then 4'],
		['read with most of a poll', 'whole', { pageCount: 30 }, '+60, 50 then 103', '+1, 0 then 3'],
		[
			'read with a whole poll',
			'whole',
			{ left: 0, pageCount: 60 },
			'+60, 0 then 50',
			'+1, 0 then 1',
		],
		['read with the only request', 'whole', { left: 0 }, '+60, 0 then 60', '+1, 0 then 1'],
		['cut', 'cut', { isNew: true }, '+0, 13', '+1, 1, warned'],
		['out of requests', 'ranOut', { isFirst: false }, '+0, 13', '+0, 1'],
		['out of all requests', 'ranOut', {}, '+0, 13', '+1, 1, warned'],
		['out of all, with news', 'ranOut', { isNew: true }, '+0, 13', '+0, 1'],
		['failed', 'failed', { pageCount: 0 }, '+0, 29', '+0, 1'],
		['failed after a page', 'failed', {}, '+0, 29', '+1, 1, warned'],
		['failed after news', 'failed', { isNew: true }, '+0, 29', '+0, 1'],
	])('%s', (_what, status, setting, ...expected) => {
		const { pageCount = 1, isNew = false, isFirst = true, left = 30 } = setting;
		const result = { status, pageCount, alerts: isNew ? [1] : [] };
		const found = [60, 1].map((length) => {
			const window = { from: 1000, to: 1000 + length };
			const poll = { isFirst, left, all: left + pageCount };
			const { from, seconds, nextSeconds, warning } = nextWindow(window, result, poll);
			const plan = status === 'whole' ? `${seconds} then ${nextSeconds}` : seconds;
			return `+${from - 1000}, ${plan}${warning === undefined ? '' : ', warned'}`;
		});
		expect(found).toEqual(expected);
	});

	test('a window lasts a day at most', () => {
		const poll = { isFirst: true, left: 30, all: 31 };
		const result = { status: 'whole', pageCount: 1, alerts: [] } as const;
		expect(nextWindow({ from: 0, to: 80_000 }, result, poll).seconds).toBe(86_400);
	});
});
