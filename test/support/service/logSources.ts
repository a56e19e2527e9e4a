import { pageOf, sortedBy } from './lists';
import { hash32 } from './hash32';
import { newLogSource } from './newLogSource';
import type { Call, Handler } from './state';
import { domainCalled, fail, namePasses, refusedItem, summaryOf, textOf, titleOf } from './state';
import type { LogSource } from './world';

type Items<Item> = { log_sources: Item[] };
type Addition = { log_source: string; domain_name: string; agent_id?: number };
type Deletion = { log_source_id?: number; log_source?: string; domain_name?: string };
type Change = { log_source_id: number } & Partial<LogSource> & LogSource['hidden'];

const recordOf = ({ hidden: _hidden, ...shown }: LogSource) => ({
	...shown,
	log_collection_status: shown.log_collection_status.toUpperCase(),
	log_collector_state: shown.log_collector_state.toUpperCase(),
});

/** Adds a log source; returns its id, or why it was not added. */
const addOne = (call: Call, { log_source, domain_name, agent_id }: Addition): number | string => {
	const { world, clock } = call.state;
	const wanted = refusedItem(call, log_source);
	if (wanted !== undefined) return wanted;
	const domain = domainCalled(call, domain_name);
	if (domain === undefined) return `Domain ${domain_name} is not configured`;
	const computer = world.computerAt(domain.domain_name, log_source);
	if (computer?.os.startsWith('Windows') === false) return 'Only Windows log sources are supported';
	if (world.logSourceAt(domain.domain_name, log_source)) return 'Log source already exists';
	if (agent_id !== undefined && !world.agents.has(agent_id)) {
		return `Agent ${agent_id} was not found`;
	}
	const id = world.nextId('logSource');
	const source = newLogSource(id, computer?.name ?? log_source, domain, clock.now());
	if (agent_id !== undefined) source.hidden.agent_id = agent_id;
	world.putLogSource(source);
	return id;
};

/** Add Windows log sources: POST /api/v2/log-sources/windows. The ids come in any order. */
export const addLogSources: Handler<Items<Addition>> = (call) => {
	const { log_sources: items } = call.body;
	const outcomes = items.map((item) => addOne(call, item));
	const failed = outcomes.flatMap((issue, index) =>
		typeof issue === 'string' ? [{ log_source: items[index]?.log_source, issue }] : [],
	);
	const added = outcomes.filter((id) => typeof id === 'number');
	const names = ['total_log_sources', 'successful_additions', 'failed_additions'] as const;
	return {
		data: {
			summary: summaryOf(names, items, failed),
			failed_log_sources: failed,
			added_log_sources: added.toSorted((a, b) => hash32(a) - hash32(b)),
		},
	};
};

/** The log source that an entry means, or why it means none. */
const meantBy = (call: Call, { log_source_id, log_source = '', domain_name }: Deletion) => {
	const { world } = call.state;
	if (log_source_id !== undefined) {
		return world.logSources.get(log_source_id) ?? 'Log source id was not found';
	}
	if (domain_name !== undefined) {
		return world.logSourceAt(domain_name, log_source) ?? 'Log source was not found';
	}
	const [only, ...others] = world.logSourcesNamed(log_source);
	if (others.length > 0) return 'Several log sources have this name';
	return only ?? 'Log source was not found';
};

