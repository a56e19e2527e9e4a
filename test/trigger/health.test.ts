import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { HealthTrigger } from '../../nodes/HealthTrigger/HealthTrigger.node';
import { asText } from '../../nodes/shared/texts';
import { instant } from '../support/service/records';
import { healthTrigger, START, watchingTrigger } from '../support/trigger/healthTrigger';

const iso = (minutes: number): string => instant((START + minutes * 60) * 1000);

test('n8n polls the trigger, and its panel says when a log source is silent', () => {
	expect(new HealthTrigger().description).toMatchObject({
		polling: true,
		subtitle: '={{ "silent after " + $parameter["silentAfter"] + " min" }}',
	});
});

test('silence and its end are each reported once', async () => {
	const { web, source, event, poll } = await watchingTrigger();
	const mail = source('MAIL1');
	await poll(1);
	await poll(57);
	event(mail);
	expect((await poll(1)).items).toEqual([
		{
			change: 'silent',
			kind: 'log_source',
			id: web.log_source_id,
			name: 'WEB1',
			domain: 'corp.example.com',
			group: 'WindowsGroup',
			type: 'Windows',
			before: 'receiving',
			after: 'silent',
			since: iso(0),
			last_seen: iso(0),
			change_key: `log_source-${web.log_source_id}-silent-${START}`,
		},
	]);
	expect((await poll(1)).reported).toEqual([]);
	event(web);
	web.log_source = 'WEB9';
	expect((await poll(1)).items).toMatchObject([
		{ change: 'back', name: 'WEB9', before: 'silent', after: 'receiving', since: iso(61) },
	]);
});

test('a choice of no change is refused', async () => {
	const { poll } = healthTrigger({ parameters: { logSourceChanges: [] } });
	expect((await poll()).error).toBe('No change is chosen');
});

/** If n8n stores the state with an execution, the trigger remembers its first poll even without an item. */
const storedWith = 'an execution';

test('a state that differs at each poll is reported once two polls show the same', async () => {
	const { web, poll } = await watchingTrigger();
	const states = ['disabled', 'decommissioned_device', 'decommissioned_device'];
	const reported: unknown[] = [];
	for (const state of states) {
		Object.assign(web, { log_collector_state: state });
		reported.push((await poll(1)).reported);
	}
	expect(reported).toEqual([[], [], ['collector_state WEB1']]);
});

test('a state that the list leaves out stays as it was, and is no change once it is there', async () => {
	const { source, poll } = healthTrigger({ storedWith });
	const web = source('WEB1');
	Object.assign(web, { log_collector_state: '' });
	await poll();
	for (const state of ['', 'active', 'active', '', '', 'active', 'active']) {
		Object.assign(web, { log_collector_state: state });
		expect((await poll(1)).reported).toEqual([]);
	}
});

/** Changes everything that may change. @returns the items of the polls that confirm the changes */
const changed = async (parameters: Record<string, string[]>) => {
	const none = { logSourceChanges: [], agentChanges: [] };
	const trigger = healthTrigger({ parameters: { ...none, ...parameters } });
	const { source, agent, event, remove, service, poll } = trigger;
	const [gone, off, dead] = [source('GONE1'), source('OFF1'), source('DEAD1')];
	source('QUIET1');
	const loud = source('LOUD1', {}, 7200);
	const [lost, stopped] = [agent('LOST1'), agent('STOPPED1')];
	agent('FAR1');
	const near = agent('NEAR1', { last_sync_time: iso(-120) });
	await poll();
	await poll();
	remove(gone);
	service.world.agents.delete(lost.agent_id);
	off.log_collection_status = 'disabled';
	dead.log_collector_state = 'inactive';
	stopped.status = 'agent_not_communicating';
	trigger.wait(60);
	event(loud, off, dead);
	near.last_sync_time = stopped.last_sync_time = iso(60);
	source('NEW1');
	agent('FRESH1');
	return [...(await poll()).items, ...(await poll(1)).items, ...(await poll(1)).items];
};

