import { afterEach, describe, expect, test } from '@jest/globals';

import { asText } from '../../nodes/shared/json';
import {
	healthStage,
	NEVER,
	watchedStage,
	type HealthPoll,
	type HealthStage,
	START,
} from '../support/trigger/healthStage';
import type { StoredWith } from '../support/trigger/simulatedHost';
import type { StageSetting } from '../support/trigger/stage';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

const iso = (minutes: number): string =>
	new Date((START + minutes * 60) * 1000).toISOString().replace('.000Z', 'Z');

const atOnce: StageSetting = { parameters: { options: { mustLast: 0 } } };

/** Shows times of log sources as a service in another zone, or with other habits, does. */
const withTimes =
	(shown: (time: string) => string) =>
	(text: string): string =>
		text.replace(/"last_event_time":"([^"]*)"/g, (_all, time: string) => {
			return `"last_event_time":${JSON.stringify(shown(time))}`;
		});

/** The time in Berlin in summer, without a zone. */
const berlin = (time: string): string =>
	new Date(Date.parse(time) + 7_200_000).toISOString().slice(0, 19).replace('T', ' ');

describe('10,000 log sources', () => {
	test('take 11 requests a poll and 140 bytes of state each, and each silence is told once', async () => {
		const { source, poll, host, event, remove } = healthStage({ storedWith: 'each poll' });
		const [first, second] = [source('WEB0'), source('WEB1')];
		for (let index = 2; index < 10_000; index += 1) source(`WEB${index}`);
		await poll();
		expect(await poll(1)).toMatchObject({ requests: 11, told: [] });
		const { pollId, log_source } = host.state;
		expect(asText(log_source).length).toBeLessThan(140 * 10_000);
		expect(await poll(1)).toMatchObject({ requests: 11, told: [] });
		expect(host.state.pollId).toBe(pollId);
		first.log_collection_status = 'disabled';
		remove(second);
		event();
		expect((await poll(1)).told).toEqual(['collection_status WEB0']);
		expect((await poll(6)).told).toEqual(['disappeared WEB1']);
		await poll(54);
		const { items } = await poll(5);
		expect(new Set(items.map(({ id }) => id)).size).toBe(9998);
		expect(new Set(items.map(({ change_key }) => change_key)).size).toBe(9998);
		expect((await poll(1)).told).toEqual([]);
		expect(asText(host.state.log_source).length).toBeLessThan(170 * 10_000);
	});

	test('send no more than the requests of a minute, and say so', async () => {
		const credential = { requestsPerMinute: 60 };
		const { source, poll, service } = healthStage({ credential });
		for (let index = 0; index < 10_000; index += 1) source(`WEB${index}`);
		for (let turn = 0; turn < 5; turn += 1) expect((await poll()).error).toBeUndefined();
		const stopped = await poll();
		expect(stopped.error).toBe('The time of a poll is over before its lists are read whole');
		expect(service.requests).toHaveLength(60);
		expect(await poll(2)).toMatchObject({ told: [], requests: 11, error: undefined });
	});
});

test('a listing that takes longer than a poll may is given up, and nothing is told of it', async () => {
	const { source, poll, slow } = healthStage({ ...atOnce, storedWith: 'an execution' });
	for (let index = 0; index < 3000; index += 1) source(`WEB${index}`);
	await poll();
	slow(15);
	expect(await poll(70)).toMatchObject({ requests: 2, told: [] });
	slow(0);
	expect((await poll(1)).told).toHaveLength(3000);
});

test('a request ends before n8n abandons its poll', async () => {
	const { source, poll, slow, service } = healthStage();
	source('WEB1');
	slow(50);
	expect((await poll()).error).toContain('The service did not answer within');
	expect(service.clock.now() / 1000 - START).toBeLessThan(45);
});

