import { expect, it } from '@jest/globals';
import { inspect } from 'node:util';

import { call, inside, rowsOf } from '../support/service/client';
import { documented, READINGS, someReadings, type Switches } from '../support/service/switches';
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
const hours = { start_time: '2026-05-01T11:00:00Z', end_time: '2026-05-01T13:00:00Z' };
const aroundNoon = { query: '*', ...hours };

const search = async (body: object = everything) => await call(service, 'POST', '/alerts', body);
const cursorOf = async () => {
	service.set({ alertPageSize: 7 });
	return { cursor: inside(await search(), 'meta.cursor') };
};
const bulk = async () => {
	const started = await call(service, 'POST', '/alerts/bulk', everything);
	return String(inside(started, 'data.request_id'));
};
const readyBulk = async () => {
	service.set({ bulkFetchesBeforeReady: 0 });
	return await bulk();
};
const fetchPage = async (id: string, page = 1) =>
	await call(service, 'GET', `/alerts/bulk?request_id=${id}&page_no=${page}`);
const list = async (query: string) => await call(service, 'GET', `/log-sources?${query}`);
const idsOf = (answer: { body: unknown }) =>
	rowsOf(answer, 'data.log_sources').map((row) => row['log_source_id']);
const corp = { domain_name: 'corp.example.com' };
const add = async (...names: string[]) =>
	await call(service, 'POST', '/log-sources/windows', {
		log_sources: names.map((log_source) => ({ log_source, ...corp })),
	});
const remove = async (log_source_id: number) =>
	await call(service, 'DELETE', '/log-sources/windows', { log_sources: [{ log_source_id }] });
const shownKeys = (value: unknown) => Object.keys(value ?? {});
const agentStatus = async () =>
	inside(await call(service, 'GET', '/log-sources/agents?agent_name=NEW'), 'data.agents.0.status');
const installOne = async () => {
	service.clock.freeze();
	await call(service, 'POST', '/log-sources/agents', { agents: [{ device_name: 'NEW', ...corp }] });
};
const overTheLimit = async () => {
	service.set({ rateLimit: 1 });
	await list('');
	return await list('');
};

/** Switches of which readings.test.ts shows each reading: a wrong client succeeds without it alone. */
type ShownByWrongClients =
	| 'alertPageFill'
	| 'cursorExpiry'
	| 'cursorText'
	| 'equalTimes'
	| 'futureEnd'
	| 'generalRefusals'
	| 'inputFilter'
	| 'largeIds'
	| 'queryParentheses'
	| 'rateLimitLockMs'
	| 'rateLimitLockRenewed'
	| 'responseType'
	| 'ruleUpdate'
	| 'starQuery';