test.each([
	['logSourceChanges', 'appeared', 'NEW1', 'absent', 'active'],
	['logSourceChanges', 'back', 'LOUD1', 'silent', 'receiving'],
	['logSourceChanges', 'collection_status', 'OFF1', 'enabled', 'disabled'],
	['logSourceChanges', 'collector_state', 'DEAD1', 'active', 'inactive'],
	['logSourceChanges', 'disappeared', 'GONE1', 'active', 'absent'],
	['logSourceChanges', 'silent', 'QUIET1', 'receiving', 'silent'],
	['agentChanges', 'appeared', 'FRESH1', 'absent', 'running'],
	['agentChanges', 'back', 'NEAR1', 'silent', 'synchronizing'],
	['agentChanges', 'disappeared', 'LOST1', 'running', 'absent'],
	['agentChanges', 'silent', 'FAR1', 'synchronizing', 'silent'],
	['agentChanges', 'status', 'STOPPED1', 'running', 'agent not communicating'],
])(
	'a trigger reports only %s › %s if only that change is chosen',
	async (field, change, name, before, after) => {
		const kind = field === 'agentChanges' ? 'agent' : 'log_source';
		expect(await changed({ [field]: [change] })).toMatchObject([
			{ kind, change, name, before, after },
		]);
	},
);

test.each([
	[{}, ['']],
	[{ logSourceChanges: ['silent'] }, ['']],
	[{ logSourceChanges: [], agentChanges: ['back'] }, ['/agents']],
	[{ logSourceChanges: ['back'], agentChanges: ['status'] }, ['', '/agents']],
])('a poll reads only the lists that it watches: %j', async (parameters, below) => {
	const { poll, service } = healthTrigger({ parameters });
	await poll();
	const paths = below.map((path) => `/api/v2/log-sources${path}`);
	expect(service.requests.map(({ path }) => path)).toEqual(paths);
});

test.each([
	['logSourceChanges', { silentAfter: 10 }, 10],
	['logSourceChanges', {}, 60],
	['agentChanges', { silentAfter: 10 }, 10],
	['agentChanges', {}, 60],
])(
	'the silence that %s reports begins, with %j, after %i minutes',
	async (changes, setting, minutes) => {
		const chosen = { logSourceChanges: [], [changes]: ['silent'] };
		const trigger = healthTrigger({ storedWith, parameters: { ...chosen, ...setting } });
		trigger.source('THING1');
		trigger.agent('THING1');
		await trigger.poll();
		expect((await trigger.poll(minutes - 1)).reported).toEqual([]);
		expect((await trigger.poll(1)).reported).toEqual(['silent THING1']);
	},
);

test.each([
	[{ domain_name: 'corp.example.com' }, ['silent MAIL1']],
	[{ log_source_group: 'NetworkGroup' }, ['silent SW1', 'silent SW2']],
	[{ types: ['Unix', 'Cisco Device'] }, ['silent SW1', 'silent SW2']],
	[{ log_source_group: 'NetworkGroup', types: ['Unix'] }, ['silent SW2']],
	[{ types: ['Windows'] }, ['silent MAIL1']],
])('the filters %j narrow what is watched', async (filters, reported) => {
	const { source, poll, service } = healthTrigger({ storedWith, parameters: { filters } });
	const network = { log_source_group: 'NetworkGroup', domain_name: 'emea.example.com' };
	source('MAIL1');
	source('SW1', { ...network, log_type_name: 'Cisco Device' });
	source('SW2', { ...network, log_type_name: 'UNIX' });
	expect((await poll()).error).toBeUndefined();
	expect((await poll(60)).reported).toEqual(reported);
	const { types: _types, ...sent }: Record<string, unknown> = filters;
	expect(service.requests[0]?.query).toEqual({ ...sent, page: '1', limit: '1000' });
});

test.each([
	['baseline', []],
	[
		'report',
		[
			['silent QUIET1', 'receiving', 'silent'],
			['collection_status OFF1', 'unknown', 'disabled'],
			['collector_state DEAD1', 'unknown', 'inactive'],
			['status AGENT1', 'unknown', 'stopped'],
			['status AGENT3', 'unknown', 'agent not running'],
		],
	],
])('First Poll %s reports what is wrong at most once', async (firstPoll, reported) => {
	const parameters = { options: { firstPoll }, agentChanges: ['status', 'silent'] };
	const { source, agent, poll } = healthTrigger({ storedWith, parameters });
	source('GOOD1');
	source('QUIET1', {}, 3600);
	source('OFF1', { log_collection_status: 'disabled' }, 90_000);
	source('DEAD1', { log_collector_state: 'inactive' });
	agent('AGENT1', { status: 'stopped' });
	agent('AGENT2');
	agent('AGENT3', { status: 'agent_not_running' });
	const first = await poll();
	expect(
		first.reported.map((text, at) => [text, first.items[at]?.before, first.items[at]?.after]),
	).toEqual(reported);
	expect((await poll(1)).reported).toEqual([]);
	expect((await poll(1)).reported).toEqual([]);
});