test('ids of 19 digits stay as they are, in items and in the state', async () => {
	const switches = { largeIds: true };
	const { web, poll, restart, host, remove } = await watchedStage({ ...atOnce, switches });
	const [item] = (await poll(60)).items;
	expect(item?.id).toMatch(/^1700000000\d{9}$/);
	restart();
	expect((await poll(1)).told).toEqual([]);
	remove(web);
	await poll(1);
	restart(host.state);
	expect((await poll(1)).items).toMatchObject([
		{ change: 'disappeared', id: item?.id, name: 'WEB1', before: 'active', last_seen: '' },
	]);
});

test.each([
	['of its own', 10, ['silent WEB1', 'silent DC1']],
	['that is never', 0, ['silent WEB1']],
])('the silence of a group %s is judged by its minutes', async (_what, minutes, told) => {
	const groups = [{ log_source_group: ' domain controllers', minutes }];
	const options = { mustLast: 0, firstPoll: 'report', silentAfterByGroup: { groups } };
	const parameters = { options };
	const { source, poll, event } = healthStage({ parameters });
	const web = source('WEB1');
	source('DC1', { log_source_group: 'Domain Controllers' });
	expect((await poll()).told).toEqual([]);
	event(web);
	expect((await poll(10)).told).toEqual(told.slice(1));
	event(web);
	expect((await poll(60)).told).toEqual(['silent WEB1']);
});

test('filters stay the same in another order and spelling', async () => {
	const filters = { types: ['Windows', 'Unix'], log_source_group: 'WindowsGroup' };
	const stage = healthStage({
		...atOnce,
		storedWith: 'an execution',
		parameters: { ...atOnce.parameters, filters },
	});
	stage.source('WEB1');
	await stage.poll();
	const again = { log_source_group: 'windowsgroup', types: ['Unix', 'Windows', 'Unix'] };
	stage.host.parameters = { ...stage.host.parameters, filters: again };
	stage.source('WEB2');
	expect((await stage.poll(1)).told).toEqual(['appeared WEB2']);
});

test('filters go with the request, types are picked from the listing, and others stay out', async () => {
	const filters = {
		log_source_group: 'NetworkGroup',
		types: ['Unix'],
		domain_name: 'corp.example.com',
	};
	const it = healthStage({
		...atOnce,
		storedWith: 'an execution',
		parameters: { ...atOnce.parameters, filters },
	});
	const network = { log_source_group: 'NetworkGroup' };
	it.source('WEB1');
	it.source('SW1', { ...network, log_type_name: 'Cisco Device' });
	it.source('SW2', { ...network, log_type_name: 'UNIX' });
	await it.poll();
	expect((await it.poll(90)).told).toEqual(['silent SW2']);
	const { types: _types, ...sent } = filters;
	expect(it.service.requests[0]).toMatchObject({
		operation: 'getLogSources',
		query: { ...sent, page: '1', limit: '1000' },
	});
});

describe('times without a zone', () => {
	test('are in the zone that the credential names', async () => {
		const credential = { timeZone: 'Europe/Berlin' };
		const { source, poll, texts } = healthStage({ ...atOnce, credential });
		texts.rewrite = withTimes(berlin);
		source('WEB1');
		await poll();
		expect((await poll(59)).told).toEqual([]);
		expect((await poll(1)).items).toMatchObject([
			{ change: 'silent', since: new Date(START * 1000).toISOString().replace('.000Z', 'Z') },
		]);
	});

	test('that cannot be read are said, and silence is not guessed', async () => {
		const { source, poll, texts } = healthStage({ ...atOnce, storedWith: 'an execution' });
		const odd = source('ODD1');
		source('WEB1');
		texts.rewrite = withTimes((time) => (time === odd.last_event_time ? 'lately' : time));
		odd.last_event_time = '2026-04-30T00:00:00Z';
		await poll();
		const silent = await poll(60);
		expect(silent.told).toEqual(['silent WEB1']);
		expect(silent.log.join()).toContain(
			'The silence of 1 log sources is not known: their time cannot be read, for instance last_event_time "lately"',
		);
		texts.rewrite = withTimes(() => 'lately');
		expect((await poll(1)).error).toContain('no time can be read, for instance last_event_time');
	});

	test.each(['silent', 'back'])(
		'that cannot be read are said where %s is all that is told',
		async (change) => {
			const { source, poll, texts } = healthStage({ parameters: { logSourceChanges: [change] } });
			source('WEB1');
			texts.rewrite = withTimes(() => 'lately');
			expect((await poll()).error).toContain('no time can be read, for instance last_event_time');
		},
	);
});

