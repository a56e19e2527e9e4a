import { asText } from '../../nodes/shared/json';
import {
	CORP,
	del,
	get,
	id,
	LARGE,
	named,
	PCS,
	post,
	put,
	succeeded,
	UNKNOWN_DOMAIN,
	type Case,
	type SentRequest,
} from './case';

const PATH = '/log-sources';
const WINDOWS = '/log-sources/windows';

const computers = (...names: string[]) => ({
	log_sources: names.map((log_source) => ({ log_source, domain_name: CORP })),
});

/** Finds the ids of added log sources. */
const NEWEST: SentRequest = get(PATH, {
	domain_name: CORP,
	sort: 'log_source_id',
	is_ascending: false,
	page: 1,
	limit: 1000,
});

/** Finds log sources that exist. The service counts those of every domain. */
const OF_DOMAIN: readonly SentRequest[] = [1, 2].map((page) =>
	get(PATH, { domain_name: CORP, page, limit: 1000 }),
);

/** Adds the computer of each item. */
const EACH_PC = { log_source: '={{ $json.pc }}', domain_name: named(CORP) };

const RETURNED = 'Already there, returned';

const three = [{ log_source_id: 1001 }, { log_source_id: 1002 }, { log_source_id: 1003 }];
const ofItem = id('={{ $json.log_source_id }}');

/** Fields of an update, and filters of a list, that are sent as they are set. */
const SETTINGS = {
	display_name: '',
	log_collection_mode: 'Scheduled',
	log_collection_status: 'disabled',
	log_type_name: 'pfSense Device',
	monitoring_interval: 30,
	time_zone: 'GMT+01:00',
};
const FILTERS = {
	log_collection_status: 'enabled',
	log_collector_state: 'decommissioned_device',
	log_source: 'WEB01',
};

const SHARED_IN_LAB = { log_source: 'SHARED-01', domain_name: 'lab.example.com' };

