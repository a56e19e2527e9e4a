import { hash32 } from './hash32';
import { filtered, pageOf, sorted } from './lists';
import { fail, type Call, type Handler } from './state';
import { newLogSource, type LogSource } from './records';
import { deviceAt, doEach, refuse, refuseIfWanted } from './writes';

type Items<Item> = { log_sources: Item[] };
type Addition = { log_source: string; domain_name: string; agent_id?: number };
type Deletion = { log_source_id?: number; log_source?: string; domain_name?: string };
type Change = { log_source_id: number } & Partial<LogSource> & LogSource['hidden'];

const recordOf = ({ hidden: _hidden, ...shown }: Omit<LogSource, 'log_source_group'>) => ({
	...shown,
	log_collection_status: shown.log_collection_status.toUpperCase(),
	log_collector_state: shown.log_collector_state.toUpperCase(),
});

/** Add Windows log sources: POST /api/v2/log-sources/windows. The ids come in any order. */
export const addLogSources: Handler<Items<Addition>> = (call) => {
	const { world, clock } = call.state;
	const added: number[] = [];
	const { failures, summary } = doEach(
		call.body.log_sources,
		['total_log_sources', 'successful_additions', 'failed_additions'],
		({ log_source }) => ({ log_source }),
		({ log_source, domain_name, agent_id }) => {
			const device = deviceAt(call, log_source, domain_name, 'log sources');
			if (world.logSourceAt(device.domain_name, log_source)) refuse('Log source already exists');
			if (agent_id !== undefined && !world.agents.has(agent_id)) {
				refuse(`Agent ${agent_id} was not found`);
			}
			const id = world.nextId('logSource');
			const source = newLogSource(id, device.name, device, clock.now());
			world.putLogSource({ ...source, hidden: agent_id === undefined ? {} : { agent_id } });
			added.push(id);
		},
	);
	const added_log_sources = added.toSorted((a, b) => hash32(a) - hash32(b));
	return { data: { summary, failed_log_sources: failures, added_log_sources } };
};

/** The log source that an entry of a deletion means. */
const meantBy = ({ state }: Call, { log_source_id, log_source = '', domain_name }: Deletion) => {
	const { world } = state;
	if (log_source_id !== undefined) {
		return world.logSources.get(log_source_id) ?? refuse('Log source id was not found');
	}
	const found =
		domain_name === undefined
			? world.logSourcesNamed(log_source)
			: [world.logSourceAt(domain_name, log_source)];
	if (found.length > 1) refuse('Several log sources have this name');
	return found[0] ?? refuse('Log source was not found');
};

/** Delete Windows log sources: DELETE /api/v2/log-sources/windows */
export const deleteLogSources: Handler<Items<Deletion>> = (call) => {
	const { world, ids, switches } = call.state;
	const { failures, ...rest } = doEach(
		call.body.log_sources,
		['total_log_sources', 'deleted_log_sources', 'failed_deletions'],
		({ log_source_id: id = 0, log_source = world.logSources.get(id)?.log_source }) => ({
			log_source: log_source ?? ids.outward(id, switches.largeIds),
		}),
		(item) => {
			const source = meantBy(call, item);
			refuseIfWanted(call, source.log_source_id);
			world.removeLogSource(source);
		},
	);
	return { data: { ...rest, failed_log_sources: failures } };
};

const isTimeZone = (text: string): boolean => {
	if (/^(?:(?:GMT|UTC)?[+-]\d{2}:?\d{2}|GMT|UTC)$/.test(text)) return true;
	try {
		new Intl.DateTimeFormat('en', { timeZone: text });
		return true;
	} catch {
		return false;
	}
};

/** Update log sources: PUT /api/v2/log-sources */
export const updateLogSources: Handler<Items<Change>> = (call) => {
	const { world } = call.state;
	const { failures, ...rest } = doEach(
		call.body.log_sources,
		['total_update_requests', 'successful_updates', 'failed_updates'],
		({ log_source_id }) => ({ log_source_id }),
		({ log_source_id: id, monitoring_interval, time_zone, ...change }) => {
			const source = world.logSources.get(id) ?? refuse('Log source id was not found');
			const { log_source_group: group = source.log_source_group } = change;
			if (time_zone !== undefined && !isTimeZone(time_zone)) refuse('Time zone format is invalid');
			if (!world.groups.some(({ log_source_group }) => log_source_group === group)) {
				refuse(`Log source group ${group} was not found`);
			}
			Object.assign(source, change);
			Object.assign(source.hidden, monitoring_interval && { monitoring_interval });
			Object.assign(source.hidden, time_zone && { time_zone });
		},
	);
	return { data: { ...rest, failed_log_sources: failures } };
};

/** Get log sources: GET /api/v2/log-sources */
export const getLogSources: Handler = (call) => {
	const { logSources } = call.state.world;
	const found = filtered(call, logSources.values(), [
		...(['log_source', 'log_source_id', 'log_collection_status', 'log_collector_state'] as const),
		...(['log_source_group', 'domain_name'] as const),
	]);
	const { rows, meta, page } = pageOf(call, sorted(call, found, 'log_source_id'));
	const log_sources = rows.map(recordOf);
	return { data: { log_sources, meta: { ...meta, page, total_log_sources: logSources.size } } };
};

/** Update event source file configuration: PUT …/windows/event-source-configuration */
export const updateEventSources: Handler<{ log_source_ids: number[]; source_files: string[] }> = (
	call,
) => {
	const { log_source_ids, source_files } = call.body;
	const { logSources } = call.state.world;
	const sources = log_source_ids.map((id) => logSources.get(id) ?? fail(call, `no source ${id}`));
	for (const { hidden } of sources) hidden.source_files = [...source_files];
	return { data: { detail: 'The event source files have been configured', title: 'SUCCESS' } };
};

/** Get log source groups: GET /api/v2/log-sources/log-source-groups */
export const getLogSourceGroups: Handler = (call) => {
	const { groups, logSources } = call.state.world;
	const found = filtered(call, groups, ['log_source_group']);
	const { rows, meta } = pageOf(call, sorted(call, found, 'log_source_group'), true);
	const records = rows.map((group) => {
		const members = [...logSources.values()]
			.filter((source) => source.log_source_group === group.log_source_group)
			.map(({ log_source_group: _group, ...source }) => recordOf(source));
		return { ...group, no_of_log_sources: members.length, log_sources: members };
	});
	return { data: { groups: records, meta } };
};

/** Get domains: GET /api/v2/log-sources/domains */
export const getDomains: Handler = ({ state }) => {
	const { domains } = state.world;
	return { data: { domains, meta: { count: domains.length } } };
};

/** Get computers: GET /api/v2/log-sources/computers */
export const getComputers: Handler = (call) => {
	const { computers, logSourceAt } = call.state.world;
	const known = computers.map(({ domain, ...record }) => ({ ...record, domain_name: domain }));
	const found = filtered(call, known, ['domain_name', 'os']).filter(
		({ domain_name, name }) =>
			call.query['is_configured_list'] !== true || logSourceAt(domain_name, name) !== undefined,
	);
	const { rows, meta } = pageOf(call, found);
	return { data: rows.map(({ domain_name: _domain, ...record }) => record), meta };
};