/** What a client sees of each other reading: it must differ from reading to reading. */
const observed: {
	[Name in Exclude<keyof Switches, ShownByWrongClients>]: () => Promise<unknown>;
} = {
	errorStatus: async () => [
		(await call(service, 'GET', '/log-sources', undefined, { token: 'none' })).status,
		(await list('limit=0')).status,
	],
	refusalShape: async () => [
		(await call(service, 'GET', '/log-sources/domains?colour=red')).body,
		(await list('log_source_id=-1')).body,
	],
	dateHeader: async () => {
		service.clock.freeze(noon);
		return (await list('')).headers.get('date');
	},
	endOfCursor: async () => {
		const first = await search();
		const cursor = inside(first, 'meta.cursor');
		if (typeof cursor !== 'string' || cursor === '') return cursor;
		const next = await search({ cursor });
		const end = inside(next, 'meta.cursor');
		return [rowsOf(next, 'data').length, end === undefined, end === cursor];
	},
	cursorCompanions: async () => {
		const alone = await search(await cursorOf());
		const together = await search({ ...ALWAYS, ...(await cursorOf()) });
		return [alone.status, together.status];
	},
	cursorReuse: async () => {
		const cursor = await cursorOf();
		const once = await search(cursor);
		const again = await search(cursor);
		return [again.status, inside(again, 'data.0.Message') === inside(once, 'data.0.Message')];
	},
	cursorView: async () => {
		const cursor = await cursorOf();
		service.arrive([{}]);
		return inside(await search(cursor), 'meta.total_items');
	},
	alertPageSize: async () => {
		service.arrive(Array<object>(100).fill({}));
		return rowsOf(await search(), 'data').length;
	},
	alertOrder: async () => {
		service.arrive([{ eventTime: atNoon }]);
		return rowsOf(await search(), 'data').map((row) => row['Message']);
	},
	startBound: async () => {
		service.arrive([{ eventTime: atNoon }]);
		return inside(await search({ ...aroundNoon, start_time: noon }), 'meta.total_items');
	},
	endBound: async () => {
		service.arrive([{ eventTime: atNoon }]);
		return inside(await search({ ...aroundNoon, end_time: noon }), 'meta.total_items');
	},
	timeFractions: async () => {
		service.arrive([{ eventTime: atNoon }]);
		const answer = await search({ ...aroundNoon, start_time: '2026-05-01T12:00:00.500Z' });
		return [answer.status, inside(answer, 'meta.total_items')];
	},
	timeOffsets: async () => {
		service.arrive([{ eventTime: atNoon }]);
		const answer = await search({ ...aroundNoon, start_time: '2026-05-01T13:59:00+02:00' });
		return inside(answer, 'meta.total_items');
	},
	recordZone: async () => {
		const atNewYear = Date.parse('2026-01-01T12:00:00Z') / 1000;
		service.arrive([{ eventTime: atNewYear }, { eventTime: atNoon }]);
		const search2026 = { ...everything, start_time: '2026-01-01T00:00:00Z', end_time: noon };
		return rowsOf(await search(search2026), 'data').map((row) => row['Time']);
	},
	queryBackslash: async () => {
		service.arrive([{ userName: 'CORP\\jdoe' }, { userName: 'CORPjdoe' }]);
		const totals = [];
		for (const name of ['CORP\\jdoe', 'CORP\\\\jdoe', 'O\\"Hara']) {
			const answer = await search({ ...everything, query: `USERNAME = "${name}"` });
			totals.push(inside(answer, 'meta.total_items'));
		}
		return totals;
	},
	searchRequires: async () => [
		(await search({})).status,
		(await call(service, 'POST', '/alerts/bulk', {})).status,
	],
	unknownQueryField: async () => (await search({ ...everything, query: 'COLOUR = red' })).status,
	alertTotals: async () => {
		service.set({ alertPageSize: 7 });
		const many = await call(large, 'POST', '/alerts', everything);
		return [inside(await search(), 'meta.total_items'), inside(many, 'meta.total_items')];
	},
	bulkFetchesBeforeReady: async () => {
		const id = await bulk();
		const statuses = [];
		for (let fetches = 0; fetches < 4; fetches += 1) statuses.push((await fetchPage(id)).status);
		return statuses;
	},
	bulkMsBeforeReady: async () => {
		service.clock.freeze();
		const id = await readyBulk();
		const before = (await fetchPage(id)).status;
		service.clock.advance(600);
		return [before, (await fetchPage(id)).status];
	},
	bulkNotReady: async () => {
		const answer = await fetchPage(await bulk());
		return [answer.status, answer.text];
	},
	bulkBeyond: async () => (await fetchPage(await readyBulk(), 9)).text,
	bulkFirstPage: async () => {
		const id = await readyBulk();
		return [(await fetchPage(id, 0)).status, (await fetchPage(id, 1)).status];
	},
	bulkLastNextPage: async () => inside(await fetchPage(await readyBulk()), 'meta.next_page'),
	bulkTellsPages: async () => {
		const answer = await call(service, 'POST', '/alerts/bulk', everything);
		return inside(answer, 'data.total_pages');
	},
	pageAgainstFrom: async () => idsOf(await list('page=2&limit=5&from=3')),
	largestPage: async () => idsOf(await call(large, 'GET', '/log-sources?limit=1000&page=1')).length,
	listMeta: async () => inside(await list('limit=5'), 'data.meta'),
	nameFilter: async () => idsOf(await list('log_source=corp-pc')).length,
	nameCase: async () => {
		const added = await call(service, 'POST', '/log-sources/windows', {
			log_sources: [{ log_source: 'Mixed', domain_name: 'nowhere' }],
		});
		return [
			inside(added, 'data.failed_log_sources.0.log_source'),
			rowsOf(await list('log_source=SHARED-01'), 'data.log_sources')[0]?.['log_source'],
		];
	},
	modeCase: async () => rowsOf(await list(''), 'data.log_sources')[0]?.['log_collection_mode'],
	deleteFailureName: async () => inside(await remove(77), 'data.failed_log_sources.0.log_source'),
	deleteFailureCarriesId: async () =>
		shownKeys(inside(await remove(77), 'data.failed_log_sources.0')),
	summary: async () => inside(await add('A', 'A', 'B'), 'data.summary'),
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
	ruleRequires: async () =>
		(await call(service, 'POST', '/log-type/parser', { log_type_id: 503 })).status,
	rateLimit: async () => {
		for (let requests = 0; requests < 60; requests += 1) await list('');
		return (await list('')).status;
	},
	rateLimitWindowMs: async () => {
		service.clock.freeze();
		await overTheLimit();
		service.clock.advance(2_000);
		return (await list('')).status;
	},
	retryAfter: async () => {
		service.clock.freeze(noon);
		return (await overTheLimit()).headers.get('retry-after');
	},
	rateLimitBody: async () => (await overTheLimit()).text,
	trusted: async () => {
		service.arrive([{}, { eventTime: 1 }]);
		Object.assign(service.world.alerts.at(60), { category: 5 });
		return (await search()).status;
	},
};

