import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { Remembered } from '../../../nodes/HealthTrigger/changes';
import { STATE_FORMAT, type State } from '../../../nodes/HealthTrigger/state';

const POLLED_AT = 1_767_225_600;
const { read, write } = STATE_FORMAT;

const stateOf = (things: ReadonlyArray<[string, Remembered]>): State => ({
	polledAt: POLLED_AT,
	steadySince: POLLED_AT - 60,
	revision: POLLED_AT + 3,
	handedOver: [],
	watched: { agent: { filters: '{}', limits: '[60]', things: new Map(things) } },
});

const remembered = fc.record<Remembered>({
	isSilent: fc.boolean(),
	isMissing: fc.boolean(),
	state: fc.constantFrom('', 'active', 'inactive', 'not communicating'),
	setting: fc.constantFrom('', 'enabled', '5310'),
	since: fc.option(fc.integer({ min: POLLED_AT / 60 - 32_000, max: POLLED_AT / 60 + 9 }), {
		nil: undefined,
	}),
});

const id = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);

test('the stored state is read as it was written', () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(fc.tuple(id, remembered), { selector: ([key]) => key }),
			(things) => {
				const state = stateOf(things);
				expect(read({ ...write(state) })).toEqual({ state });
			},
		),
	);
});

test('the stored state leaves out only texts that do not fit', () => {
	const things = Array.from({ length: 200 }, (_none, index): [string, Remembered] => [
		String(index),
		{ isSilent: true, isMissing: false, state: `word ${index}`, setting: '', since: undefined },
	]);
	const { watched } = read({ ...write(stateOf(things)) }).state ?? {};
	const found = [...(watched?.agent?.things.values() ?? [])];
	expect(found.filter(({ isSilent }) => isSilent)).toHaveLength(200);
	const words = found.map(({ state }) => state);
	expect(words.filter((word, index) => word === `word ${index}`)).toHaveLength(126);
	expect(words.filter((word) => word === '')).toHaveLength(74);
});

const at = { polledAt: 1, steadySince: 1, revision: 1 };
const cutOff = '{"filters":"","limits":"","words":[],"things":"AAA"}';

test.each([
	['nothing', {}, ''],
	['another version', { ...at, version: 9 }, 'another version'],
	['a time that is none', { ...at, version: 1, polledAt: -1 }, 'another version'],
	['a list that is cut off', { ...at, version: 1, agent: cutOff }, 'cannot be read'],
	['a list that is no JSON', { ...at, version: 1, log_source: 'no JSON' }, 'cannot be read'],
])('the stored state of %s is not used', (_what, data, note) => {
	const found = read(data);
	expect(found.state?.watched ?? {}).toEqual({});
	expect(found.note ?? '').toMatch(note === '' ? /^$/ : note);
});
