import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { hashOf } from '../../nodes/Alert/alertRow';
import type { Emitted } from '../../nodes/AlertTrigger/dedupe/emitted';
import { initialState } from '../../nodes/AlertTrigger/state/transitions';
import { pack, unpack, STATE_FORMAT, type State } from '../../nodes/AlertTrigger/state/state';
import { writeChanged } from '../../nodes/shared/polling/storedValues';

const second = fc.integer({ min: 0, max: 0xffff_ffff });
const fingerprint = fc.string().map((text) => hashOf([text]));
const entry = fc.tuple(fingerprint, second);

const stored = (some: State): IDataObject => {
	const data: IDataObject = {};
	writeChanged(data, STATE_FORMAT.write(some), 'first');
	return data;
};

const empty: State = {
	...initialState({ service: 's', filters: 'f' }, 900),
	verified: 950,
	position: 1000,
};

const positions = fc
	.tuple(second, second, second)
	.map((some) => some.toSorted((one, other) => one - other))
	.map(([start = 0, verified = 0, position = 0]) => ({ start, verified, position }));

const pass = fc.record(
	{ from: second, to: second, at: second, begun: second, total: second },
	{ requiredKeys: ['from', 'to', 'at', 'begun'] },
);

const others = fc.record({
	service: fc.string(),
	filters: fc.string(),
	lookBack: pass,
	wide: pass,
	lookBackStep: fc.integer({ min: 1, max: 0xffff_ffff }),
	step: fc.integer({ min: 1, max: 0xffff_ffff }),
	lateBy: second,
	emitted: fc
		.uniqueArray(fc.tuple(fingerprint, fc.array(second, { minLength: 1 })), {
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

const state: fc.Arbitrary<State> = fc
	.tuple(positions, others)
	.map(([times, rest]) => ({ ...times, ...rest }));

test('the state is read as it was written, by way of the database too', () => {
	fc.assert(
		fc.property(state, (some) => {
			const data = JSON.parse(JSON.stringify(stored(some))) as IDataObject;
			expect(STATE_FORMAT.read(data)).toEqual({ state: some });
		}),
	);
});

test('the state is written where it differs only', () => {
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
	expect(writeChanged(watched, STATE_FORMAT.write({ ...empty, lateBy: 4 }), 'third')).toBe(true);
	expect(written).toEqual(['lateBy', 'pollId']);
	expect(data.pollId).toBe('third');
});

test('the state is nothing where nothing was stored', () => {
	expect(STATE_FORMAT.read({})).toEqual({});
});

const batch = { id: 'a', from: 1, to: 2, tries: 0, alerts: pack([[hashOf(['a']), 1]]) };

const unreadableBatches = [
	'',
	'{',
	'{}',
	'[5]',
	...[{ id: 5 }, { from: 'x' }, { to: 'x' }, { tries: -1 }, { alerts: 'QUJD' }].map((change) =>
		JSON.stringify([batch, { ...batch, ...change }]),
	),
].map((handedOver): IDataObject => ({ handedOver }));

test.each<[string, IDataObject]>([
	['of another version', { version: 0 }],
	['of another version', { version: 5 }],
	['of another version', { filters: undefined }],
	['of another version', { service: undefined }],
	['of another version', { version: undefined }],
	['cannot be read', { position: 'noon' }],
	['cannot be read', { start: 1.5 }],
	['cannot be read', { verified: -1 }],
	['cannot be read', { position: 0x1_0000_0000 }],
	['cannot be read', { step: null }],
	...[{ start: 951 }, { verified: 1001 }, { step: 0 }, { lookBackStep: 0 }].map(
		(change): [string, IDataObject] => ['cannot be read', change],
	),
	['cannot be read', { emitted: 'QUJD' }],
	['cannot be read', { emitted: '!'.repeat(16) }],
	['cannot be read', { emitted: undefined }],
	...unreadableBatches.map((change): [string, IDataObject] => ['cannot be read', change]),
])('the state is not used where it is said to be %s: %j', (note, change) => {
	expect(STATE_FORMAT.read({ ...stored(empty), ...change })).toEqual({
		note: expect.stringContaining(note),
	});
});

test.each<[IDataObject, Partial<State>]>([
	[{ lookBack: '{' }, { lookBack: { from: 950, to: 950, at: 950, begun: 950 } }],
	[{ wide: '{"from":900,"to":940}' }, { wide: { from: 900, to: 900, at: 900, begun: 900 } }],
	[
		{ wide: '{"from":900,"to":940,"at":940,"begun":-1}' },
		{ wide: { from: 900, to: 900, at: 900, begun: 900 } },
	],
	[
		{ wide: '{"from":1,"to":4,"at":2,"begun":3,"total":"7"}' },
		{ wide: { from: 1, to: 4, at: 2, begun: 3 } },
	],
])('the state with %j is read as %j', (change, read) => {
	expect(STATE_FORMAT.read({ ...stored(empty), ...change })).toEqual({
		state: { ...empty, ...read },
	});
});

test('the state takes 16 characters an alert', () => {
	fc.assert(
		fc.property(fc.array(entry), (entries) => {
			const text = pack(entries);
			expect(text).toHaveLength(16 * entries.length);
			expect(unpack(text)).toEqual(entries);
		}),
	);
});

test.each([undefined, 5, 'QUJD'])('the state takes no entries out of %j', (text) => {
	expect(unpack(text)).toBeUndefined();
});