test('changes that are not chosen are remembered and start nothing', async () => {
	const { web, poll, host } = await watchingTrigger({
		parameters: { logSourceChanges: ['silent'] },
	});
	web.log_collection_status = 'disabled';
	await poll(1);
	expect((await poll(1)).reported).toEqual([]);
	host.parameters = { ...host.parameters, logSourceChanges: ['silent', 'collection_status'] };
	expect((await poll(1)).reported).toEqual([]);
	web.log_collection_status = 'enabled';
	await poll(1);
	expect((await poll(1)).reported).toEqual(['collection_status WEB1']);
});

describe('silence', () => {
	test("counts by the service's clock, not by the host's", async () => {
		const { wait, poll } = await watchingTrigger();
		wait(0, 50);
		expect((await poll(58)).reported).toEqual([]);
		expect((await poll(1)).reported).toEqual(['silent WEB1']);
	});

	test.each(['""', 'null'])(
		'counts from when the trigger first saw the last event %s',
		async (none) => {
			const { web, source, poll, event, hooks } = await watchingTrigger();
			hooks.rewrite = ({ text, ...answer }) => ({
				...answer,
				text: text.replaceAll('"last_event_time":""', `"last_event_time":${none}`),
			});
			source('NEW1', { last_event_time: '' });
			source('OFF1', { last_event_time: '', log_collection_status: 'disabled' });
			await poll(1);
			event(web);
			expect((await poll(59)).reported).toEqual(['appeared NEW1', 'appeared OFF1']);
			event(web);
			expect((await poll(1)).items).toMatchObject([
				{ change: 'silent', name: 'NEW1', since: iso(2), last_seen: '' },
			]);
			event();
			expect((await poll(1)).reported).toEqual(['back NEW1']);
		},
	);

	test('ends with a later event alone, not if the list no longer shows the last one', async () => {
		const { web, source, poll, event } = await watchingTrigger();
		const late = source('LATE1', {}, 3600);
		await poll(1);
		expect((await poll(1)).reported).toEqual(['appeared LATE1', 'silent LATE1']);
		for (const time of ['', iso(-90), '']) {
			late.last_event_time = time;
			event(web);
			expect((await poll(1)).reported).toEqual([]);
		}
		event(late);
		expect((await poll(1)).reported).toEqual(['back LATE1']);
	});

	test('ends with an event, not with a longer Silent After', async () => {
		const { web, poll, host, event } = await watchingTrigger();
		expect((await poll(60)).reported).toEqual(['silent WEB1']);
		host.parameters = { ...host.parameters, silentAfter: 600 };
		expect((await poll(1)).reported).toEqual([]);
		event(web);
		expect((await poll(1)).reported).toEqual(['back WEB1']);
	});
});

test('a time without a zone is in the zone of the credential', async () => {
	const credential = { timeZone: 'Europe/Berlin' };
	const { source, poll } = healthTrigger({ storedWith, credential });
	source('WEB1', { last_event_time: '2026-05-01 14:00:00' });
	expect((await poll()).log.join()).not.toContain('in the future');
	expect((await poll(60)).items).toMatchObject([{ change: 'silent', since: iso(0) }]);
});

test("a last event ahead of the service's clock is never judged, and the log names the first one", async () => {
	const { web, source, poll, wait } = await watchingTrigger();
	source('WEB2');
	wait(0, 30);
	await poll(1);
	await poll(1);
	expect((await poll(60)).reported).toEqual(['silent WEB1', 'silent WEB2']);
	web.last_event_time = iso(64 + 16);
	const { reported, log } = await poll(1);
	expect(reported).toEqual([]);
	expect(log.join()).toContain(
		'The last_event_time of 1 log source is not a time, or is in the future, for example of "WEB1". ',
	);
	// The log says so at most once an hour.
	web.last_event_time = iso(65 + 16);
	expect((await poll(1)).log).toEqual([]);
	expect((await poll(30)).reported).toEqual(['back WEB1']);
});

test.each([
	[/"log_source_id":\d+/, '"log_source_id":"x"'],
	[/"log_source":"WEB1"/, '"log_source":""'],
])('a log source without %s fails the poll', async (field, instead) => {
	const { poll, hooks } = await watchingTrigger();
	hooks.rewrite = ({ text, ...answer }) => ({ ...answer, text: text.replace(field, instead) });
	expect(await poll(1)).toMatchObject({
		reported: [],
		error: expect.stringMatching(/no log_source_id or no log_source/),
	});
});