const whole = { depth: null, maxArrayLength: null, maxStringLength: null };
const names = Object.keys(observed) as Array<keyof typeof observed>;

it.each(names)('%s shows each of its readings', async (name) => {
	const seen = new Map<string, unknown>();
	for (const reading of READINGS[name]) {
		service.reset();
		service.set({ [name]: reading });
		large.set({ [name]: reading });
		seen.set(inspect(await observed[name](), whole), reading);
		const loud = [...service.requests, ...large.requests].filter(({ status }) => status === 599);
		if (name !== 'trusted') expect(loud).toEqual([]);
	}
	expect([...seen.keys()]).toHaveLength(READINGS[name].length);
});

it('gives whole services known readings only', () => {
	for (const { switches } of someReadings()) {
		for (const [name, reading] of Object.entries(switches)) {
			expect(READINGS[name as keyof Switches]).toContain(reading);
		}
	}
	expect(() => service.set(JSON.parse('{"colour":"red"}') as Partial<Switches>)).toThrow('colour');
});

it('writes Retry-After by its own clock', async () => {
	service.clock.freeze(noon);
	service.set({ rateLimit: 1, retryAfter: 'date' });
	await list('');
	service.clock.advance(15_000);
	expect((await list('')).headers.get('retry-after')).toBe('Fri, 01 May 2026 12:01:00 GMT');
});

it('counts no further than 10,000 where totals are capped, and serves all', async () => {
	large.set({ alertTotals: 'capped', trusted: true, alertPageSize: 1000 });
	let answer = await call(large, 'POST', '/alerts', everything);
	expect(inside(answer, 'meta.total_items')).toBe(10_000);
	let served = rowsOf(answer, 'data').length;
	while (inside(answer, 'meta.cursor') !== undefined) {
		answer = await call(large, 'POST', '/alerts', { cursor: inside(answer, 'meta.cursor') });
		served += rowsOf(answer, 'data').length;
	}
	expect(served).toBe(10_050);
});
