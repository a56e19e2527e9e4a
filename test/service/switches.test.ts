import { expect, it } from '@jest/globals';
import { inspect } from 'node:util';

import { call, inside, rowsOf } from '../support/service/client';
import { documented, READINGS, type Switches } from '../support/service/switches';
import { volumeWorld } from '../support/service/volumeWorld';
import { useService } from '../support/service/useService';
import { ALWAYS } from '../support/work';

const service = useService({ switches: documented.switches });
const large = useService({
	world: volumeWorld({ logSources: 1200, alerts: 10_050 }),
	switches: documented.switches,
});

const everything = { query: '*', ...ALWAYS };
const noon = '2026-05-01T12:00:00Z';
const atNoon = Date.parse(noon) / 1000;

const search = async (body: object = everything) => await call(service, 'POST', '/alerts', body);
const messagesIn = (answer: { body: unknown }) =>
	rowsOf(answer, 'data').map((row) => row['Message']);
const cursorOf = async () => {
	service.set({ alertPageSize: 7 });
	return { cursor: inside(await search(), 'meta.cursor') };
};
const bulk = async () => {
	const started = await call(service, 'POST', '/alerts/bulk', everything);
	return String(inside(started, 'data.request_id'));
};
const bulkStatus = async (id: string) =>
	(await call(service, 'GET', `/alerts/bulk?request_id=${id}&page_no=1`)).status;
const list = async (query = '') => await call(service, 'GET', `/log-sources?${query}`);
const agentStatus = async () =>
	inside(await call(service, 'GET', '/log-sources/agents?agent_name=NEW'), 'data.agents.0.status');
const installOne = async () => {
	service.clock.freeze();
	const agents = [{ device_name: 'NEW', domain_name: 'corp.example.com' }];
	await call(service, 'POST', '/log-sources/agents', { agents });
};
/** Exceeds a limit of one request, and asks again after some ms. */
const overTheLimit = async (...waits: number[]) => {
	service.clock.freeze(noon);
	service.set({ rateLimit: 1 });
	await list();
	let answer = await list();
	for (const ms of waits) {
		service.clock.advance(ms);
		answer = await list();
	}
	return answer;
};

/** What a client sees of the switches whose readings the probe does not tell apart. */
const observed: { [Name in keyof Switches]?: () => Promise<unknown> } = {
	refusalShape: async () => [
		(await call(service, 'GET', '/log-sources/domains?colour=red')).body,
		(await list('log_source_id=-1')).body,
	],
	generalRefusals: async () => {
		await call(service, 'DELETE', '/log-type?log_type_id=502');
		return [service.requests.at(-1)?.carriedOut, [...service.world.rules.keys()]];
	},
	cursorExpiry: async () => {
		const cursor = await cursorOf();
		service.clock.advance(301_000);
		const { status, body } = await search(cursor);
		return [status, inside({ body }, 'meta.total_items')];
	},
	cursorView: async () => {
		const cursor = await cursorOf();
		service.arrive([{}]);
		return inside(await search(cursor), 'meta.total_items');
	},
	alertOrder: async () => {
		service.arrive([{ eventTime: atNoon }]);
		return messagesIn(await search());
	},
	equalTimes: async () => {
		service.arrive(Array<object>(9).fill({ eventTime: Math.ceil(service.clock.now() / 1000) }));
		service.set({ alertPageSize: 65 });
		const once = await search();
		const next = await search({ cursor: inside(once, 'meta.cursor') });
		const again = await search();
		return [messagesIn(next).length, String(messagesIn(again)) === String(messagesIn(once))];
	},
	bulkFetchesBeforeReady: async () => {
		const id = await bulk();
		const statuses = [];
		for (let fetches = 0; fetches < 4; fetches += 1) statuses.push(await bulkStatus(id));
		return statuses;
	},
	bulkMsBeforeReady: async () => {
		service.clock.freeze();
		service.set({ bulkFetchesBeforeReady: 0 });
		const id = await bulk();
		const before = await bulkStatus(id);
		service.clock.advance(600);
		return [before, await bulkStatus(id)];
	},
	alertTotals: async () => {
		service.set({ alertPageSize: 7 });
		service.arrive([{}, {}]);
		const many = await call(large, 'POST', '/alerts', everything);
		return [inside(await search(), 'meta.total_items'), inside(many, 'meta.total_items')];
	},
	largestPage: async () =>
		rowsOf(await call(large, 'GET', '/log-sources?limit=1000'), 'data.log_sources').length,
	listMeta: async () => inside(await list('limit=5'), 'data.meta'),
	agentStepsBy: async () => {
		service.set({ agentStepEvery: 2 });
		await installOne();
		for (let reads = 0; reads < 2; reads += 1) await agentStatus();
		return await agentStatus();
	},
	agentStepEvery: async () => {
		await installOne();
		service.clock.advance(100);
		return await agentStatus();
	},
	rateLimit: async () => {
		for (let requests = 0; requests < 60; requests += 1) await list();
		return (await list()).status;
	},
	rateLimitWindowMs: async () => (await overTheLimit(2_000)).status,
	rateLimitLockMs: async () => (await overTheLimit(61_000)).status,
	rateLimitLockRenewed: async () => {
		service.set({ rateLimitLockMs: 300_000 });
		return (await overTheLimit(200_000, 200_000)).status;
	},
	retryAfter: async () => (await overTheLimit(15_000)).headers.get('retry-after'),
	rateLimitBody: async () => (await overTheLimit()).text,
	trusted: async () => {
		service.arrive([{}, { eventTime: 1 }]);
		Object.assign(service.world.alerts.at(60), { category: 5 });
		return (await search()).status;
	},
};

const names = Object.keys(observed) as Array<keyof Switches>;

it.each(names)('%s shows each of its readings', async (name) => {
	const different = new Set<string>();
	for (const reading of READINGS[name]) {
		service.reset();
		service.set({ [name]: reading });
		large.set({ [name]: reading });
		different.add(inspect(await observed[name]?.(), { maxArrayLength: null }));
		const broken = service.requests.filter(({ status }) => status === 599);
		if (name !== 'trusted') expect(broken).toEqual([]);
	}
	expect([...different]).toHaveLength(READINGS[name].length);
});

it('refuses a switch that does not exist', () => {
	expect(() => service.set(JSON.parse('{"colour":"red"}') as Partial<Switches>)).toThrow('colour');
});

it('writes Retry-After by its own clock', async () => {
	service.set({ retryAfter: 'date' });
	const { headers } = await overTheLimit(15_000);
	expect(headers.get('retry-after')).toBe('Fri, 01 May 2026 12:01:00 GMT');
});