describe('a log source that never had an event', () => {
	test('is silent from its appearance on, and back with its first event', async () => {
		const { web, source, poll, event } = await watchedStage();
		source('NEW1', { last_event_time: NEVER });
		expect((await poll(1)).told).toEqual(['appeared NEW1']);
		event(web);
		expect((await poll(59)).told).toEqual([]);
		event(web);
		expect((await poll(5)).told).toEqual([]);
		expect((await poll(1)).items).toMatchObject([
			{ change: 'silent', name: 'NEW1', since: iso(2), last_seen: '' },
		]);
		event();
		expect((await poll(1)).told).toEqual(['back NEW1']);
	});

	test.each(['baseline', 'report'])('is silent from the first poll on: %s', async (firstPoll) => {
		const { source, poll, event } = healthStage({
			parameters: { options: { firstPoll } },
			storedWith: 'an execution',
		});
		const web = source('WEB1');
		source('NEW1', { last_event_time: NEVER });
		const first = await poll();
		expect(first.told).toEqual([]);
		await poll(32);
		event(web);
		expect((await poll(32)).told).toEqual([]);
		expect((await poll(1)).items).toMatchObject([
			{ change: 'silent', name: 'NEW1', since: iso(0), last_seen: '' },
		]);
		expect((await poll(1)).told).toEqual([]);
	});

	test('is not in another state for it, and keeps its time when a listing is without it', async () => {
		const parameters = { silentAfter: 10 };
		const { web, source, poll, event, remove, service } = await watchedStage({ parameters });
		const fresh = source('NEW1', { last_event_time: NEVER });
		expect((await poll(1)).told).toEqual(['appeared NEW1']);
		const polled = async (minutes: number) => {
			event(web);
			return (await poll(minutes)).told;
		};
		expect(await polled(8)).toEqual([]);
		fresh.log_collector_state = 'inactive';
		expect(await polled(1)).toEqual([]);
		fresh.log_collector_state = 'active';
		expect(await polled(1)).toEqual([]);
		remove(fresh);
		expect(await polled(1)).toEqual([]);
		service.world.putLogSource(fresh);
		expect(await polled(3)).toEqual([]);
		expect(await polled(1)).toEqual(['silent NEW1']);
	});
});

test('what is nearly silent at the first poll is reported when it is', async () => {
	const parameters = { silentAfter: 10 };
	const { source, poll } = healthStage({ parameters });
	source('NEARLY1', {}, 12 * 60);
	source('QUIET1', {}, 15 * 60);
	expect((await poll()).told).toEqual([]);
	expect((await poll(2)).told).toEqual([]);
	expect((await poll(1)).items).toMatchObject([
		{ change: 'silent', name: 'NEARLY1', since: iso(-12) },
	]);
	expect((await poll(9)).told).toEqual([]);
});

test('Must Last counts for a third state from when it began', async () => {
	const { web, source, poll, event } = await watchedStage();
	const mail = source('MAIL1');
	expect((await poll(1)).told).toEqual(['appeared MAIL1']);
	web.log_collector_state = mail.log_collector_state = 'inactive';
	await poll(1);
	expect((await poll(4)).told).toEqual([]);
	web.log_collector_state = 'decommissioned_device';
	expect((await poll(1)).told).toEqual(['collector_state MAIL1']);
	event();
	expect((await poll(4)).told).toEqual([]);
	expect((await poll(1)).items).toMatchObject([
		{ name: 'WEB1', before: 'active', after: 'decommissioned_device', since: iso(8) },
	]);
});

