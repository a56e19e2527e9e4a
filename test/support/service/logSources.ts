import { listMeta, pageOf, sortedBy } from './lists';
import { hash32 } from './hash32';
import { newLogSource } from './newLogSource';
import type { Call, Handler, ServiceState } from './state';
import {
	domainCalled,
	namePasses,
	refusedItem,
	spelt,
	summaryOf,
	textOf,
	titleOf,
	workThrough,
} from './state';
import type { LogSource } from './world';

type Addition = { log_source: string; domain_name: string; agent_id?: number };
/** By its name, as the document also has it, nobody deletes. */
type Deletion = Pick<LogSource, 'log_source_id'>;
type Change = Pick<LogSource, 'log_source_id'> &
	Partial<Omit<LogSource, 'hidden'>> &
	Pick<LogSource['hidden'], 'monitoring_interval' | 'time_zone'>;

const itemsOf = <Item>({ body }: Call): Item[] => (body as { log_sources: Item[] }).log_sources;

const recordOf = (state: ServiceState, source: LogSource) => {
	const { hidden: _hidden, ...shown } = source;
	const mode = source.log_collection_mode;
	return {
		...shown,
		log_source: spelt(state, source.log_source),
		log_collection_status: source.log_collection_status.toUpperCase(),
		log_collector_state: source.log_collector_state.toUpperCase(),
		log_collection_mode: state.switches.modeCase === 'upper' ? mode.toUpperCase() : mode,
	};
};

const addOne = (call: Call, item: Addition): LogSource | string => {
	const { state } = call;
	const { world, clock } = state;
	const wanted = refusedItem(call, item.log_source);
	if (wanted !== undefined) return wanted;
	const domain = domainCalled(state, item.domain_name);
	if (domain === undefined) return `Domain ${item.domain_name} is not configured`;
	const computer = world.computerAt(domain.domain_name, item.log_source);
	if (computer !== undefined && !computer.os.startsWith('Windows')) {
		return 'Only Windows log sources are supported';
	}
	if (world.logSourceAt(domain.domain_name, item.log_source) !== undefined) {
		return 'Log source already exists';
	}
	if (item.agent_id !== undefined && !world.agents.has(item.agent_id)) {
		return `Agent ${item.agent_id} was not found`;
	}
	const source = newLogSource(
		world.nextId('logSource'),
		computer?.name ?? item.log_source,
		domain,
		clock.now(),
	);
	if (item.agent_id !== undefined) source.hidden.agent_id = item.agent_id;
	world.putLogSource(source);
	return source;
};

/** An order that has nothing to do with the order asked, and is the same every time. */
const shuffled = (ids: readonly number[]): number[] => {
	const mixed = [...ids].sort((a, b) => hash32(a) - hash32(b));
	return mixed.every((id, index) => id === ids[index]) ? mixed.reverse() : mixed;
};

/** Add Windows log sources: POST /api/v2/log-sources/windows */
export const addLogSources: Handler = (call) => {
	const { state } = call;
	const items = itemsOf<Addition>(call);
	const added: number[] = [];
	const failed: Array<{ log_source: string; issue: string }> = [];
	for (const item of items) {
		const outcome = addOne(call, item);
		if (typeof outcome === 'string') {
			failed.push({ log_source: spelt(state, item.log_source), issue: outcome });
		} else added.push(outcome.log_source_id);
	}
	const data = {
		summary: summaryOf(
			['total_log_sources', 'successful_additions', 'failed_additions'],
			items,
			failed,
		),
		failed_log_sources: failed,
		added_log_sources: shuffled(added),
	};
	return { body: { data } };
};

const nameOfFailed = (state: ServiceState, id: number): string => {
	const source = state.world.logSources.get(id);
	if (source !== undefined) return spelt(state, source.log_source);
	const { deleteFailureName, largeIds } = state.switches;
	if (deleteFailureName === 'idText') return state.ids.outward(id, largeIds);
	return deleteFailureName === 'empty' ? '' : 'unknown device';
};

