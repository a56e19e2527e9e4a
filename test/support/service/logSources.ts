import { z } from 'zod';

import { defineEndpoint, type Call } from './endpoint';
import { hash32 } from './hash32';
import { listPage } from './lists';
import { newLogSource, type LogSource } from './records';
import { fail } from './refusal';
import { flag, hasChange, ID, name, paging, text, upTo100, words } from './schema';
import { deviceAt, applyItems, refuse, refuseIfMarked } from './writes';

const logTypeName = words(
	'Unix, Cisco Device, IBM AS/400, Hypervisor, SonicWall Device, Juniper Device, PaloAlto Device, ' +
		'Fortinet Device, Application, Unknown, CheckPoint Device, NetScreen Device, WatchGuard Device, ' +
		'Sophos Device, Barracuda Device, Huawei Device, Meraki Device, HP Device, pfSense Device, ' +
		'H3C Device, FirePower Device, Arista Device, F5 Device, Stormshield Device, Dell Device, ' +
		'ForcePoint Device, Topsec Device, Sangfor Device',
);

const recordOf = ({ hidden: _hidden, ...record }: Omit<LogSource, 'log_source_group'>) => ({
	...record,
	log_collection_status: record.log_collection_status.toUpperCase(),
	log_collector_state: record.log_collector_state.toUpperCase(),
});

/** The response lists the ids in any order. */
export const addLogSources = defineEndpoint({
	endpoint: ['Add Windows log sources', 'POST', '/log-sources/windows', 'logsources.CREATE'],
	body: z.strictObject({
		log_sources: upTo100(
			z.strictObject({ log_source: name, domain_name: name, agent_id: ID.optional() }),
		),
	}),
	answer: (call) => {
		const { world, clock } = call.state;
		const addedIds: number[] = [];
		const { failures, summary } = applyItems(
			call.body.log_sources,
			['total_log_sources', 'successful_additions', 'failed_additions'],
			({ log_source }) => ({ log_source }),
			({ log_source, domain_name, agent_id }) => {
				const device = deviceAt(call, log_source, domain_name);
				if (world.logSourceAt(device.domain_name, log_source)) refuse('Log source already exists');
				if (agent_id !== undefined && !world.agents.has(agent_id)) {
					refuse(`Agent ${agent_id} was not found`);
				}
				const id = world.nextId('logSource');
				const source = newLogSource(id, device.name, device, clock.now());
				world.putLogSource({ ...source, hidden: { agent_id } });
				addedIds.push(id);
			},
		);
		const added_log_sources = addedIds.toSorted((a, b) => hash32(a) - hash32(b));
		return { data: { summary, failed_log_sources: failures, added_log_sources } };
	},
});

/** An entry of a deletion: an id, a name, or a name with a domain. */
const deletion = z
	.strictObject({ log_source_id: ID, log_source: name, domain_name: name })
	.partial()
	.refine(({ log_source_id, log_source, domain_name }) =>
		log_source_id === undefined
			? log_source !== undefined
			: log_source === undefined && domain_name === undefined,
	);

const targetOf = (
	{ state: { world } }: Call,
	{ log_source_id, log_source = '', domain_name }: z.infer<typeof deletion>,
) => {
	if (log_source_id !== undefined) {
		return world.logSources.get(log_source_id) ?? refuse('Log source id was not found');
	}
	const matches =
		domain_name === undefined
			? world.logSourcesNamed(log_source)
			: [world.logSourceAt(domain_name, log_source)];
	if (matches.length > 1) refuse('Several log sources have this name');
	return matches[0] ?? refuse('Log source was not found');
};

export const deleteLogSources = defineEndpoint({
	endpoint: ['Delete Windows log sources', 'DELETE', '/log-sources/windows', 'logsources.DELETE'],
	body: z.strictObject({ log_sources: upTo100(deletion) }),
	answer: (call) => {
		const { world, ids } = call.state;
		const { failures, ...rest } = applyItems(
			call.body.log_sources,
			['total_log_sources', 'deleted_log_sources', 'failed_deletions'],
			({ log_source_id: id = 0, log_source = world.logSources.get(id)?.log_source }) => ({
				log_source: log_source ?? ids.outward(id),
			}),
			(item) => {
				const source = targetOf(call, item);
				refuseIfMarked(call, source.log_source_id);
				world.removeLogSource(source);
			},
		);
		return { data: { ...rest, failed_log_sources: failures } };
	},
});

const isTimeZone = (text: string): boolean => {
	if (/^(?:(?:GMT|UTC)?[+-]\d{2}:?\d{2}|GMT|UTC)$/.test(text)) return true;
	try {
		new Intl.DateTimeFormat('en', { timeZone: text });
		return true;
	} catch {
		return false;
	}
};