test('another service is a new start: nothing appears or disappears, and the log says so', async () => {
	const one = await watchedStage(atOnce);
	one.source('OLD1');
	expect((await one.poll(1)).told).toEqual(['appeared OLD1']);
	const other = healthStage(atOnce);
	other.source('WEB7');
	other.source('WEB8', {}, 90_000);
	other.restart(one.host.stored);
	const first = await other.poll();
	expect(first.told).toEqual([]);
	expect(first.log.join()).toMatch(
		/The credential has another base URL: what was remembered of http:\S+ is not used/,
	);
	expect(first.log.join()).toContain('Baseline: 2 log sources');
	const second = await other.poll(1);
	expect(second.told).toEqual([]);
	expect(second.log.join()).not.toContain('another base URL');
});

describe.each<StoredWith>(['each poll', 'an execution'])(
	'after two days off, the state stored with %s',
	(storedWith) => {
		test.each<[reactivation: string, start: 'init' | 'activate', told: string[]]>([
			['changes', 'init', ['silent WEB1', 'disappeared WEB2']],
			['changes', 'activate', ['silent WEB1', 'disappeared WEB2']],
			['first', 'init', []],
			['first', 'activate', []],
		])('Reactivation %s after %s reports %j', async (reactivation, start, told) => {
			const parameters = { options: { reactivation } };
			const stage = healthStage({ parameters, storedWith });
			const { source, poll, wait, restart, host, remove } = stage;
			source('WEB1');
			const gone = source('WEB2');
			await poll();
			await poll(1);
			wait(2 * 24 * 60);
			remove(gone);
			restart(host.state, start);
			const reports: string[] = [];
			for (let turn = 0; turn < 12; turn += 1) reports.push(...(await poll(1)).told);
			expect(reports).toEqual(told);
		});

		test('which began while the service was down, nothing is forgotten too late', async () => {
			const parameters = { options: { reactivation: 'first', mustLast: 0 } };
			const { web, poll, service, restart, host } = await watchedStage({ parameters, storedWith });
			web.log_collector_state = 'inactive';
			restart(host.state, 'init');
			service.faults.push({ kind: 'status', status: 503 });
			await poll(2 * 24 * 60);
			service.clearFaults();
			expect((await poll(1)).told).toEqual([]);
			web.log_collector_state = 'active';
			expect((await poll(1)).told).toEqual(['collector_state WEB1']);
		});
	},
);

test.each([
	[60, ['collection_status WEB1']],
	[71, []],
])('%d minutes without a poll are judged as Reactivation says', async (minutes, told) => {
	const { web, poll, restart } = await watchedStage({
		parameters: { options: { reactivation: 'first' } },
	});
	expect((await poll(8)).told).toEqual([]);
	restart();
	web.log_collection_status = 'disabled';
	expect((await poll(minutes)).told).toEqual(told);
});

test('after hours in which the service cannot be read, silence must last anew', async () => {
	const { source, poll, service, event } = healthStage();
	const web = source('WEB1');
	source('WEB2');
	await poll();
	await poll(1);
	service.faults.push({ kind: 'status', status: 503 });
	for (let turn = 0; turn < 4; turn += 1) expect((await poll(30)).told).toEqual([]);
	service.clearFaults();
	expect((await poll(1)).told).toEqual([]);
	event(web);
	expect((await poll(5)).told).toEqual(['silent WEB2']);
});

test('a longer Silent After makes nothing come back, and a shorter one makes more silent', async () => {
	const { web, source, poll, host, event, wait } = await watchedStage(atOnce);
	wait(29);
	source('WEB2');
	expect((await poll(31)).told).toEqual(['silent WEB1', 'appeared WEB2']);
	host.parameters = { ...host.parameters, silentAfter: 600 };
	expect((await poll(1)).told).toEqual([]);
	host.parameters = { ...host.parameters, silentAfter: 30 };
	expect((await poll(1)).told).toEqual(['silent WEB2']);
	event(web);
	expect((await poll(1)).told).toEqual(['back WEB1']);
});