test.each([
	['each poll', { requests: 2, error: 'The poll ran out of time before all lists were read' }],
	// n8n gives such a poll five minutes.
	['an execution', { requests: 3, error: undefined }],
] as const)(
	'2,500 log sources take 3 requests; the ninth of a minute waits if the state is stored with %s',
	async (storedWith, third) => {
		const { source, poll, host } = healthTrigger({
			storedWith,
			credential: { requestsPerMinute: 8 },
		});
		for (let index = 0; index < 2500; index += 1) source(`WEB${index}`);
		for (let count = 0; count < 2; count += 1) expect(await poll()).toMatchObject({ requests: 3 });
		expect(asText(host.stored.state).length).toBeLessThan(260 * 2500);
		expect(await poll()).toMatchObject(third);
		expect(await poll(2)).toMatchObject({ reported: [], requests: 3, error: undefined });
	},
);

test('texts are cut to 200 characters when they are remembered', async () => {
	const { source, poll, host } = healthTrigger();
	const long = 'x'.repeat(50_000);
	for (let index = 0; index < 20; index += 1) source(` ${index}${long}`, { domain_name: long });
	await poll();
	await poll(1);
	expect(asText(host.stored.state).length).toBeLessThan(20 * 700);
	const { items } = await poll(60);
	expect(items).toHaveLength(20);
	expect(items[0]?.name).toMatch(/^0x{199}$/);
});

test('the item of a log source that disappeared has its names and its ID of 19 digits', async () => {
	const { web, source, poll, remove, restart, host } = await watchingTrigger({
		switches: { largeIds: true },
	});
	source('WEB2');
	await poll(1);
	remove(web);
	await poll(1);
	restart(host.stored);
	expect((await poll(1)).items).toMatchObject([
		{
			change: 'disappeared',
			id: expect.stringMatching(/^1700000000\d{9}$/),
			name: 'WEB1',
			domain: 'corp.example.com',
			before: 'active',
			after: 'absent',
			last_seen: '',
		},
	]);
});

const baseline = (count: number) =>
	`First poll: remembered ${count} log source${count === 1 ? '' : 's'}`;

const replacing =
	(part: string | RegExp, replacement: string) =>
	(stored: IDataObject): IDataObject => ({
		...stored,
		state: asText(stored['state']).replace(part, replacement),
	});

test.each<[string, damage: (stored: IDataObject) => IDataObject, note: string]>([
	['is lost', () => ({}), ''],
	['is of another version', (stored) => ({ ...stored, version: 2 }), 'cannot be read'],
	['has no key of its list', replacing('"sourceKey"', '"other"'), 'cannot be read'],
	['has an ID that is no text', replacing(/"id":"(\d+)"/, '"id":$1'), 'cannot be read'],
	['does not say what is pending', replacing('"pending":{}', '"pending":"none"'), 'cannot be read'],
	...['null', '{}', '{"id":"1","names":{},"firstSeen":1}'].map(
		(entry): [string, ReturnType<typeof replacing>, string] => [
			`has the entry ${entry}`,
			replacing('"records":[', `"records":[${entry},`),
			'cannot be read',
		],
	),
])('a first poll follows if the state %s, and the log says so', async (_what, damage, note) => {
	const { source, poll, restart, host } = await watchingTrigger();
	source('WEB2', {}, 7200);
	const damaged = damage(host.stored);
	expect(damaged).not.toEqual(host.stored);
	restart(damaged);
	const { reported, log } = await poll(1);
	expect([reported, log.join()]).toEqual([[], expect.stringContaining(baseline(2))]);
	expect(log.join()).toContain(note);
});

