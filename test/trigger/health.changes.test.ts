import { expect, test } from '@jest/globals';

import {
	compare,
	type Inventory,
	type Remembered,
	type Rules,
} from '../../nodes/HealthTrigger/changes';
import { AGENTS, LOG_SOURCES } from '../../nodes/HealthTrigger/kinds';
import type { Seen } from '../../nodes/HealthTrigger/listing';

const NOW = 1_767_225_600;

const WEB1 = {
	id: '7',
	name: 'WEB1',
	domain: 'corp.example.com',
	group: 'WindowsGroup',
	type: 'Windows',
};

const seen = (more: Partial<Seen> = {}): Seen => ({
	...WEB1,
	state: 'active',
	setting: 'enabled',
	lastSeen: NOW,
	...more,
});

const known = (more: Partial<Remembered> = {}): Inventory =>
	new Map([['7', { ...WEB1, state: 'active', setting: 'enabled', ...more }]]);

const rules = (more: Partial<Rules> = {}): Rules => ({
	now: NOW,
	silentAfter: () => 3600,
	mustLast: 300,
	unknown: 'new',
	isSettled: true,
	...more,
});

const compared = (before: Inventory, listing: readonly Seen[], more: Partial<Rules> = {}) => {
	const { changes, after } = compare(LOG_SOURCES, before, listing, rules(more));
	return {
		told: changes.map(({ facet, before: was, after: is }) => `${facet} ${was} > ${is}`),
		after: after.get('7'),
	};
};

const inactiveFor = (seconds: number): Partial<Remembered> => ({
	pending: { state: 'inactive', since: NOW - seconds },
});

const SILENT = 'silent receiving > silent';
const BACK = 'back silent > receiving';

test.each<[what: string, before: Partial<Remembered>, now: Partial<Seen>, told: string[]]>([
	['nothing if nothing changed', {}, {}, []],
	['nothing if it has been silent for less than both times', {}, { lastSeen: NOW - 3899 }, []],
	['silence at both times', {}, { lastSeen: NOW - 3900 }, [SILENT]],
	['nothing while it stays silent', { silentSince: NOW - 9000 }, { lastSeen: NOW - 9000 }, []],
	['the first event', { silentSince: NOW - 9000 }, { lastSeen: NOW - 3599 }, [BACK]],
	[
		'nothing of an event that is older than Silent After',
		{ silentSince: NOW - 9000 },
		{ lastSeen: NOW - 3600 },
		[],
	],
	[
		'nothing as back without an event, whatever Silent After is now',
		{ silentSince: NOW - 600 },
		{ lastSeen: NOW - 600 },
		[],
	],
	[
		'nothing as back if the service no longer knows its last event',
		{ silentSince: NOW - 9000 },
		{ lastSeen: 'never' },
		[],
	],
	['nothing if its time cannot be read', {}, { lastSeen: 'unreadable' }, []],
	[
		'nothing if it was silent and cannot be read',
		{ silentSince: 0 },
		{ lastSeen: 'unreadable' },
		[],
	],
	[
		'nothing if it was unheard for less than both times',
		{ unheardSince: NOW - 3899 },
		{ lastSeen: 'never' },
		[],
	],
	[
		'silence at both times after it was first seen',
		{ unheardSince: NOW - 3900 },
		{ lastSeen: 'never' },
		[SILENT],
	],
	[
		'nothing of silence for another state',
		{ ...inactiveFor(9000), unheardSince: NOW - 60 },
		{ lastSeen: 'never', state: 'inactive' },
		['state active > inactive'],
	],
	[
		'nothing of a state for never having been heard',
		{ unheardSince: NOW - 600 },
		{ lastSeen: 'never', state: 'inactive' },
		[],
	],
	[
		'no silence while it is disabled',
		{ setting: 'disabled' },
		{ setting: 'disabled', lastSeen: 0 },
		[],
	],
	[
		'no silence while it is decommissioned',
		{ state: 'decommissioned_device' },
		{ state: 'decommissioned_device', lastSeen: 0 },
		[],
	],
	[
		'silence at once when it is enabled',
		{ setting: 'disabled' },
		{ lastSeen: 0 },
		[SILENT, 'setting disabled > enabled'],
	],
	['nothing of a state that does not last', {}, { state: 'inactive' }, []],
	['nothing of a state that lasts too short', inactiveFor(239), { state: 'inactive' }, []],
	['a state that lasts', inactiveFor(300), { state: 'inactive' }, ['state active > inactive']],
	['nothing of a third state in place of another', inactiveFor(9000), { state: 'stopped' }, []],
	['a setting at once', {}, { setting: 'disabled' }, ['setting enabled > disabled']],
	['nothing if a state is not told', {}, { state: '', setting: '' }, []],
	['nothing if a state was not known', { state: '', setting: '' }, {}, []],
	['nothing of an absence that ended', { missingSince: 1 }, {}, []],
	[
		'a state that lasts across a listing without it',
		{ ...inactiveFor(300), missingSince: NOW - 60 },
		{ state: 'inactive' },
		['state active > inactive'],
	],
])('a thing that is remembered is told %s', (_what, before, now, told) => {
	const first = compared(known(before), [seen(now)]);
	expect(first.told).toEqual(told);
	if (first.after === undefined) throw new Error('It is no longer remembered');
	expect(compared(known(first.after), [seen(now)]).told).toEqual([]);
});

