import { expect, it } from '@jest/globals';

import { call, inside, rowsOf } from '../support/service/client';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import type { LogSource } from '../support/service/world';

const service = useService({ switches: documented.switches });

const windows = '/log-sources/windows';
const corp = 'corp.example.com';

it('Add Windows log sources reports item by item, with bare ids in another order', async () => {
	const answer = await call(service, 'POST', windows, {
		log_sources: [
			{ log_source: 'NEW-1', domain_name: corp },
			{ log_source: 'NEW-2', domain_name: 'nowhere.example.com' },
			{ log_source: 'CORP-LINUX-01', domain_name: corp },
			{ log_source: 'SHARED-01', domain_name: corp },
			{ log_source: 'NEW-3', domain_name: corp, agent_id: 301 },
			{ log_source: 'NEW-4', domain_name: corp, agent_id: 9 },
			{ log_source: 'new-1', domain_name: corp },
			{ log_source: 'NEW-1', domain_name: 'lab.example.com' },
		],
	});
	expect(inside(answer, 'data')).toEqual({
		summary: { total_log_sources: 8, successful_additions: 3, failed_additions: 5 },
		failed_log_sources: [
			{ log_source: 'NEW-2', issue: 'Domain nowhere.example.com is not configured' },
			{ log_source: 'CORP-LINUX-01', issue: 'Only Windows log sources are supported' },
			{ log_source: 'SHARED-01', issue: 'Log source already exists' },
			{ log_source: 'NEW-4', issue: 'Agent 9 was not found' },
			{ log_source: 'new-1', issue: 'Log source already exists' },
		],
		added_log_sources: expect.any(Array),
	});
	const ids = inside(answer, 'data.added_log_sources') as number[];
	expect(ids).not.toEqual([...ids].sort());
	const added = ids.map((id) => service.world.logSources.get(id));
	expect(added.map((source) => source?.log_source).sort()).toEqual(['NEW-1', 'NEW-1', 'NEW-3']);
	const agents = await call(service, 'GET', '/log-sources/agents?agent_id=301');
	expect(rowsOf(agents, 'data.agents.0.associated_devices')).toContainEqual({
		log_source_id: expect.any(Number),
		log_source: 'NEW-3',
	});
});

it('Delete Windows log sources deletes by id, by name, and by name and domain', async () => {
	const shared = service.world.logSourcesNamed('SHARED-01');
	expect(shared.length).toBeGreaterThan(1);
	const answer = await call(service, 'DELETE', windows, {
		log_sources: [
			{ log_source_id: 1002 },
			{ log_source: 'SHARED-01' },
			{ log_source: 'SHARED-01', domain_name: corp },
			{ log_source: 'fw-branch' },
			{ log_source: 'absent' },
			{ log_source_id: 77 },
		],
	});
	expect(inside(answer, 'data')).toEqual({
		title: 'partial_success',
		summary: { total_log_sources: 6, deleted_log_sources: 3, failed_deletions: 3 },
		failed_log_sources: [
			{ log_source: 'SHARED-01', issue: expect.stringContaining('share this name') },
			{ log_source: 'absent', issue: 'Log source was not found' },
			{ log_source: '77', issue: 'Log source id was not found' },
		],
	});
	expect(service.world.logSources.has(1002)).toBe(false);
	expect(service.world.logSourcesNamed('SHARED-01')).toHaveLength(shared.length - 1);
});

it('Delete Windows log sources names the log source where only an id was given', async () => {
	const log_source = service.world.logSources.get(1003)?.log_source;
	service.itemRefusals.push({ operation: 'deleteLogSources', item: 1003, issue: 'In use' });
	const log_sources = [{ log_source_id: 1003 }];
	const answer = await call(service, 'DELETE', windows, { log_sources });
	expect(rowsOf(answer, 'data.failed_log_sources')).toEqual([{ log_source, issue: 'In use' }]);
});

it('Update log sources refuses item by item what it does not know', async () => {
	const answer = await call(service, 'PUT', '/log-sources', {
		log_sources: [
			{ log_source_id: 1003, monitoring_interval: 20 },
			{ log_source_id: 77, monitoring_interval: 20 },
			{ log_source_id: 1003, log_source_group: 'NoSuchGroup' },
			{ log_source_id: 1003, time_zone: 'Mars/Olympus' },
		],
	});
	expect(inside(answer, 'data')).toMatchObject({
		summary: { total_update_requests: 4, successful_updates: 1, failed_updates: 3 },
		failed_log_sources: [
			{ issue: 'Log source id was not found' },
			{ issue: 'Log source group NoSuchGroup was not found' },
			{ issue: 'Time zone format is invalid' },
		],
	});
});

const ids = async (query: string) =>
	rowsOf(await call(service, 'GET', `/log-sources?${query}`), 'data.log_sources').map((row) =>
		Number(row['log_source_id']),
	);

it.each<[string, (source: LogSource) => boolean]>([
	['log_source=SHARED-01', ({ log_source }) => log_source === 'SHARED-01'],
	['domain_name=lab.example.com', ({ domain_name }) => domain_name === 'lab.example.com'],
	['log_collection_status=disabled', (source) => source.log_collection_status === 'disabled'],
	['log_collector_state=inactive', (source) => source.log_collector_state === 'inactive'],
	['log_source_group=NetworkGroup', (source) => source.log_source_group === 'NetworkGroup'],
])('Get log sources finds those of %s', async (query, fits) => {
	const wanted = [...service.world.logSources.values()].filter(fits);
	expect(await ids(`${query}&limit=100`)).toEqual(wanted.map((source) => source.log_source_id));
});

it('Get log sources gives ten by default, and pages', async () => {
	const all = [...service.world.logSources.keys()];
	expect(await ids('')).toEqual(all.slice(0, 10));
	expect(await ids('page=2&limit=4')).toEqual(all.slice(4, 8));
	expect(await ids('from=3&limit=2')).toEqual(all.slice(2, 4));
});

const names = async (query: string) =>
	rowsOf(await call(service, 'GET', `/log-sources/log-source-groups${query}`), 'data.groups').map(
		(group) => group['log_source_group'],
	);

it('Get log source groups serves pages of groups, which hold their log sources', async () => {
	expect(await names('?limit=2')).toEqual(['Critical Servers', 'NetworkGroup']);
	expect(await names('?limit=2&page=2')).toEqual(['WindowsGroup']);
	const path = '/log-sources/log-source-groups?log_source_group=NetworkGroup';
	const [group] = rowsOf(await call(service, 'GET', path), 'data.groups');
	expect(group).toMatchObject({ log_source_group_id: 202, no_of_log_sources: 2 });
	const [member] = rowsOf({ body: group }, 'log_sources');
	expect(member).toMatchObject({ log_source_id: 1900, log_source: 'edge-router-1' });
	expect(member).not.toHaveProperty('log_source_group');
});

it('Get log source groups gives the full list without parameters only', async () => {
	for (let index = 0; index < 20; index += 1) {
		service.world.groups.push({
			log_source_group_id: 300 + index,
			log_source_group: `G${index}`,
			group_description: '',
		});
	}
	expect(await names('')).toHaveLength(23);
	expect(await names('?is_ascending=true')).toHaveLength(10);
});