test('another group with other minutes makes nothing come back', async () => {
	const groups = [{ log_source_group: 'Slow', minutes: 600 }];
	const options = { mustLast: 0, silentAfterByGroup: { groups } };
	const { web, source, poll, event } = await watchedStage({ parameters: { options } });
	source('WEB2', { log_source_group: 'Slow' });
	expect((await poll(60)).told).toEqual(['silent WEB1', 'appeared WEB2']);
	web.log_source_group = 'Slow';
	expect((await poll(1)).told).toEqual([]);
	event(web);
	expect((await poll(1)).items).toMatchObject([{ change: 'back', name: 'WEB1', group: 'Slow' }]);
});

test('a service clock that is set back ends no silence, and the next event does', async () => {
	const { source, poll, wait, event } = await watchedStage(atOnce);
	const fresh = source('NEW1', { last_event_time: NEVER });
	expect((await poll(1)).told).toEqual(['appeared NEW1']);
	expect((await poll(60)).told).toEqual(['silent WEB1', 'silent NEW1']);
	source('WEB2');
	wait(-120, 120);
	expect((await poll()).told).toEqual(['appeared WEB2']);
	event();
	expect((await poll(1)).told).toEqual(['back WEB1', 'back NEW1']);
	expect(fresh.last_event_time).toBe(iso(-58));
});

test.each<['enabled' | 'disabled', string[]]>([
	['enabled', ['appeared', 'silent']],
	['disabled', ['appeared', 'silent', 'collection_status']],
])('the silence of what appears again, %s, has another key', async (setting, told) => {
	const { web, poll, remove, service } = await watchedStage(atOnce);
	const [silent] = (await poll(60)).items;
	remove(web);
	await poll(1);
	expect((await poll(1)).told).toEqual(['disappeared WEB1']);
	service.world.putLogSource(web);
	web.log_collection_status = setting;
	const appeared = await poll(1);
	web.log_collection_status = 'enabled';
	const items = [...appeared.items, ...(await poll(1)).items];
	expect(items.map(({ change }) => change)).toEqual(told);
	const again = items.find(({ change }) => change === 'silent');
	expect(again?.change_key).not.toBe(silent?.change_key);
});

test.each<[what: string, load: (stage: HealthStage) => void]>([
	['restart', ({ restart }) => restart()],
	['change of the workflow', ({ host }) => host.load(host.stored, 'update')],
])('what waits in the older state that a %s brings back waits anew', async (_what, load) => {
	const stage = await watchedStage({ storedWith: 'an execution' });
	const { web, source, poll, remove, service, event } = stage;
	const old = source('OLD1');
	await poll(1);
	web.log_collector_state = 'inactive';
	remove(old);
	source('NEW1');
	expect((await poll(1)).told).toEqual(['appeared NEW1']);
	web.log_collector_state = 'active';
	service.world.putLogSource(old);
	expect((await poll(9)).told).toEqual([]);
	load(stage);
	service.faults.push({ kind: 'status', status: 503 });
	await poll(1);
	service.clearFaults();
	web.log_collector_state = 'inactive';
	remove(old);
	expect((await poll(1)).told).toEqual([]);
	event();
	expect((await poll(4)).told).toEqual([]);
	expect((await poll(1)).told).toEqual(['collector_state WEB1', 'disappeared OLD1']);
});

test('filters that nothing fits are refused, since nothing would be watched', async () => {
	const parameters = { filters: { log_source_group: 'Domian Controllers' } };
	const { source, poll, host, remove } = healthStage({ parameters });
	const web = source('WEB1');
	expect((await poll()).error).toBe('No log source fits the filters, so that none is watched');
	host.parameters = { ...host.parameters, filters: { log_source_group: 'WindowsGroup' } };
	expect((await poll(1)).error).toBeUndefined();
	remove(web);
	expect((await poll(1)).error).toBeUndefined();
	expect((await poll(6)).told).toEqual(['disappeared WEB1']);
});