test('what waits for Must Last has lasted in whole minutes of the clock', () => {
	const second = { now: NOW + 59 };
	const { told } = compared(known(inactiveFor(-1)), [seen({ state: 'inactive' })], second);
	expect(told).toEqual([]);
	const before = known({ pending: { state: 'inactive', since: NOW - 241 } });
	expect(compared(before, [seen({ state: 'inactive' })], second).told).toHaveLength(1);
});

test('what waits for Must Last goes on waiting through a listing without a state', () => {
	const before = known(inactiveFor(240));
	const { told, after } = compared(before, [seen({ state: '' })]);
	expect(told).toEqual([]);
	expect(after?.pending).toEqual(inactiveFor(240).pending);
});

test('what was first seen, or waits, counts from now on if a clock was set back', () => {
	const later = NOW + 9000;
	const before = known({ unheardSince: later, pending: { state: 'inactive', since: later } });
	const listing = [seen({ lastSeen: 'never', state: 'inactive' })];
	const { told, after } = compared(before, listing);
	expect(told).toEqual([]);
	expect(after).toMatchObject({ unheardSince: NOW, pending: { state: 'inactive', since: NOW } });
	const missing = compared(known({ missingSince: later }), []);
	expect(missing.told).toEqual([]);
	expect(missing.after).toMatchObject({ missingSince: NOW });
});

test('two things of one name are told apart, and one that is missing is told by its name', () => {
	const other = { ...WEB1, id: '8', domain: 'emea.example.com' };
	const things: Inventory = new Map([
		...known({ silentSince: NOW - 9000 }),
		['8', { ...other, state: 'inactive', setting: 'enabled', missingSince: NOW - 300 }],
	]);
	const { changes, after } = compare(LOG_SOURCES, things, [seen()], rules());
	expect(changes).toMatchObject([
		{ facet: 'back', thing: WEB1, silence: NOW - 9000 },
		{ facet: 'disappeared', before: 'inactive', thing: other, since: NOW - 300 },
	]);
	expect([...after.keys()]).toEqual(['7']);
});

test('a thing that is remembered keeps what it was where the listing no longer tells it', () => {
	const { after } = compared(known(), [seen({ state: '', setting: '', lastSeen: 'unreadable' })]);
	expect(after).toEqual({ ...known().get('7'), silentSince: undefined, unheardSince: undefined });
});

const wrong = { lastSeen: NOW - 3900, state: 'inactive' };

test.each<[unknown: Rules['unknown'], now: Partial<Seen>, told: string[]]>([
	['new', {}, ['appeared absent > active']],
	['new', { lastSeen: NOW - 9000 }, ['appeared absent > active', SILENT]],
	['new', { lastSeen: 'never' }, ['appeared absent > active']],
	['baseline', wrong, []],
	['baseline', { lastSeen: 'never' }, []],
	['report', {}, []],
	['report', { lastSeen: NOW - 3899 }, []],
	['report', wrong, ['silent  > silent', 'state  > inactive']],
	['report', { lastSeen: 'never' }, []],
	['report', { setting: 'disabled', lastSeen: 0 }, ['setting  > disabled']],
	['report', { state: '', setting: '' }, []],
])('a thing that was not remembered and is %s: %j is told as %j, once', (unknown, now, told) => {
	const first = compared(new Map(), [seen(now)], { unknown });
	expect(first.told).toEqual(told);
	if (first.after === undefined) throw new Error('It is not remembered');
	expect(compared(known(first.after), [seen(now)]).told).toEqual([]);
});

test.each<[unknown: Rules['unknown'], now: Partial<Seen>]>([
	['new', { lastSeen: 'never' }],
	['baseline', { lastSeen: 'never' }],
	['report', { lastSeen: 'never' }],
	['new', { lastSeen: NOW - 3600 }],
	['baseline', { lastSeen: NOW - 3600 }],
	['report', { lastSeen: NOW - 3600 }],
])('a thing that is %s at first and not silent yet is silent later: %j', (unknown, now) => {
	const { after } = compared(new Map(), [seen(now)], { unknown });
	if (after === undefined) throw new Error('It is not remembered');
	expect(compared(known(after), [seen(now)], { now: NOW + 3900 }).told).toEqual([SILENT]);
});

test.each([
	['running', []],
	['agent is running', []],
	['not running', ['state']],
	['stopped', ['state']],
])('an agent that is %j is wrong at first sight: %j', (state, told) => {
	const agent = seen({ state, setting: '5310' });
	const { changes } = compare(AGENTS, new Map(), [agent], rules({ unknown: 'report' }));
	expect(changes.map(({ facet }) => facet)).toEqual(told);
});