describe('a first poll', () => {
	test.each([{ log_source_group: 'NetworkGroup' }, { types: ['Unix'] }])(
		'follows other filters, %j: what they add and leave out is not reported',
		async (filters) => {
			const { source, poll, host } = await watchingTrigger();
			source('SW1', { log_source_group: 'NetworkGroup', log_type_name: 'Unix' }, 7200);
			host.parameters = { ...host.parameters, filters };
			const polls = [await poll(1), await poll(1), await poll(1)];
			expect(polls[0]?.log.join()).toContain(baseline(1));
			expect(polls.flatMap(({ reported }) => reported)).toEqual([]);
		},
	);

	test('does not follow the same types in another order', async () => {
		const filters = { types: ['Unix', 'Windows'] };
		const { host, poll, source } = await watchingTrigger({ parameters: { filters } });
		host.parameters = { ...host.parameters, filters: { types: ['Windows', 'Unix'] } };
		source('WEB2');
		expect((await poll(1)).log).toEqual([]);
		expect((await poll(1)).reported).toEqual(['appeared WEB2']);
	});

	test('follows changes of agents that were not chosen for a while', async () => {
		const agentChanges = ['disappeared'];
		const trigger = await watchingTrigger({ storedWith, parameters: { agentChanges } });
		const { host, poll, service, agent } = trigger;
		const [gone] = [agent('GONE1'), agent('AGENT1')];
		await poll(1);
		host.parameters = { ...host.parameters, agentChanges: [] };
		await poll(1);
		service.world.agents.delete(gone.agent_id);
		host.parameters = { ...host.parameters, agentChanges };
		expect((await poll(1)).log).toContain('First poll: remembered 1 agent');
		expect([...(await poll(1)).reported, ...(await poll(1)).reported]).toEqual([]);
	});

	test('follows another service', async () => {
		const one = await watchingTrigger();
		const other = healthTrigger();
		other.source('WEB7', {}, 7200);
		other.restart(one.host.stored);
		const first = await other.poll();
		expect(first.log.join()).toContain(baseline(1));
		expect([...first.reported, ...(await other.poll(1)).reported]).toEqual([]);
	});

	test('is right with an empty list if no filters are set', async () => {
		const { source, poll } = healthTrigger({ storedWith });
		for (let count = 0; count < 3; count += 1) expect((await poll(1)).error).toBeUndefined();
		source('WEB1');
		await poll(1);
		expect((await poll(1)).reported).toEqual(['appeared WEB1']);
	});
});

test('a wait that the service names fails one poll, which says so', async () => {
	const { poll, service } = await watchingTrigger({ storedWith: 'each poll' });
	service.faults.push({ kind: 'raw', status: 429, text: 'Try again after 22 minutes' });
	const polls = [await poll(1), await poll(1), await poll(1)];
	expect(polls.map(({ error }) => error)).toEqual([
		'The service receives too many requests',
		undefined,
		undefined,
	]);
});

describe('a listing that leaves nothing to watch fails the poll', () => {
	test('if its filters no longer fit, also after a restart, but not while n8n starts', async () => {
		const filters = { log_source_group: 'WindowsGroup' };
		const setting = { parameters: { filters }, storedWith: 'an execution' as const };
		const { web, poll, restart, host } = await watchingTrigger(setting);
		web.log_source_group = 'Windows Servers';
		expect((await poll(1)).error).toBe('No log source fits the filters');
		restart();
		const polls = [await poll(1), await poll(1)];
		expect(polls.map(({ error }) => error)).toEqual([undefined, 'No log source fits the filters']);
		host.parameters = { ...host.parameters, filters: { log_source_group: 'Windows Servers' } };
		expect((await poll(1)).log.join()).toContain(baseline(1));
	});

	test('if the service lists nothing for a while: no silence is reported twice', async () => {
		const { web, poll, remove, service } = await watchingTrigger();
		const silent = await poll(60);
		expect(silent.reported).toEqual(['silent WEB1']);
		remove(web);
		const empty = [await poll(1), await poll(1)];
		service.world.putLogSource(web);
		const after = [await poll(1), await poll(1)];
		expect(empty.map(({ error }) => error)).toEqual(
			Array(2).fill('The service lists no log sources, although it did before'),
		);
		expect(after.flatMap(({ reported }) => reported)).toEqual([]);
	});
});

test.each(['"lately"', '{}', '[]', 'true'])(
	'a last event of %s is in the log, and only that silence is not judged',
	async (time) => {
		const { web, source, poll, hooks } = await watchingTrigger({ storedWith: 'an execution' });
		source('WEB2');
		await poll(1);
		expect((await poll(1)).reported).toEqual(['appeared WEB2']);
		hooks.rewrite = ({ text, ...answer }) => ({
			...answer,
			text: text.replace(/("log_source":"WEB1".*?"last_event_time":)"[^"]*"/, `$1${time}`),
		});
		web.log_collector_state = 'inactive';
		const { reported, log, error } = await poll(60);
		expect([reported, error]).toEqual([['silent WEB2'], undefined]);
		expect(log.join()).toContain('The last_event_time of 1 log source is not a time');
		expect((await poll(1)).reported).toEqual(['collector_state WEB1']);
	},
);

test('events alone do not change the stored state', async () => {
	const { poll, event, host } = await watchingTrigger();
	const stored = structuredClone(host.stored);
	event();
	await poll(30);
	expect(host.stored).toEqual(stored);
});
