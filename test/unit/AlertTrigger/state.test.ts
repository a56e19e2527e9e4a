import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { countOf, newAlerts, withoutOld, type Emitted } from '../../../nodes/AlertTrigger/dedupe';
import { hash64 } from '../../../nodes/AlertTrigger/fingerprint';
import { pack, unpack } from '../../../nodes/AlertTrigger/packed';
import { pollInterval } from '../../../nodes/AlertTrigger/pollInterval';
import {
	MOST_REMEMBERED,
	readState,
	trimmed,
	writeState,
	type State,
} from '../../../nodes/AlertTrigger/state';
import { LONGEST_STEP } from '../../../nodes/AlertTrigger/windows';

const second = fc.integer({ min: 0, max: 0xffff_ffff });
const entry = fc.tuple(fc.string().map(hash64), second);

const state: fc.Arbitrary<State> = fc.record(
	{
		filters: fc.string(),
		watermark: second,
		since: second,
		lastLap: second,
		step: fc.integer({ min: 1, max: 31_536_000 }),
		emitted: fc
			.uniqueArray(fc.tuple(fc.string().map(hash64), fc.array(second, { minLength: 1 })), {
				selector: ([print]) => print,
			})
			.map((entries): Emitted => new Map(entries)),
		handedOver: fc.array(
			fc.record({ id: fc.string(), from: second, to: second, alerts: fc.array(entry) }),
		),
		lap: fc.record({ began: second, position: second, isDoubtful: fc.boolean() }),
	},
	{
		requiredKeys: ['filters', 'watermark', 'since', 'lastLap', 'step', 'emitted', 'handedOver'],
	},
);

const stored = (some: State): IDataObject => {
	const data: IDataObject = {};
	writeState(data, some, 'first');
	return data;
};

const empty: State = {
	filters: 'f',
	watermark: 1000,
	since: 900,
	lastLap: 990,
	step: 60,
	emitted: new Map(),
	handedOver: [],
};

describe('the state', () => {
	test('is read as it was written, by way of the database too', () => {
		fc.assert(
			fc.property(state, (some) => {
				const data = JSON.parse(JSON.stringify(stored(some))) as IDataObject;
				expect(readState(data)).toEqual({ state: some });
			}),
		);
	});

	test('is written where it differs only', () => {
		const data = stored(empty);
		const written: string[] = [];
		const watched = new Proxy(data, {
			set: (target, name, value: IDataObject[string]) => {
				written.push(String(name));
				target[String(name)] = value;
				return true;
			},
		});
		expect(writeState(watched, empty, 'second')).toBe(false);
		expect(written).toEqual([]);
		expect(writeState(watched, { ...empty, watermark: 1001 }, 'third')).toBe(true);
		expect(written).toEqual(['watermark', 'mark']);
		expect(data.mark).toBe('third');
	});

	test('is nothing where nothing was stored', () => {
		expect(readState({})).toEqual({});
	});

	test.each([
		['of another version', { version: 0 }, 'of another version'],
		['of a version to come', { version: 2 }, 'of another version'],
		['without filters', { filters: undefined }, 'of another version'],
		['with a watermark that is none', { watermark: 'noon' }, 'cannot be read'],
		['with half a second', { since: 1.5 }, 'cannot be read'],
		['with a time before 1970', { watermark: -1 }, 'cannot be read'],
		['with a time past 2106', { watermark: 0x1_0000_0000 }, 'cannot be read'],
		['without a version', { version: undefined }, 'of another version'],
	])('is not used %s, and says so', (_name, change: IDataObject, note) => {
		expect(readState({ ...stored(empty), ...change })).toEqual({
			note: expect.stringContaining(note),
		});
	});

	test.each([
		['cut off', { emitted: 'QUJD' }],
		['no base64', { emitted: '!'.repeat(16) }],
		['gone', { emitted: undefined }],
	])('keeps its watermark where what was emitted is %s', (_name, change: IDataObject) => {
		const full = { ...empty, emitted: new Map([[hash64('a'), [950]]]) };
		expect(readState({ ...stored(full), ...change })).toEqual({
			state: empty,
			note: expect.stringContaining('a second time'),
		});
	});

	const lap = { began: 1000, position: 950, isDoubtful: false };

	test.each([
		[{ lastLap: 'x' }, { lastLap: 0 }],
		[{ step: 1 }, { step: 1 }],
		[{ step: 0 }, { step: LONGEST_STEP }],
		[{ step: 'x' }, { step: LONGEST_STEP }],
		[{ step: LONGEST_STEP + 1 }, { step: LONGEST_STEP }],
		[{ lap: JSON.stringify(lap) }, { lap }],
		[{ lap: '{' }, {}],
		[{ lap: '[]' }, {}],
		[{ lap: 5 }, {}],
		[{ lap: JSON.stringify({ ...lap, began: 'x' }) }, {}],
		[{ lap: JSON.stringify({ ...lap, position: 'x' }) }, {}],
		[{ lap: JSON.stringify({ ...lap, isDoubtful: 1 }) }, {}],
	])('with %j is read as %j', (change: IDataObject, read) => {
		expect(readState({ ...stored(empty), ...change })).toEqual({ state: { ...empty, ...read } });
	});

	const batch = { id: 'a', from: 1, to: 2, alerts: pack([[hash64('a'), 1]]) };

	test.each([
		'',
		'{',
		'{}',
		'[5]',
		...[{ id: 5 }, { from: 'x' }, { to: 'x' }, { alerts: 'QUJD' }].map((change) =>
			JSON.stringify([batch, { ...batch, ...change }]),
		),
	])('gives up what was handed over where it cannot be read: %s', (handedOver) => {
		expect(readState({ ...stored(empty), handedOver })).toEqual({
			state: empty,
			note: expect.stringContaining('a second time'),
		});
	});

	test('takes 16 characters an alert', () => {
		fc.assert(
			fc.property(fc.array(entry), (entries) => {
				const text = pack(entries);
				expect(text).toHaveLength(16 * entries.length);
				expect(unpack(text)).toEqual(entries);
			}),
		);
	});

	test.each([undefined, 5, 'QUJD'])('takes no entries out of %j', (text) => {
		expect(unpack(text)).toBeUndefined();
	});

	/** Ten alerts a second, from 1000 on. */
	const many = (count: number) =>
		new Map(
			Array.from({ length: count }, (_none, index): [string, number[]] => [
				String(index),
				[1000 + Math.floor(index / 10)],
			]),
		);

	test('keeps what a later poll may read again', () => {
		const emitted: Emitted = new Map([
			['a', [899]],
			['b', [900, 901]],
		]);
		expect(trimmed({ ...empty, emitted }, 901)).toEqual({
			state: { ...empty, since: 901, emitted: new Map([['b', [900, 901]]]) },
			forgotten: 0,
		});
		const full = many(MOST_REMEMBERED);
		expect(trimmed({ ...empty, watermark: 100_000, emitted: full }, 900).state.since).toBe(900);
	});

	test.each([
		['the watermark', { watermark: 1001 }],
		['the lap', { watermark: 100_000, lap: { ...lap, position: 1001 } }],
	])('forgets nothing that %s has not passed', (_name, reached) => {
		const emitted = many(MOST_REMEMBERED + 10);
		const { state: kept, forgotten } = trimmed({ ...empty, ...reached, emitted }, 900);
		expect([kept.since, forgotten]).toEqual([1001, 0]);
	});

	test('is bounded: the oldest go, and their time is not read again', () => {
		const emitted = many(MOST_REMEMBERED + 10);
		const { state: kept, forgotten } = trimmed({ ...empty, watermark: 100_000, emitted }, 900);
		expect(forgotten).toBe(10);
		expect(countOf(kept.emitted)).toBe(MOST_REMEMBERED);
		expect(kept.since).toBe(1002);
	});
});