/** Delete Windows log sources: DELETE /api/v2/log-sources/windows */
export const deleteLogSources: Handler<Items<Deletion>> = (call) => {
	const { world, ids, switches } = call.state;
	const { log_sources: items } = call.body;
	const failed = items.flatMap((item) => {
		const source = meantBy(call, item);
		const { log_source_id: id } = item;
		if (typeof source === 'string') {
			const name = id === undefined ? item.log_source : ids.outward(id, switches.largeIds);
			return [{ log_source: name, issue: source }];
		}
		const issue = refusedItem(call, source.log_source_id, source.log_source);
		if (issue !== undefined) return [{ log_source: source.log_source, issue }];
		world.removeLogSource(source);
		return [];
	});
	const names = ['total_log_sources', 'deleted_log_sources', 'failed_deletions'] as const;
	const summary = summaryOf(names, items, failed);
	return { data: { title: titleOf(failed), summary, failed_log_sources: failed } };
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

/** Updates a log source; returns why it was not updated, if so. */
const updateOne = (call: Call, { log_source_id: id, ...change }: Change): string | undefined => {
	const { world } = call.state;
	const source = world.logSources.get(id);
	if (source === undefined) return 'Log source id was not found';
	const { log_source_group: group, monitoring_interval, time_zone, ...others } = change;
	const wanted = refusedItem(call, id, source.log_source);
	if (wanted !== undefined) return wanted;
	if (time_zone !== undefined && !isTimeZone(time_zone)) return 'Time zone format is invalid';
	if (group !== undefined && !world.groups.some((known) => known.log_source_group === group)) {
		return `Log source group ${group} was not found`;
	}
	Object.assign(source, others, group !== undefined && { log_source_group: group });
	if (monitoring_interval !== undefined) source.hidden.monitoring_interval = monitoring_interval;
	if (time_zone !== undefined) source.hidden.time_zone = time_zone;
	return undefined;
};

/** Update log sources: PUT /api/v2/log-sources */
export const updateLogSources: Handler<Items<Change>> = (call) => {
	const { log_sources: items } = call.body;
	const failed = items.flatMap((item) => {
		const issue = updateOne(call, item);
		return issue === undefined ? [] : [{ log_source_id: item.log_source_id, issue }];
	});
	const names = ['total_update_requests', 'successful_updates', 'failed_updates'] as const;
	const summary = summaryOf(names, items, failed);
	return { data: { title: titleOf(failed), summary, failed_log_sources: failed } };
};

/** Get log sources: GET /api/v2/log-sources */
export const getLogSources: Handler = (call) => {
	const { state, query } = call;
	const domain = textOf(call, 'domain_name')?.toLowerCase();
	const isAt = (name: 'log_source_id' | 'log_collection_status' | 'log_collector_state') => {
		const wanted = query[name];
		return (source: LogSource) => wanted === undefined || wanted === source[name];
	};
	const tests = [
		isAt('log_source_id'),
		isAt('log_collection_status'),
		isAt('log_collector_state'),
		(source: LogSource) => namePasses(call, source.log_source, 'log_source'),
		(source: LogSource) => namePasses(call, source.log_source_group, 'log_source_group'),
		(source: LogSource) => domain === undefined || source.domain_name.toLowerCase() === domain,
	];
	const found = [...state.world.logSources.values()].filter((source) =>
		tests.every((test) => test(source)),
	);
	const isByName = query['sort'] === 'log_source';
	const sorted = sortedBy(call, found, (source) =>
		isByName ? source.log_source.toLowerCase() : source.log_source_id,
	);
	const { rows, meta, page } = pageOf(call, sorted);
	const total_log_sources = state.world.logSources.size;
	return { data: { log_sources: rows.map(recordOf), meta: { ...meta, page, total_log_sources } } };
};

/** Update event source file configuration: PUT …/windows/event-source-configuration */
export const updateEventSources: Handler<{ log_source_ids: number[]; source_files: string[] }> = (
	call,
) => {
	const { log_source_ids, source_files } = call.body;
	const { logSources } = call.state.world;
	const sources = log_source_ids.map((id) => {
		if (refusedItem(call, id) !== undefined) return fail(call, `log source ${id} is refused`);
		return logSources.get(id) ?? fail(call, `no log source ${id}`);
	});
	for (const { hidden } of sources) hidden.source_files = [...source_files];
	return { data: { detail: 'The event source files have been configured', title: 'SUCCESS' } };
};

/** Get log source groups: GET /api/v2/log-sources/log-source-groups */
export const getLogSourceGroups: Handler = (call) => {
	const { groups, logSources } = call.state.world;
	const isById = call.query['sort'] === 'log_source_group_id';
	const found = groups.filter((group) =>
		namePasses(call, group.log_source_group, 'log_source_group'),
	);
	const sorted = sortedBy(call, found, (group) =>
		isById ? group.log_source_group_id : group.log_source_group.toLowerCase(),
	);
	const { rows, meta } = pageOf(call, sorted, true);
	const sources = [...logSources.values()];
	const records = rows.map((group) => {
		const members = sources
			.filter((source) => source.log_source_group === group.log_source_group)
			.map((source) => {
				const { log_source_group: _group, ...record } = recordOf(source);
				return record;
			});
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
	const domain = textOf(call, 'domain_name')?.toLowerCase();
	const os = textOf(call, 'os')?.toLowerCase();
	const isConfigured = call.query['is_configured_list'] === true;
	const found = computers.filter(
		(computer) =>
			(domain === undefined || computer.domain.toLowerCase() === domain) &&
			(os === undefined || computer.os.toLowerCase().includes(os)) &&
			(!isConfigured || logSourceAt(computer.domain, computer.name) !== undefined),
	);
	const { rows, meta } = pageOf(call, found);
	return { data: rows.map(({ domain: _domain, ...record }) => record), meta };
};