export const updateLogSources = defineEndpoint({
	endpoint: ['Update log sources', 'PUT', '/log-sources', 'logsources.UPDATE'],
	body: z.strictObject({
		log_sources: upTo100(
			z
				.strictObject({
					log_collection_status: z.enum(['enabled', 'disabled']),
					monitoring_interval: z.number().gt(10),
					log_collection_mode: z.enum(['Scheduled', 'Realtime']),
					log_source_group: name,
					time_zone: text,
					display_name: text,
					log_type_name: logTypeName,
				})
				.partial()
				.extend({ log_source_id: ID })
				.refine(hasChange),
		),
	}),
	answer: (call) => {
		const { world } = call.state;
		const { failures, ...rest } = applyItems(
			call.body.log_sources,
			['total_update_requests', 'successful_updates', 'failed_updates'],
			({ log_source_id }) => ({ log_source_id }),
			({ log_source_id: id, monitoring_interval: _interval, time_zone, ...change }) => {
				const source = world.logSources.get(id) ?? refuse('Log source id was not found');
				const { log_source_group: group = source.log_source_group } = change;
				if (!isTimeZone(time_zone ?? 'UTC')) refuse('Time zone format is invalid');
				if (![...world.groups.values()].some((known) => known.log_source_group === group)) {
					refuse(`Log source group ${group} was not found`);
				}
				Object.assign(source, change);
			},
		);
		return { data: { ...rest, failed_log_sources: failures } };
	},
});

export const getLogSources = defineEndpoint({
	endpoint: ['Get log sources', 'GET', '/log-sources', 'logsources.READ'],
	query: z
		.strictObject({
			log_source_id: ID,
			log_collection_status: z.enum(['enabled', 'disabled']),
			log_collector_state: z.enum(['active', 'inactive', 'decommissioned_device']),
			...{ log_source: text, log_source_group: text, domain_name: text },
			...paging,
			sort: z.enum(['log_source_id', 'log_source']),
			is_ascending: flag,
		})
		.partial(),
	answer: (call) => {
		const { logSources } = call.state.world;
		const { rows, meta, page } = listPage(call, logSources.values(), { sort: 'log_source_id' });
		const log_sources = rows.map(recordOf);
		return { data: { log_sources, meta: { ...meta, page, total_log_sources: logSources.size } } };
	},
});

export const updateEventSources = defineEndpoint({
	endpoint: [
		'Update event source file configuration',
		'PUT',
		'/log-sources/windows/event-source-configuration',
		'logsources.UPDATE',
	],
	body: z.strictObject({ log_source_ids: upTo100(ID), source_files: z.array(name).min(1) }),
	answer: (call) => {
		const { log_source_ids, source_files } = call.body;
		const { logSources } = call.state.world;
		const sources = log_source_ids.map((id) => logSources.get(id) ?? fail(`no source ${id}`));
		for (const { hidden } of sources) hidden.source_files = [...source_files];
		return { data: { detail: 'The event source files have been configured', title: 'SUCCESS' } };
	},
});

export const getLogSourceGroups = defineEndpoint({
	endpoint: ['Get log source groups', 'GET', '/log-sources/log-source-groups', 'logsources.READ'],
	query: z
		.strictObject({
			log_source_group: text,
			...paging,
			sort: z.enum(['log_source_group', 'log_source_group_id']),
			is_ascending: flag,
		})
		.partial(),
	answer: (call) => {
		const { groups, logSources } = call.state.world;
		const { rows, meta } = listPage(call, groups.values(), {
			sort: 'log_source_group',
			isWhole: true,
		});
		const records = rows.map((group) => {
			const members = [...logSources.values()]
				.filter((source) => source.log_source_group === group.log_source_group)
				.map(({ log_source_group: _group, ...source }) => recordOf(source));
			return { ...group, no_of_log_sources: members.length, log_sources: members };
		});
		return { data: { groups: records, meta } };
	},
});

export const getDomains = defineEndpoint({
	endpoint: ['Get domains', 'GET', '/log-sources/domains', 'domains.READ'],
	answer: ({ state }) => {
		const { domains } = state.world;
		return { data: { domains, meta: { count: domains.length } } };
	},
});

export const getComputers = defineEndpoint({
	endpoint: ['Get computers', 'GET', '/log-sources/computers', 'domains.READ'],
	query: z
		.strictObject({ domain_name: text, os: text, is_configured_list: flag, ...paging })
		.partial(),
	answer: (call) => {
		const { computers, logSourceAt } = call.state.world;
		const { is_configured_list, ...query } = call.query;
		const matches = computers.filter(
			({ domain_name, name }) =>
				is_configured_list !== true || logSourceAt(domain_name, name) !== undefined,
		);
		const { rows, meta } = listPage({ ...call, query }, matches);
		return { data: rows.map(({ domain_name: _domain, ...record }) => record), meta };
	},
});