export const logSource: readonly Case[] = [
	{
		operation: 'logSource.add',
		name: 'three computers',
		parameters: EACH_PC,
		items: PCS.map((pc) => ({ pc })),
		requests: [post(WINDOWS, computers(...PCS))],
		output: PCS.map((log_source) => ({ log_source, ...succeeded, detail: 'Added' })),
		done: ({ world }, { pc }) => world.logSourceAt(CORP, asText(pc)) !== undefined,
		refused: {
			parameters: { domain_name: UNKNOWN_DOMAIN },
			says: /Domain .* is not configured/,
		},
	},
	{
		operation: 'logSource.add',
		name: 'one of which is refused, with a look at the ids',
		parameters: { ...EACH_PC, options: { returnIds: true } },
		items: [{ pc: 'CORP-PC-02' }, { pc: 'CORP-LINUX-01' }, { pc: 'CORP-PC-03' }],
		requests: [post(WINDOWS, computers('CORP-PC-02', 'CORP-LINUX-01', 'CORP-PC-03')), NEWEST],
		output: [
			{ log_source: 'CORP-PC-02', ...succeeded, detail: 'Added', log_source_id: 1907 },
			{
				log_source: 'CORP-LINUX-01',
				outcome: 'failed',
				detail: 'Only Windows log sources are supported',
				log_source_id: '',
			},
			{ log_source: 'CORP-PC-03', ...succeeded, detail: 'Added', log_source_id: 1908 },
		],
	},
	{
		operation: 'logSource.add',
		name: 'with an agent',
		parameters: {
			log_source: 'NEW-01',
			domain_name: named(CORP),
			options: { agent_id: id(301) },
		},
		items: [{}],
		requests: [
			post(WINDOWS, { log_sources: [{ log_source: 'NEW-01', domain_name: CORP, agent_id: 301 }] }),
		],
		output: [{ log_source: 'NEW-01', ...succeeded }],
		done: ({ world }) => world.logSourceAt(CORP, 'NEW-01')?.hidden.agent_id === 301,
	},
	{
		operation: 'logSource.add',
		name: 'or return those that exist, an item that is there twice included',
		parameters: { ...EACH_PC, ifExists: 'return' },
		items: [{ pc: 'corp-pc-01' }, { pc: 'CORP-PC-02' }, { pc: 'CORP-PC-02' }],
		requests: [
			...OF_DOMAIN.map((page) => ({
				...page,
				query: { log_source: 'corp-pc-01', ...page.query },
			})),
			get(PATH, { log_source: 'CORP-PC-02', domain_name: CORP, page: 1, limit: 1000 }),
			...OF_DOMAIN,
			post(WINDOWS, computers('CORP-PC-02')),
		],
		output: [
			{ log_source: 'corp-pc-01', ...succeeded, log_source_id: 1002, detail: RETURNED },
			{ log_source: 'CORP-PC-02', ...succeeded, log_source_id: 1907, detail: 'Added' },
			{ log_source: 'CORP-PC-02', ...succeeded, log_source_id: 1907, detail: RETURNED },
		],
	},
	{
		operation: 'logSource.delete',
		name: 'three by id',
		parameters: { log_source_id: ofItem },
		items: three,
		requests: [del(WINDOWS, { log_sources: three })],
		output: three.map((one) => ({ ...one, deleted: true, ...succeeded, detail: 'Deleted' })),
		done: ({ world }, { log_source_id }) => !world.logSources.has(Number(log_source_id)),
		refused: {
			parameters: { log_source_id: named('SHARED-01') },
			says: /Ambiguous: 2 log sources are named "SHARED-01": SHARED-01 \(corp.*, SHARED-01 \(lab/i,
		},
	},
	{
		operation: 'logSource.delete',
		name: 'a large id',
		parameters: { log_source_id: id(String(LARGE)) },
		requests: [del(WINDOWS, { log_sources: [{ log_source_id: LARGE }] })],
	},
	{
		operation: 'logSource.delete',
		name: 'two by name',
		parameters: { log_source_id: named('={{ $json.pc }}') },
		items: [{ pc: 'CORP-PC-01' }, { pc: 'extra-1' }, { pc: 'NONE' }],
		requests: [
			...['CORP-PC-01', 'extra-1'].flatMap((log_source) =>
				[1, 2].map((page) => get(PATH, { log_source, page, limit: 1000 })),
			),
			get(PATH, { log_source: 'NONE', page: 1, limit: 1000 }),
			get(PATH, { page: 1, limit: 1000 }),
			del(WINDOWS, { log_sources: [{ log_source_id: 1002 }, { log_source_id: 1903 }] }),
		],
		output: [
			{ log_source: 'CORP-PC-01', domain_name: CORP, log_source_id: 1002, ...succeeded },
			{
				...{ log_source: 'EXTRA-1', domain_name: 'lab.example.com' },
				...{ log_source_id: 1903, ...succeeded },
			},
			{ log_source: 'NONE', domain_name: '', log_source_id: '', outcome: 'failed' },
		],
	},
	{
		operation: 'logSource.delete',
		name: 'by name and domain',
		parameters: {
			log_source_id: named('CORP-PC-01'),
			options: { domain_name: named(CORP) },
		},
		requests: [
			...OF_DOMAIN.map(({ query, ...page }) => ({
				...page,
				query: { log_source: 'CORP-PC-01', ...query },
			})),
			del(WINDOWS, { log_sources: [{ log_source_id: 1002 }] }),
		],
		output: [{ log_source: 'CORP-PC-01', log_source_id: 1002, deleted: true, ...succeeded }],
		done: ({ world }) => world.logSourceAt(CORP, 'CORP-PC-01') === undefined,
	},
	{
		operation: 'logSource.delete',
		name: 'two of one name, each in a request of its own',
		parameters: {
			log_source_id: named('SHARED-01'),
			options: { domain_name: named('={{ $json.domain }}') },
		},
		items: [{ domain: CORP }, { domain: 'lab.example.com' }],
		requests: [
			...[{ ...SHARED_IN_LAB, domain_name: CORP }, SHARED_IN_LAB].flatMap((query) =>
				[1, 2].map((page) => get(PATH, { ...query, page, limit: 1000 })),
			),
			del(WINDOWS, { log_sources: [{ log_source_id: 1001 }] }),
			del(WINDOWS, { log_sources: [{ log_source_id: 1009 }] }),
		],
		output: [CORP, 'lab.example.com'].map((domain_name) => ({
			...{ log_source: 'SHARED-01', domain_name, deleted: true, ...succeeded },
		})),
	},
	{
		operation: 'logSource.get',
		name: 'one by its id',
		parameters: { log_source_id: id(1001), options: { output: 'raw' } },
		requests: [get(PATH, { log_source_id: 1001, page: 1, limit: 1000 })],
		output: [{ log_source_id: 1001, log_source: 'SHARED-01' }],
		refused: {
			parameters: { log_source_id: named('SHARED-01') },
			says: /lists more than one log source with log_source "SHARED-01"/,
		},
	},
	{
		operation: 'logSource.getAll',
		name: 'all log sources',
		parameters: { returnAll: true, options: { output: 'raw' } },
		requests: [get(PATH, { page: 1, limit: 1000 })],
		output: ({ world }) =>
			[...world.logSources.values()].map(({ log_source, log_source_id }) => ({
				log_source,
				log_source_id,
			})),
	},
	{
		operation: 'logSource.getAll',
		name: 'those of a domain and state, sorted backwards',
		parameters: {
			returnAll: true,
			filters: { domain_name: named(CORP), log_collector_state: 'active' },
			options: { sort: 'log_source', is_ascending: false },
		},
		// The service counts the log sources of every state.
		requests: [1, 2].map((page) =>
			get(PATH, {
				domain_name: CORP,
				log_collector_state: 'active',
				sort: 'log_source',
				is_ascending: false,
				page,
				limit: 1000,
			}),
		),
		output: ({ world }) =>
			[...world.logSources.values()]
				.filter((s) => s.domain_name === CORP && s.log_collector_state === 'active')
				.sort((a, b) => (a.log_source.toLowerCase() < b.log_source.toLowerCase() ? 1 : -1))
				.map(({ log_source_id }) => ({ log_source_id })),
	},
	{
		operation: 'logSource.getAll',
		name: 'by every filter, from a record on',
		parameters: {
			returnAll: true,
			filters: {
				...FILTERS,
				domain_name: named(CORP),
				log_source_id: id(String(LARGE)),
				log_source_group: named('Group'),
			},
			options: { from: 5 },
		},
		requests: [
			get(PATH, {
				...FILTERS,
				domain_name: CORP,
				log_source_id: LARGE,
				log_source_group: 'Group',
				from: 5,
				limit: 1000,
			}),
		],
		output: [],
	},
	{
		operation: 'logSource.setEventSourceFiles',
		name: 'two files for three log sources',
		parameters: { log_source_id: ofItem, source_files: ['Security', 'Hostile'] },
		items: three,
		requests: [
			put('/log-sources/windows/event-source-configuration', {
				log_source_ids: [1001, 1002, 1003],
				source_files: ['Security', 'Hostile'],
			}),
		],
		output: three.map((one) => ({ ...one, ...succeeded })),
		done: ({ world }, { log_source_id }) =>
			world.logSources.get(Number(log_source_id))?.hidden.source_files?.join() ===
			'Security,Hostile',
		refused: { parameters: { log_source_id: id(9999) }, says: /\[API\] Request failed/ },
	},
	{
		operation: 'logSource.setEventSourceFiles',
		name: 'one of two of a name, by its domain',
		parameters: {
			log_source_id: named('SHARED-01'),
			source_files: ['Security'],
			options: { domain_name: named('lab.example.com') },
		},
		requests: [
			...[1, 2].map((page) => get(PATH, { ...SHARED_IN_LAB, page, limit: 1000 })),
			put('/log-sources/windows/event-source-configuration', {
				log_source_ids: [1009],
				source_files: ['Security'],
			}),
		],
		output: [{ log_source: 'SHARED-01', domain_name: 'lab.example.com', ...succeeded }],
	},
	{
		operation: 'logSource.update',
		name: 'the names of three',
		parameters: { log_source_id: ofItem, updateFields: { display_name: 'Renamed' } },
		items: three,
		requests: [
			put(PATH, { log_sources: three.map((one) => ({ ...one, display_name: 'Renamed' })) }),
		],
		output: three.map((one) => ({ ...one, ...succeeded })),
		done: ({ world }, { log_source_id }) =>
			world.logSources.get(Number(log_source_id))?.display_name === 'Renamed',
		refused: {
			parameters: { updateFields: { time_zone: 'Mars' } },
			says: /Time zone format is invalid/,
		},
	},
	{
		operation: 'logSource.update',
		name: 'every field, an empty text included',
		parameters: {
			log_source_id: id(1001),
			updateFields: { ...SETTINGS, log_source_group: named('Critical Servers') },
		},
		items: [{}],
		requests: [
			put(PATH, {
				log_sources: [{ log_source_id: 1001, ...SETTINGS, log_source_group: 'Critical Servers' }],
			}),
		],
		output: [{ log_source_id: 1001, ...succeeded }],
		done: ({ world }) => {
			const { log_source_group, hidden } = world.logSources.get(1001) ?? {};
			return (
				log_source_group === 'Critical Servers' &&
				hidden?.monitoring_interval === 30 &&
				hidden.time_zone === 'GMT+01:00'
			);
		},
	},
];
