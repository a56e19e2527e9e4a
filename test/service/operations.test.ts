import { describe, expect, it } from '@jest/globals';

import { statusText } from '../support/service/agentStatus';
import { call, inside, rowsOf } from '../support/service/client';
import { contract } from '../support/service/contract';
import { documented } from '../support/service/switches';
import { volumeWorld } from '../support/service/volumeWorld';
import { useService } from '../support/service/useService';
import { ALWAYS } from '../support/work';

const service = useService({ switches: documented.switches });

const corp = 'corp.example.com';

/** How many rows the list of an answer has: `data` itself, or the one list in it. */
const countIn = (answer: { body: unknown }): number => {
	const data = inside(answer, 'data') ?? {};
	const rows: unknown = Array.isArray(data) ? data : Object.values(data).find(Array.isArray);
	return Array.isArray(rows) ? rows.length : -1;
};

it.each([
	['/log-sources', 10],
	['/log-sources?page=2&limit=15', 5],
	['/log-sources?from=19&limit=4', 2],
	['/log-sources?log_source=SHARED-01&limit=100', 2],
	['/log-sources?domain_name=lab.example.com&limit=100', 6],
	['/log-sources?log_collection_status=disabled&limit=100', 3],
	['/log-sources?log_collector_state=inactive&limit=100', 2],
	['/log-sources?log_source_group=NetworkGroup&limit=100', 2],
	['/log-sources/log-source-groups?log_source_group=NetworkGroup', 1],
	['/log-sources/log-source-groups?limit=2&page=2', 1],
	['/log-sources/agents', 7],
	['/log-sources/agents?status=agent_not_communicating', 2],
	['/log-sources/agents?agent_name=LAB-AGENT-1', 1],
	['/log-sources/agents?version=5310', 3],
	['/log-sources/agents?agent_id=305', 1],
	['/log-sources/agents?limit=4&page=2', 3],
	['/log-sources/computers?limit=1000', 43],
	['/log-sources/computers?limit=1000&domain_name=lab.example.com', 14],
	['/log-sources/computers?limit=1000&domain_name=nowhere', 0],
	['/log-sources/computers?limit=1000&os=ubuntu', 1],
	['/log-sources/computers?limit=1000&is_configured_list=true', 18],
	['/log-type/parser?log_type_id=502', 2],
])('GET %s has %d rows', async (path, count) => {
	expect(countIn(await call(service, 'GET', path))).toBe(count);
});

it.each([
	[{}, 60],
	[{ query: '(EVENTID = 4625 AND USERNAME = "J.DOE")' }, 3],
	[{ query: 'USERNAME = "O\\"Hara"' }, 12],
	[{ severity: 'critical,trouble' }, 45],
	[{ status: 'closed' }, 20],
	[{ profile_ids: [901, 902] }, 30],
	[{ profile_ids: [7] }, 0],
	[{ severity: 'critical', status: 'open', query: 'EVENTID=1102' }, 5],
])('a search for %j finds %d alerts', async (search, total) => {
	const answer = await call(service, 'POST', '/alerts', { query: '*', ...ALWAYS, ...search });
	expect(inside(answer, 'meta.total_items')).toBe(total);
});

it('an alert is found from the moment that it arrives, and keeps its status', async () => {
	service.clock.freeze('2026-05-01T12:00:00Z');
	const minute = { query: '*', start_time: '2026-05-01T11:00:00Z', end_time: ALWAYS.end_time };
	const found = async (status: string) => {
		const answer = await call(service, 'POST', '/alerts', { ...minute, status });
		return inside(answer, 'meta.total_items');
	};
	const eventTime = Date.parse('2026-05-01T11:59:00Z') / 1000;
	const late = { eventTime, arrivedAt: service.clock.now() + 90_000 };
	const [, index = 0] = service.arrive([{ eventTime }, late]);
	service.clock.advance(89_999);
	expect(await found('open')).toBe(1);
	service.clock.advance(1);
	expect(await found('open')).toBe(2);
	service.world.alerts.setStatus(index, 'closed');
	expect([await found('open'), await found('closed')]).toEqual([1, 1]);
});

