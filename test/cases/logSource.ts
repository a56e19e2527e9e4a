import { asText } from '../../nodes/shared/texts';
import { CORP, del, get, id, named, NO_DOMAIN, PCS, post, put, succeeded, type Case } from './case';

const PATH = '/log-sources';
const WINDOWS = '/log-sources/windows';
const FILES = '/log-sources/windows/event-source-configuration';

const computers = (...names: string[]) => ({
	log_sources: names.map((log_source) => ({ log_source, domain_name: CORP })),
});

const wholeList = get(PATH, { page: 1, limit: 1000 });

const EACH_PC = { log_source: '={{ $json.pc }}', domain_name: named(CORP) };

const three = [{ log_source_id: 1001 }, { log_source_id: 1002 }, { log_source_id: 1003 }];
const ofItem = id('={{ $json.log_source_id }}');
const source_files = ['Security', 'Hostile'];

export const logSource: readonly Case[] = [
	{
		operation: 'logSource.add',
		name: 'three computers',
		parameters: EACH_PC,
		items: PCS.map((pc) => ({ pc })),
		requests: [post(WINDOWS, computers(...PCS))],
		output: PCS.map((log_source) => ({ log_source, ...succeeded, detail: 'Added' })),
		done: ({ world }, { pc }) => world.logSourceAt(CORP, asText(pc)) !== undefined,
		refused: NO_DOMAIN,
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
			says: /Several log sources have this name/,
		},
	},
	{
		operation: 'logSource.delete',
		name: 'by name, one of which is not there',
		parameters: { log_source_id: named('={{ $json.pc }}') },
		items: [{ pc: 'CORP-PC-01' }, { pc: 'NONE' }],
		requests: [
			del(WINDOWS, { log_sources: [{ log_source: 'CORP-PC-01' }, { log_source: 'NONE' }] }),
		],
		output: [
			{ log_source: 'CORP-PC-01', ...succeeded, deleted: true },
			{ log_source: 'NONE', outcome: 'failed', deleted: '' },
		],
	},
	{
		operation: 'logSource.get',
		name: 'one by its id',
		parameters: { log_source_id: id(1001) },
		requests: [get(PATH, { log_source_id: 1001, page: 1, limit: 1000 })],
		output: [{ log_source_id: 1001, log_source: 'SHARED-01' }],
		refused: {
			parameters: { log_source_id: named('SHARED-01') },
			says: /^Ambiguous: the service lists 2 log sources named "SHARED-01": SHARED-01 \(corp.*, SHARED-01 \(lab/,
		},
	},
	{
		operation: 'logSource.getAll',
		name: 'all log sources',
		parameters: { returnAll: true, options: { allFields: true } },
		requests: [wholeList],
		output: ({ world }) =>
			[...world.logSources.values()].map(({ log_source, log_source_id }) => ({
				log_source,
				log_source_id,
			})),
	},
	{
		operation: 'logSource.setEventSourceFiles',
		name: 'two files for three log sources',
		parameters: { log_source_id: ofItem, source_files },
		items: three,
		requests: [put(FILES, { log_source_ids: [1001, 1002, 1003], source_files })],
		output: three.map((one) => ({ ...one, ...succeeded })),
		done: ({ world }, { log_source_id }) =>
			world.logSources.get(Number(log_source_id))?.hidden.source_files?.join() ===
			'Security,Hostile',
		refused: { parameters: { log_source_id: id(9999) }, says: /\[API\] Request failed/ },
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
];
