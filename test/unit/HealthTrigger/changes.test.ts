import { expect, test } from '@jest/globals';

import {
	compare,
	type Inventory,
	type Remembered,
	type Rules,
} from '../../../nodes/HealthTrigger/changes';
import { AGENTS, LOG_SOURCES } from '../../../nodes/HealthTrigger/kinds';
import type { Seen } from '../../../nodes/HealthTrigger/listing';

const NOW = 1_767_225_600;
const MINUTE = NOW / 60;

const seen = (more: Partial<Seen> = {}): Seen => ({
	id: '7',
	name: 'WEB1',
	domain: 'corp.example.com',
	group: 'WindowsGroup',
	type: 'Windows',
	state: 'active',
	setting: 'enabled',
	lastSeen: NOW,
	...more,
});

const known = (more: Partial<Remembered> = {}): Inventory =>
	new Map([
		[
			'7',
			{
				isSilent: false,
				isMissing: false,
				state: 'active',
				setting: 'enabled',
				since: undefined,
				...more,
			},
		],
	]);

const rules = (more: Partial<Rules> = {}): Rules => ({
	now: NOW,
	silentAfter: () => 3600,
	mustLast: 300,
	unknown: 'new',
	isOtherListing: false,
	isOtherLimit: false,
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

test.each<[what: string, before: Partial<Remembered>, now: Partial<Seen>, told: string[]]>([
	['nothing where nothing changed', {}, {}, []],
	['nothing where it has been silent for less than both times', {}, { lastSeen: NOW - 3899 }, []],
	['silence at both times', {}, { lastSeen: NOW - 3900 }, ['silent receiving > silent']],
	['nothing where it stays silent', { isSilent: true }, { lastSeen: NOW - 3600 }, []],
	['the first event', { isSilent: true }, { lastSeen: NOW - 3599 }, ['back silent > receiving']],
	['nothing where its time cannot be read', {}, { lastSeen: 'unreadable' }, []],
	[
		'nothing where it was silent and cannot be read',
		{ isSilent: true },
		{ lastSeen: 'unreadable' },
		[],
	],
	[
		'no silence where it is disabled',
		{ setting: 'disabled' },
		{ setting: 'disabled', lastSeen: 0 },
		[],
	],
	[
		'no silence where it is decommissioned',
		{ state: 'decommissioned_device' },
		{ state: 'decommissioned_device', lastSeen: 0 },
		[],
	],
	[
		'silence at once where it is enabled',
		{ setting: 'disabled' },
		{ lastSeen: 0 },
		['silent receiving > silent', 'setting disabled > enabled'],
	],
	['nothing of a state that does not last', {}, { state: 'inactive' }, []],
	['nothing of a state that lasts too short', { since: MINUTE - 4 }, { state: 'inactive' }, []],
	['a state that lasts', { since: MINUTE - 5 }, { state: 'inactive' }, ['state active > inactive']],
	['a setting at once', {}, { setting: 'disabled' }, ['setting enabled > disabled']],
	['nothing where a state is not told', {}, { state: '', setting: '' }, []],
	['nothing where a state was not known', { state: '', setting: '' }, {}, []],
	[
		'nothing of a state that lasted while it was missing',
		{ isMissing: true, since: 1 },
		{ state: 'inactive' },
		[],
	],
])('a thing that is remembered is told %s', (_what, before, now, told) => {
	const first = compared(known(before), [seen(now)]);
	expect(first.told).toEqual(told);
	if (first.after === undefined) throw new Error('It is no longer remembered');
	expect(compared(known(first.after), [seen(now)]).told).toEqual([]);
});

test('a thing that is remembered keeps what it was where the listing no longer tells it', () => {
	const { after } = compared(known(), [seen({ state: '', setting: '', lastSeen: 'unreadable' })]);
	expect(after).toEqual(known().get('7'));
});

const wrong = { lastSeen: NOW - 3600, state: 'inactive' };

test.each<[unknown: Rules['unknown'], now: Partial<Seen>, told: string[]]>([
	['new', {}, ['appeared absent > active']],
	['new', { lastSeen: NOW - 9000 }, ['appeared absent > active', 'silent receiving > silent']],
	['new', { lastSeen: 'never' }, ['appeared absent > active']],
	['baseline', wrong, []],
	['baseline', { lastSeen: 'never' }, []],
	['report', {}, []],
	['report', wrong, ['silent  > silent', 'state  > inactive']],
	['report', { lastSeen: 'never' }, ['silent  > silent']],
	['report', { setting: 'disabled', lastSeen: 0 }, ['setting  > disabled']],
])('a thing that was not remembered and is %s: %j is told as %j, once', (unknown, now, told) => {
	const first = compared(new Map(), [seen(now)], { unknown });
	expect(first.told).toEqual(told);
	if (first.after === undefined) throw new Error('It is not remembered');
	expect(compared(known(first.after), [seen(now)]).told).toEqual([]);
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