it.each([
	['POST', '', { log_type_id: 77, rule_name: 'a', method: 'regex' }],
	['POST', '', { log_type_id: 503, method: 'regex' }],
	['PUT', '', { rule_id: 703, log_type_id: 503, rule_name: 'a', method: 'regex' }],
	['PUT', '', { rule_id: 701, rule_name: 'a', method: 'regex' }],
	['DELETE', '?rule_id=77', undefined],
	['DELETE', '?rule_id=701', undefined],
	['DELETE', '?rule_id=704', undefined],
	['GET', '?log_type_id=77', undefined],
])('%s of parser rules with %s %j is refused', async (method, query, body) => {
	const before = JSON.stringify([...service.world.rules]);
	expect((await call(service, method, `/log-type/parser${query}`, body)).status).toBe(400);
	expect(JSON.stringify([...service.world.rules])).toBe(before);
});

it('a log type that is predefined loses its custom rules only, and none if one is referenced', async () => {
	const { logTypes, rules } = service.world;
	expect((await call(service, 'DELETE', '/log-type?log_type_id=502')).status).toBe(400);
	expect(rules.has(702)).toBe(true);
	rules.delete(704);
	expect((await call(service, 'DELETE', '/log-type?log_type_id=502')).status).toBe(200);
	expect([logTypes.has(502), rules.has(701), rules.has(702)]).toEqual([true, true, false]);
});

it.each([
	[
		'POST',
		'/windows',
		{ log_source: 'NEW', domain_name: corp, agent_id: 9 },
		'Agent 9 was not found',
	],
	['PUT', '', { log_source_id: 1003, log_source_group: 'No' }, 'Log source group No was not found'],
	['DELETE', '/windows', { log_source_id: 1003 }, 'In use'],
])('%s of log sources%s refuses the item %j: %s', async (method, path, item, issue) => {
	const { log_source = '' } = service.world.logSources.get(1003) ?? {};
	service.itemRefusals.push({ operation: 'deleteLogSources', item: 1003, issue: 'In use' });
	const answer = await call(service, method, `/log-sources${path}`, { log_sources: [item] });
	const named = { POST: { log_source: 'NEW' }, DELETE: { log_source } }[method];
	expect(rowsOf(answer, 'data.failed_log_sources')).toEqual([
		{ ...(named ?? { log_source_id: 1003 }), issue },
	]);
});

it('additions have bare ids in another order', async () => {
	const log_sources = ['NEW-1', 'NEW-2', 'NEW-3'].map((log_source) => ({
		log_source,
		domain_name: corp,
	}));
	const answer = await call(service, 'POST', '/log-sources/windows', { log_sources });
	const ids = rowsOf(answer, 'data.added_log_sources').map(Number);
	expect(ids).not.toEqual(ids.toSorted());
	expect(ids.map((id) => service.world.logSources.get(id)?.log_source).toSorted()).toEqual(
		log_sources.map(({ log_source }) => log_source),
	);
});

it('each status of an agent has another text', () => {
	const statuses = contract.components.schemas['AgentStatus']?.['enum'] as string[];
	expect(new Set(statuses.map(statusText)).size).toBe(statuses.length);
});

describe('a bulk request', () => {
	const large = useService({
		world: volumeWorld({ alerts: 10_001 }),
		switches: { ...documented.switches, bulkFetchesBeforeReady: 0 },
	});

	it.each([false, true])('is fetched in pages of 5,000 (trusted: %s)', async (trusted) => {
		large.set({ trusted });
		const everything = { query: '*', ...ALWAYS };
		const started = await call(large, 'POST', '/alerts/bulk', everything);
		const id = String(inside(started, 'data.request_id'));
		const pages = [];
		for (const page of [1, 2, 3]) {
			pages.push(await call(large, 'GET', `/alerts/bulk?request_id=${id}&page_no=${page}`));
		}
		expect(pages.map((page) => inside(page, 'meta'))).toEqual([
			{ next_page: 2, total_items: 10_001, items_in_current_page: 5000 },
			{ next_page: 3, total_items: 10_001, items_in_current_page: 5000 },
			{ total_items: 10_001, items_in_current_page: 1 },
		]);
		const messages = pages.flatMap((page) => rowsOf(page, 'data').map((row) => row['Message']));
		expect(new Set(messages).size).toBe(10_001);
	});
});