/** Delete Windows log sources: DELETE /api/v2/log-sources/windows */
export const deleteLogSources: Handler = (call) => {
	const { state } = call;
	const items = itemsOf<Deletion>(call);
	const carriesId = state.switches.deleteFailureCarriesId;
	const failed: Array<{ log_source: string; log_source_id?: number; issue: string }> = [];
	for (const { log_source_id } of items) {
		const source = state.world.logSources.get(log_source_id);
		const issue = source
			? refusedItem(call, log_source_id, source.log_source)
			: 'Log source id was not found';
		if (source !== undefined && issue === undefined) {
			state.world.removeLogSource(source);
			continue;
		}
		failed.push({
			log_source: nameOfFailed(state, log_source_id),
			...(carriesId && { log_source_id }),
			issue: issue ?? '',
		});
	}
	const summary = summaryOf(
		['total_log_sources', 'deleted_log_sources', 'failed_deletions'],
		items,
		failed,
	);
	const title = titleOf(failed.length);
	const body = { data: { title, summary, failed_log_sources: failed } };
	return carriesId ? { unchecked: body } : { body };
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

const updateOne = (call: Call, item: Change): string | undefined => {
	const { world } = call.state;
	const source = world.logSources.get(item.log_source_id);
	if (source === undefined) return 'Log source id was not found';
	const wanted = refusedItem(call, item.log_source_id, source.log_source);
	if (wanted !== undefined) return wanted;
	if (item.time_zone !== undefined && !isTimeZone(item.time_zone)) {
		return 'Time zone format is invalid';
	}
	const { log_source_group: group } = item;
	if (group !== undefined && !world.groups.some((known) => known.log_source_group === group)) {
		return `Log source group ${group} was not found`;
	}
	const { log_source_id: _id, monitoring_interval, time_zone, ...shown } = item;
	Object.assign(source, shown);
	if (monitoring_interval !== undefined) source.hidden.monitoring_interval = monitoring_interval;
	if (time_zone !== undefined) source.hidden.time_zone = time_zone;
	return undefined;
};

/** Update log sources: PUT /api/v2/log-sources */
export const updateLogSources: Handler = (call) => {
	const items = itemsOf<Change>(call);
	const failed = items.flatMap((item) => {
		const issue = updateOne(call, item);
		return issue === undefined ? [] : [{ log_source_id: item.log_source_id, issue }];
	});
	const summary = summaryOf(
		['total_update_requests', 'successful_updates', 'failed_updates'],
		items,
		failed,
	);
	const title = titleOf(failed.length);
	return { body: { data: { title, summary, failed_log_sources: failed } } };
};

const found = ({ state, query }: Call): LogSource[] => {
	const all = [...state.world.logSources.values()];
	const filters = Object.keys(query).filter(
		(name) => !['page', 'limit', 'from', 'sort', 'is_ascending'].includes(name),
	);
	if (filters.length === 0) return all;
	const domainName = textOf(query, 'domain_name');
	const domain = domainName === undefined ? undefined : domainCalled(state, domainName);
	const matches = (name: keyof LogSource, source: LogSource) =>
		query[name] === undefined || query[name] === source[name];
	return all.filter(
		(source) =>
			namePasses(state, source.log_source, textOf(query, 'log_source')) &&
			matches('log_source_id', source) &&
			matches('log_collection_status', source) &&
			matches('log_collector_state', source) &&
			namePasses(state, source.log_source_group, textOf(query, 'log_source_group')) &&
			(domainName === undefined || source.domain_name === domain?.domain_name),
	);
};

/** Get log sources: GET /api/v2/log-sources */
export const getLogSources: Handler = (call) => {
	const { state, query } = call;
	const ascending = query['is_ascending'] !== false;
	const sources = found(call);
	const sorted =
		query['sort'] === 'log_source'
			? sortedBy(sources, (source) => source.log_source.toLowerCase(), ascending)
			: ascending
				? sources
				: sources.reverse();
	const { rows, meta } = pageOf(call, sorted);
	const data = {
		log_sources: rows.map((source) => recordOf(state, source)),
		meta: { ...meta, total_log_sources: state.world.logSources.size },
	};
	return { body: { data } };
};

/** Update event source file configuration: PUT …/windows/event-source-configuration */
export const updateEventSources: Handler = (call) => {
	const { log_source_ids: ids, source_files: files } = call.body as {
		log_source_ids: number[];
		source_files: string[];
	};
	const { logSources } = call.state.world;
	const isWrong = (id: number) => refusedItem(call, id) !== undefined || !logSources.has(id);
	workThrough(call, ids, isWrong, (id) => {
		const source = logSources.get(id);
		if (source !== undefined) source.hidden.source_files = [...files];
	});
	return {
		body: { data: { detail: 'The event source files have been configured', title: 'SUCCESS' } },
	};
};

/** Get log source groups: GET /api/v2/log-sources/log-source-groups */
export const getLogSourceGroups: Handler = (call) => {
	const { state, query } = call;
	const groups = state.world.groups.filter((group) =>
		namePasses(state, group.log_source_group, textOf(query, 'log_source_group')),
	);
	const sorted = sortedBy(
		groups,
		(group) =>
			query['sort'] === 'log_source_group_id'
				? group.log_source_group_id
				: group.log_source_group.toLowerCase(),
		query['is_ascending'] !== false,
	);
	const { rows, meta } = pageOf(call, sorted, { fullWithoutParameters: true });
	const sources = [...state.world.logSources.values()];
	const records = rows.map((group) => {
		const members = sources
			.filter((source) => source.log_source_group === group.log_source_group)
			.map((source) => {
				const { log_source_group: _group, ...record } = recordOf(state, source);
				return record;
			});
		return { ...group, no_of_log_sources: members.length, log_sources: members };
	});
	return { body: { data: { groups: records, meta: listMeta(meta) } } };
};