describe('what is new', () => {
	const window = { from: 10, to: 20 };
	const record = (message: string) => ({ Message: message });

	test('is what there is beyond what was emitted, twin by twin', () => {
		const first = newAlerts(new Map(), [record('a'), record('a'), record('b')], window);
		expect(first.alerts.map(({ record: { Message }, number }) => [Message, number])).toEqual([
			['a', 1],
			['a', 2],
			['b', 1],
		]);
		const second = newAlerts(first.emitted, [record('b'), record('a')], window);
		expect(second).toEqual({ alerts: [], emitted: first.emitted });
		const third = newAlerts(second.emitted, [record('a'), record('a'), record('a')], window);
		expect(third.alerts.map(({ number }) => number)).toEqual([3]);
		expect([...third.emitted.values()]).toEqual([[20, 20, 20], [20]]);
		expect(countOf(third.emitted)).toBe(4);
	});

	test('changes nothing that it was given', () => {
		const before: Emitted = new Map();
		newAlerts(before, [record('a')], window);
		expect(before.size).toBe(0);
	});

	test('ages by the ends of the windows', () => {
		const emitted: Emitted = new Map([
			['old', [9]],
			['both', [9, 10]],
			['young', [11]],
		]);
		expect([...withoutOld(emitted, 10)]).toEqual([
			['both', [10]],
			['young', [11]],
		]);
	});
});

test.each([
	[undefined, 60],
	[{ item: [{ mode: 'everyMinute' }] }, 60],
	[{ item: [{ mode: 'everyX', value: 2, unit: 'hours' }] }, 7200],
	[{ item: [{ mode: 'everyX', value: 5, unit: 'minutes' }, { mode: 'everyDay' }] }, 86_400],
	[{ item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] }, 300],
	[{ item: [{ mode: 'everyWeek', value: 900, unit: 'hours' }] }, 604_800],
	[{ item: [{ mode: 'everyMonth' }, { mode: 'everyHour' }] }, 2_678_400],
	[{ item: [null, 'x'] }, 60],
	[{ item: [{}] }, 60],
	['x', 60],
	[{ item: [{ mode: 'everyHour' }, 5] }, 3600],
	[{ item: [{ mode: 'everyX', value: '3', unit: 'hours' }] }, 10_800],
	[{ item: [{ mode: 'everyX', unit: 'hours' }] }, 60],
	[{ item: 'x' }, 60],
	[{ item: [{ mode: 'custom', cronExpression: '*/5 * * * * *' }] }, 60],
])('the longest interval of %j is %i seconds', (pollTimes, seconds) => {
	expect(pollInterval(pollTimes)).toBe(seconds);
});