test('a group with minutes of its own that nothing is in is named in the log, once', async () => {
	const groups = [{ log_source_group: 'Domian Controllers', minutes: 5 }];
	const it = healthStage({ parameters: { options: { silentAfterByGroup: { groups } } } });
	it.source('WEB1');
	const logs = [await it.poll(), await it.poll(1), await it.poll(1)].map(({ log }) => log.join());
	const says = 'No log source is in domian controllers: check Silent After, by Group';
	expect(logs[0]).toContain(says);
	expect(logs[2]).not.toContain(says);
});

test.each([
	['ahead', berlin, 'The last_event_time of 1 log sources is ahead of the clock of the service'],
	['not told', () => '', '1 log sources have no last_event_time'],
])('times that are %s are named in the log', async (_what, shown, says) => {
	const { source, poll, texts } = healthStage(atOnce);
	texts.rewrite = withTimes(shown);
	source('WEB1');
	expect((await poll()).log.join()).toContain(says);
});

describe('with an older state that n8n brings back', () => {
	const keyOf = ({ items: [item] }: HealthPoll) => item?.change_key;

	test('a change that is told again has the key it had before', async () => {
		const { web, poll, restart, host } = await watchedStage(atOnce);
		web.log_collector_state = 'inactive';
		const before = structuredClone(host.stored);
		const key = keyOf(await poll(1));
		restart(before);
		expect(keyOf(await poll(1))).toBe(key);
	});

	test('silence that is told again has the key it had before, however old the state is', async () => {
		const { source, poll, restart, host } = await watchedStage(atOnce);
		const before = structuredClone(host.stored);
		source('WEB2');
		await poll(50);
		const silent = await poll(9);
		expect(silent.told).toEqual(['silent WEB1']);
		restart(before);
		const again = (await poll(1)).items.find(({ change }) => change === 'silent');
		expect(again?.change_key).toBe(keyOf(silent));
	});

	test('silence has one key, and its end another one, whatever the state that is brought back', async () => {
		const { poll, restart, host, event } = await watchedStage(atOnce);
		const before = structuredClone(host.stored);
		const silent = await poll(60);
		const silentState = structuredClone(host.stored);
		event();
		const back = await poll(1);
		expect(back.told).toEqual(['back WEB1']);
		restart(silentState);
		expect(keyOf(await poll(1))).toBe(keyOf(back));
		restart(before);
		expect((await poll(1)).told).toEqual([]);
		expect(keyOf(back)).not.toBe(keyOf(silent));
	});

	test('two different changes of one thing on one day have two keys', async () => {
		const { web, poll, restart, host } = await watchedStage(atOnce);
		const before = structuredClone(host.stored);
		web.log_collector_state = 'inactive';
		const first = await poll(1);
		restart(before);
		web.log_collector_state = 'decommissioned_device';
		const second = await poll(1);
		expect([first, second].map(({ told }) => told)).toEqual([
			['collector_state WEB1'],
			['collector_state WEB1'],
		]);
		expect(keyOf(first)).toContain('-active-inactive-');
		expect(keyOf(second)).not.toBe(keyOf(first));
	});

	test('the same change of another day has another key', async () => {
		const { web, poll, restart, host, wait, event } = await watchedStage(atOnce);
		const before = structuredClone(host.stored);
		web.log_collector_state = 'inactive';
		const first = await poll(1);
		web.log_collector_state = 'active';
		await poll(1);
		restart(before);
		await poll(1);
		web.log_collector_state = 'inactive';
		wait(24 * 60);
		event();
		const second = await poll();
		expect([first, second].map(({ told }) => told[0])).toEqual([
			'collector_state WEB1',
			'collector_state WEB1',
		]);
		expect(keyOf(second)).not.toBe(keyOf(first));
	});
});

