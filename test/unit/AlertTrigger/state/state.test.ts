import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { hash64 } from '../../../../nodes/Alert/alertKey';
import type { Emitted } from '../../../../nodes/AlertTrigger/dedupe/emitted';
import { LONGEST_STEP } from '../../../../nodes/AlertTrigger/reading/windows';
import { pack, unpack } from '../../../../nodes/shared/polling/codec';
import { writeChanged } from '../../../../nodes/shared/polling/storedValues';
import { STATE_FORMAT, UNKNOWN, type State } from '../../../../nodes/AlertTrigger/state/state';

const second = fc.integer({ min: 0, max: 0xffff_ffff });
const entry = fc.tuple(fc.string().map(hash64), second);

const stored = (some: State): IDataObject => {
	const data: IDataObject = {};
	writeChanged(data, STATE_FORMAT.write(some), 'first');
	return data;
};

const empty: State = {
	filters: 'f',
	start: 900,
	verified: 950,
	position: 1000,
	blocks: [
		{ to: 940, total: 3 },
		{ to: 1000, total: UNKNOWN },
	],
	sweep: undefined,
	step: 60,
	page: 100,
	isDoubtful: false,
	polls: 3,
	lateBy: 0,
	emitted: new Map(),
	handedOver: [],
};

const state: fc.Arbitrary<State> = fc.record({
	filters: fc.string(),
	start: fc.constant(900),
	verified: fc.integer({ min: 900, max: 1000 }),
	position: fc.constant(1000),
	blocks: fc.constant(empty.blocks),
	sweep: fc.option(fc.record({ began: second, at: second, total: second }), { nil: undefined }),
	step: fc.integer({ min: 1, max: LONGEST_STEP }),
	page: fc.nat(),
	isDoubtful: fc.boolean(),
	polls: fc.nat(),
	lateBy: fc.nat(),
	emitted: fc
		.uniqueArray(fc.tuple(fc.string().map(hash64), fc.array(second, { minLength: 1 })), {
			selector: ([print]) => print,
		})
		.map((entries): Emitted => new Map(entries)),
	handedOver: fc.array(
		fc.record({
			id: fc.string(),
			from: second,
			to: second,
			tries: fc.nat(),
			alerts: fc.array(entry),
		}),
	),
});

describe('the state', () => {
	test('is read as it was written, by way of the database too', () => {
		fc.assert(
			fc.property(state, (some) => {
				const data = JSON.parse(JSON.stringify(stored(some))) as IDataObject;
				expect(STATE_FORMAT.read(data)).toEqual({ state: some });
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
		expect(writeChanged(watched, STATE_FORMAT.write(empty), 'second')).toBe(false);
		expect(written).toEqual([]);
		expect(writeChanged(watched, STATE_FORMAT.write({ ...empty, polls: 4 }), 'third')).toBe(true);
		expect(written).toEqual(['polls', 'mark']);
		expect(data.mark).toBe('third');
	});

	test('is nothing where nothing was stored', () => {
		expect(STATE_FORMAT.read({})).toEqual({});
	});

	test.each([
		['of another version', { version: 0 }, 'of another version'],
		['of a version to come', { version: 3 }, 'of another version'],
		['without filters', { filters: undefined }, 'of another version'],
		['with a position that is none', { position: 'noon' }, 'cannot be read'],
		['with half a second', { start: 1.5 }, 'cannot be read'],
		['with a time before 1970', { verified: -1 }, 'cannot be read'],
		['with a time past 2106', { position: 0x1_0000_0000 }, 'cannot be read'],
		['without a version', { version: undefined }, 'of another version'],
	])('is not used %s, and says so', (_name, change: IDataObject, note) => {
		expect(STATE_FORMAT.read({ ...stored(empty), ...change })).toEqual({
			note: expect.stringContaining(note),
		});
	});

	test.each([
		['cut off', { emitted: 'QUJD' }],
		['no base64', { emitted: '!'.repeat(16) }],
		['gone', { emitted: undefined }],
	])('keeps its position where what was emitted is %s', (_name, change: IDataObject) => {
		const full = { ...empty, emitted: new Map([[hash64('a'), [950]]]) };
		expect(STATE_FORMAT.read({ ...stored(full), ...change })).toEqual({
			state: empty,
			note: expect.stringContaining('a second time'),
		});
	});

	const reread = [{ to: 1000, total: UNKNOWN }];

	test.each([
		[{ step: 1 }, { step: 1 }],
		[{ step: 0 }, { step: LONGEST_STEP }],
		[{ step: 'x' }, { step: LONGEST_STEP }],
		[{ step: LONGEST_STEP + 1 }, { step: LONGEST_STEP }],
		[
			{ page: 'x', polls: -1, lateBy: null },
			{ page: 0, polls: 0, lateBy: 0 },
		],
		[{ isDoubtful: 'x' }, { isDoubtful: true }],
		[{ verified: 1200 }, { verified: 1000 }],
		[
			{ start: 960, blocks: '[[1000,5]]' },
			{ start: 950, blocks: [{ to: 1000, total: 5 }] },
		],
		[{ sweep: '{"began":5,"at":6}' }, { sweep: { began: 5, at: 6 } }],
		[{ sweep: '{"began":5}' }, {}],
		[{ sweep: '{' }, {}],
		[{ sweep: 5 }, {}],
		[{ blocks: '[[990,1],[940,1],[1000,1]]' }, { blocks: reread }],
		[{ blocks: '[[940,1]]' }, { blocks: reread }],
		[{ blocks: '[' }, { blocks: reread }],
		[{ blocks: '[[1000,"x"]]' }, { blocks: reread }],
		[{ blocks: '[5]' }, { blocks: reread }],
	])('with %j is read as %j', (change: IDataObject, read) => {
		expect(STATE_FORMAT.read({ ...stored(empty), ...change })).toEqual({
			state: { ...empty, ...read },
		});
	});

	const batch = { id: 'a', from: 1, to: 2, tries: 0, alerts: pack([[hash64('a'), 1]]) };

	test.each([
		'',
		'{',
		'{}',
		'[5]',
		...[{ id: 5 }, { from: 'x' }, { to: 'x' }, { tries: -1 }, { alerts: 'QUJD' }].map((change) =>
			JSON.stringify([batch, { ...batch, ...change }]),
		),
	])('gives up what was handed over where it cannot be read: %s', (handedOver) => {
		expect(STATE_FORMAT.read({ ...stored(empty), handedOver })).toEqual({
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
});
