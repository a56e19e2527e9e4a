import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { Remembered } from '../../nodes/HealthTrigger/changes';
import { STATE_FORMAT, type State } from '../../nodes/HealthTrigger/state';

const POLLED_AT = 1_767_225_600;
const { read, write } = STATE_FORMAT;

const stateOf = (things: readonly Remembered[]): State => ({
	service: 'http://logs.example.com/api/v2',
	polledAt: POLLED_AT,
	steadySince: POLLED_AT - 60,
	revision: POLLED_AT + 3,
	watched: {
		agent: { filters: '{}', things: new Map(things.map((thing) => [thing.id, thing])) },
	},
});

const second = fc.option(fc.integer({ min: 0, max: POLLED_AT }), { nil: undefined });

const word = fc.constantFrom('', 'active', 'not communicating', '"{\u2028', '5310');

const remembered = fc.record<Remembered>({
	id: fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
	name: word,
	domain: word,
	group: word,
	type: word,
	state: word,
	setting: word,
	silentSince: second,
	unheardSince: second,
	appearedAt: second,
	missingSince: second,
	pending: fc.option(fc.record({ state: word, since: fc.nat() }), { nil: undefined }),
});

test('the stored state is read as it was written', () => {
	fc.assert(
		fc.property(fc.uniqueArray(remembered, { selector: ({ id }) => id }), (things) => {
			const state = stateOf(things);
			expect(read({ ...write(state) })).toEqual({ state });
		}),
	);
});

test('the stored state is JSON that names what it holds', () => {
	const web = { id: '7', name: 'WEB1', state: 'active', pending: { state: 'stopped', since: 9 } };
	const blank = { domain: '', group: '', type: '', setting: '' };
	const { agent } = write(stateOf([{ ...blank, ...web }]));
	expect(JSON.parse(String(agent))).toEqual({ filters: '{}', things: [web] });
});

const at = { service: 'http://logs.example.com', polledAt: 1, steadySince: 1, revision: 1 };
const agentOf = (things: unknown) => ({
	...at,
	version: 1,
	agent: JSON.stringify({ filters: '{}', things }),
});

test.each([
	['nothing', {}, ''],
	['another version', { ...at, version: 9 }, 'another version'],
	['no service', { ...at, version: 1, service: undefined }, 'another version'],
	['a time that is none', { ...at, version: 1, polledAt: -1 }, 'another version'],
	['a list that is no JSON', { ...at, version: 1, log_source: 'no JSON' }, 'cannot be read'],
	['a list that is none', agentOf('7'), 'cannot be read'],
	['a thing without an ID', agentOf([{ id: '7' }, { name: 'WEB1' }]), 'cannot be read'],
	['a time of a thing that is none', agentOf([{ id: '7', silentSince: 'x' }]), 'cannot be read'],
	['a pending state without a time', agentOf([{ id: '7', pending: {} }]), 'cannot be read'],
])('the stored state of %s is not used', (_what, data, note) => {
	const found = read(data);
	expect(found.state?.watched ?? {}).toEqual({});
	expect(found.note ?? '').toMatch(note === '' ? /^$/ : note);
});
