import { afterEach, describe, expect, test } from '@jest/globals';

import type { Fault } from '../support/service/faults';
import { healthStage, START, watchedStage } from '../support/trigger/healthStage';
import type { StoredWith } from '../support/trigger/simulatedHost';
import type { StageSetting } from '../support/trigger/stage';
import { endSimulatedTime } from '../support/trigger/simulatedTime';

afterEach(endSimulatedTime);

const WAYS: StoredWith[] = ['each poll', 'an execution'];

const iso = (minutes: number): string =>
	new Date((START + minutes * 60) * 1000).toISOString().replace('.000Z', 'Z');

const refused: Fault = { kind: 'refusal', code: '07001111', status: 400, detail: 'No' };

const allOfAgents = ['appeared', 'disappeared', 'out_of_touch', 'back', 'status', 'version'];

describe.each(WAYS)('the state stored with %s', (storedWith) => {
	const stage = (setting: StageSetting = {}) => healthStage({ storedWith, ...setting });
	const watched = async (setting: StageSetting = {}) =>
		await watchedStage({ storedWith, ...setting });
	const atOnce: StageSetting = { parameters: { options: { mustLast: 0 } } };

	test('silence and coming back are each told once, across a restart', async () => {
		const { source, event, poll, restart } = stage();
		const web = source('WEB1');
		const mail = source('MAIL1');
		expect(await poll()).toMatchObject({ told: [], error: undefined });
		await poll(1);
		event(mail);
		expect((await poll(59)).told).toEqual([]);
		expect((await poll(4)).told).toEqual([]);
		const silent = await poll(1);
		expect(silent.items).toEqual([
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
				change_key: expect.stringMatching(/^log_source-\d+-silent-\d+$/),
			},
		]);
		event(mail);
		expect((await poll(1)).told).toEqual([]);
		restart();
		expect((await poll(1)).told).toEqual([]);
		event();
		const back = await poll(1);
		expect(back.items).toMatchObject([
			{ change: 'back', name: 'WEB1', before: 'silent', after: 'receiving', since: iso(67) },
		]);
		restart();
		expect((await poll(1)).told).toEqual([]);
	});

	test('states, settings, what appears and what disappears are each told once', async () => {
		const { source, poll, remove, event } = stage(atOnce);
		const web = source('WEB1');
		const old = source('OLD1');
		await poll();
		await poll(1);
		web.log_collector_state = 'inactive';
		old.log_collection_status = 'disabled';
		source('NEW1');
		event();
		const first = await poll(1);
		expect(first.items).toMatchObject([
			{ change: 'collector_state', name: 'WEB1', before: 'active', after: 'inactive' },
			{ change: 'collection_status', name: 'OLD1', before: 'enabled', after: 'disabled' },
			{ change: 'appeared', name: 'NEW1', before: 'absent', after: 'active', since: iso(2) },
		]);
		remove(old);
		expect((await poll(1)).told).toEqual([]);
		web.log_collector_state = 'decommissioned_device';
		const second = await poll(1);
		expect(second.items).toMatchObject([
			{ change: 'collector_state', before: 'inactive', after: 'decommissioned_device' },
			{ change: 'disappeared', name: 'OLD1', before: 'active', after: 'absent', since: iso(3) },
		]);
		expect((await poll(1)).told).toEqual([]);
	});

	test('a change that comes again has a key of its own', async () => {
		const { web, poll, event } = await watched(atOnce);
		const keys: unknown[] = [];
		for (const state of ['inactive', 'active', 'inactive'] as const) {
			web.log_collector_state = state;
			event();
			keys.push(...(await poll(1)).items.map(({ change_key }) => change_key));
		}
		expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
	});

	test('a clock that is ahead for one poll holds no silence back', async () => {
		const { poll, wait } = await watched();
		wait(600, -600);
		expect((await poll()).told).toEqual([]);
		wait(-600, 600);
		expect((await poll(1)).told).toEqual([]);
		expect((await poll(50)).told).toEqual([]);
		expect((await poll(14)).told).toEqual(['silent WEB1']);
	});

	test('what waits for Must Last while a clock is set back waits as long from then on', async () => {
		const parameters = { options: { mustLast: 30 } };
		const { web, poll, event, wait } = await watched({ parameters });
		web.log_collector_state = 'inactive';
		wait(120, -120);
		await poll();
		wait(-120, 120);
		expect((await poll(1)).told).toEqual([]);
		event();
		expect((await poll(29)).items).toEqual([]);
		expect((await poll(1)).items).toMatchObject([{ change: 'collector_state', since: iso(2) }]);
	});

	test('agents are told of as log sources are, under their own names', async () => {
		const parameters = { logSourceChanges: [], agentChanges: allOfAgents, ...atOnce.parameters };
		const { agent, poll, service } = stage({ parameters });
		const one = agent('AGENT1');
		agent('AGENT2', { last_sync_time: iso(-120) });
		await poll();
		await poll(1);
		one.version = 5320;
		one.status = 'agent_not_communicating';
		expect((await poll(1)).items).toEqual([
			{
				change: 'status',
				kind: 'agent',
				id: one.agent_id,
				name: 'AGENT1',
				before: 'running',
				after: 'agent not communicating',
				since: iso(2),
				last_seen: iso(0),
				change_key: expect.any(String),
			},
			expect.objectContaining({ change: 'version', before: '5310', after: '5320' }),
		]);
		expect((await poll(58)).told).toEqual(['out_of_touch AGENT1']);
		one.last_sync_time = iso(61);
		expect((await poll(1)).told).toEqual(['back AGENT1']);
		service.world.agents.delete(one.agent_id);
		await poll(1);
		expect((await poll(1)).told).toEqual(['disappeared AGENT1']);
		expect(new Set(service.requests.map(({ operation }) => operation))).toEqual(
			new Set(['getAgents']),
		);
	});

	test('a listing that is refused, cut off or short makes nothing disappear, and is shown', async () => {
		const faults: Array<[fault: Fault, says: RegExp]> = [
			[refused, /refused/],
			[{ kind: 'html' }, /web page/],
			[{ kind: 'shortPage' }, /could not be read whole: the service counts 5 and served 4/],
			[{ kind: 'cutJson' }, /cannot be read/],
		];
		const { source, poll, service, event } = stage(atOnce);
		for (let number = 1; number <= 5; number += 1) source(`WEB${number}`);
		await poll();
		await poll(1);
		for (const [fault, says] of faults) {
			service.faults.push(fault);
			const failed = await poll(1);
			expect(failed.error).toMatch(says);
			expect(failed.told).toEqual([]);
			service.clearFaults();
			event();
			expect(await poll(1)).toMatchObject({ told: [], error: undefined });
		}
	});

	test('one list that changes while it is read is read again', async () => {
		const { source, poll, hooks, remove } = stage(atOnce);
		const first = source('WEB0');
		for (let index = 1; index < 1500; index += 1) source(`WEB${index}`);
		await poll();
		await poll(1);
		hooks.onRequest = ({ url }) => {
			if (!url.includes('page=2')) return;
			remove(first);
			hooks.onRequest = () => undefined;
		};
		expect(await poll(1)).toMatchObject({ told: [], error: undefined, requests: 4 });
		expect(await poll(1)).toMatchObject({ told: ['disappeared WEB0'], requests: 2 });
	});

	test('while a refusal with a lock lasts nothing is sent, and afterwards each change is told once', async () => {
		const switches = { rateLimit: 1, rateLimitLockMs: 600_000, retryAfter: 'seconds' } as const;
		const { web, poll, service, event, wait } = await watched(atOnce);
		service.set(switches);
		await poll(1);
		const throttled = await poll(0.1);
		expect(throttled.error).toMatch(/too many requests/);
		web.log_collector_state = 'inactive';
		expect(await poll(1)).toMatchObject({ requests: 0, told: [] });
		wait(11);
		event();
		expect((await poll()).told).toEqual(['collector_state WEB1']);
		expect((await poll(2)).told).toEqual([]);
	});

	test('what a start of n8n meets is tried again, a refused token and a wrong setting are thrown', async () => {
		const { poll, service, restart, host } = await watched(atOnce);
		if (storedWith === 'an execution') {
			restart();
			service.faults.push(refused);
			const started = await poll(1);
			expect(started.error).toBeUndefined();
			expect(started.log.join()).toContain('the trigger tries again with the next poll');
		}
		restart();
		service.clearFaults();
		service.faults.push({ kind: 'refusal', code: '07001113', status: 401 });
		expect((await poll(1)).error).toMatch(/refused the access token/);
		restart();
		host.parameters = { ...host.parameters, logSourceChanges: [] };
		expect((await poll(1)).error).toBe('Log Source Changes and Agent Changes are both empty');
	});

	test('a state that is lost is a new baseline, and the log says so', async () => {
		const { source, poll, restart } = stage();
		source('WEB1', {}, 7200);
		await poll();
		await poll(1);
		restart({});
		const anew = await poll(1);
		expect(anew.told).toEqual([]);
		expect(anew.log.join()).toContain('Baseline: 1 log sources are remembered as they are');
	});

	test('the first poll reports what is wrong where that is chosen, once', async () => {
		const parameters = { options: { firstPoll: 'report' }, agentChanges: allOfAgents };
		const { source, agent, poll } = stage({ parameters });
		source('GOOD1');
		source('QUIET1', {}, 3900);
		source('OFF1', { log_collection_status: 'disabled' }, 90_000);
		source('DEAD1', { log_collector_state: 'inactive' });
		agent('AGENT1', { status: 'stopped' });
		agent('AGENT2');
		const first = await poll();
		expect(first.told).toEqual([
			'silent QUIET1',
			'collection_status OFF1',
			'collector_state DEAD1',
			'status AGENT1',
		]);
		expect(first.items.map(({ before }) => before)).toEqual(['', '', '', '']);
		expect((await poll(1)).told).toEqual([]);
	});

	test('other filters begin with a baseline of what they add, and nothing disappears', async () => {
		const { source, poll, host } = stage(atOnce);
		source('WEB1');
		source('SW1', { log_source_group: 'NetworkGroup', log_collector_state: 'inactive' });
		host.parameters = { ...host.parameters, filters: { log_source_group: 'WindowsGroup' } };
		await poll();
		await poll(1);
		host.parameters = { ...host.parameters, filters: { log_source_group: 'NetworkGroup' } };
		expect((await poll(1)).told).toEqual([]);
		expect((await poll(1)).told).toEqual([]);
	});

	test('other types begin with a baseline too', async () => {
		const { source, poll, host } = stage(atOnce);
		source('WEB1');
		source('UX1', { log_type_name: 'Unix' });
		host.parameters = { ...host.parameters, filters: { types: ['Windows'] } };
		await poll();
		await poll(1);
		host.parameters = { ...host.parameters, filters: { types: ['Unix'] } };
		const polls = [await poll(1), await poll(1)];
		expect(polls.map(({ told }) => told)).toEqual([[], []]);
		expect(polls[0]?.log.join()).toContain('Baseline: 1 log sources');
	});

	test('a group with a time of its own that nothing is in is told of at a start, and with other filters', async () => {
		const groups = { groups: [{ log_source_group: 'Windos', minutes: 5 }] };
		const { source, poll, host, restart } = stage(atOnce);
		source('WEB1');
		await poll();
		const warning = 'No log source is in windos';
		host.parameters = { ...host.parameters, options: { mustLast: 0, silentAfterByGroup: groups } };
		const filters = { log_source_group: 'WindowsGroup' };
		host.parameters = { ...host.parameters, filters };
		expect((await poll(1)).log.join()).toContain(warning);
		expect((await poll(1)).log.join()).not.toContain(warning);
		if (storedWith === 'each poll') return;
		restart();
		expect((await poll(1)).log.join()).toContain(warning);
	});
});