test('a host clock that is set back or ahead makes nothing silent', async () => {
	const { poll, wait } = await watchedStage(atOnce);
	for (const hours of [2, -5, 9]) {
		wait(0, hours * 60);
		expect((await poll(1)).told).toEqual([]);
	}
	expect((await poll(55)).told).toEqual([]);
	expect((await poll(1)).told).toEqual(['silent WEB1']);
});

test('a time that cannot be read is of no concern where silence is not chosen', async () => {
	const parameters = { logSourceChanges: ['appeared'] };
	const { source, poll, texts } = healthStage({ parameters });
	texts.rewrite = withTimes(() => 'lately');
	source('WEB1');
	expect((await poll()).error).toBeUndefined();
});

test('of the two moments of a repeated hour the later one counts', async () => {
	const parameters = { options: { firstPoll: 'report' } };
	const credential = { timeZone: 'Europe/Berlin' };
	const { source, poll, texts, wait } = healthStage({ parameters, credential });
	source('WEB1');
	texts.rewrite = withTimes(() => '2026-10-25 02:30:00');
	wait((Date.UTC(2026, 9, 25, 1, 30) / 1000 - START) / 60);
	expect((await poll()).told).toEqual([]);
});

test('polls a day apart are no break', async () => {
	const pollTimes = { item: [{ mode: 'everyDay', hour: 6, minute: 0 }] };
	const { poll } = await watchedStage({ parameters: { pollTimes } });
	expect((await poll(24 * 60)).told).toEqual(['silent WEB1']);
});

test('hours in which the service is down are no time off, whatever Reactivation says', async () => {
	const parameters = { options: { reactivation: 'first', mustLast: 0 } };
	const { web, poll, service } = await watchedStage({ parameters });
	service.faults.push({ kind: 'status', status: 503 });
	for (let turn = 0; turn < 5; turn += 1) await poll(50);
	service.clearFaults();
	web.log_collection_status = 'disabled';
	expect((await poll(50)).told).toEqual(['collection_status WEB1']);
});

test('an empty answer to a list that is counted makes nothing disappear', async () => {
	const { poll, service } = await watchedStage(atOnce);
	service.faults.push({ kind: 'shortPage' });
	expect((await poll(1)).error).toContain('the service counts 1 and served 0');
	service.clearFaults();
	expect(await poll(1)).toMatchObject({ told: [], error: undefined });
});

test('a list that goes on after the last page is not read whole', async () => {
	const switches = { largestPage: 10, listMeta: 'absent' } as const;
	const { source, poll } = healthStage({ switches });
	for (let index = 0; index < 10_010; index += 1) source(`WEB${index}`);
	expect((await poll()).error).toContain('could not be read whole');
});

test('the state has room for any number of states and versions, and for IDs of any length', async () => {
	const { agent, poll, texts } = healthStage({
		parameters: { agentChanges: ['version'] },
		storedWith: 'an execution',
	});
	const agents = Array.from({ length: 130 }, (_none, index) =>
		agent(`AGENT${index}`, { version: 5000 + index }),
	);
	const last = 10n ** 25n;
	texts.rewrite = (text) =>
		text.replace(/"agent_id":(\d+)/g, (_all, id) => `"agent_id":${last + BigInt(String(id))}`);
	await poll();
	for (const each of agents) each.version += 1000;
	const { items } = await poll(1);
	expect(new Set(items.map(({ id }) => id)).size).toBe(130);
	expect(asText(items[0]?.id)).toMatch(/^1\d{25}$/);
	expect((await poll(1)).told).toEqual([]);
});

test('changes that are not chosen are remembered and start nothing', async () => {
	const parameters = { logSourceChanges: ['silent'], options: { mustLast: 0 } };
	const { web, poll, host } = await watchedStage({ parameters });
	web.log_collection_status = 'disabled';
	expect((await poll(1)).told).toEqual([]);
	host.parameters = { ...host.parameters, logSourceChanges: ['silent', 'collection_status'] };
	expect((await poll(1)).told).toEqual([]);
	web.log_collection_status = 'enabled';
	expect((await poll(1)).told).toEqual(['collection_status WEB1']);
});
