import { expect } from '@jest/globals';
import { CORP, id, LAB, named, succeeded } from '../case';
import {
	allFieldsOption,
	emptyFilter,
	PAGES,
	PAGING,
	picked,
	queries,
	sentAs,
	writeOptions,
	type Difference,
	type FieldCases,
} from './fieldCase';

const SHARED = named('SHARED-01');
const OF_LAB = named(LAB);

const computer = (log_source: string, domain_name: string) => ({
	log_source,
	domain_name: named(domain_name),
});

const added = (members: object) => ({ body: { log_sources: [{ ...members }] } });
const APART = { options: { batchSize: 1 } };

/** Two log sources have this name; the domain selects one of them. */
const DOMAIN: Difference = {
	secondItem: { log_source_id: SHARED },
	valueBefore: named(CORP),
	set: OF_LAB,
	expectRows: [{ log_source_id: 1009, outcome: 'succeeded' }],
};

const OTHERS = picked('log_source_id', 1003, ['LAB-PC-01', 1010], succeeded);

export const logSource: readonly FieldCases[] = [
	{
		operation: 'logSource.add',
		items: [computer('CORP-PC-02', CORP), computer('LAB-PC-02', LAB)],
		fields: {
			log_source: {
				bothItems: APART,
				set: 'LAB-PC-03',
				expectRequest: added({ log_source: 'LAB-PC-03' }),
			},
			domain_name: {
				bothItems: APART,
				set: named('branch.example.net'),
				expectRequest: added({ log_source: 'LAB-PC-02', domain_name: 'branch.example.net' }),
			},
			ifExists: {
				bothItems: APART,
				secondItem: computer('SHARED-01', LAB),
				set: 'return',
				expectRows: [{ outcome: 'succeeded', log_source_id: 1009 }],
			},
			'options.agent_id': {
				bothItems: APART,
				valueBefore: id(302),
				set: id(307),
				expectRequest: added({ log_source: 'LAB-PC-02', agent_id: 307 }),
			},
			'options.returnIds': {
				set: true,
				expectRows: [{ log_source: 'LAB-PC-02', log_source_id: expect.any(Number) }],
				affectsAll: true,
			},
			...writeOptions(computer('LAB-PC-02', 'atlantis.example.com'), {
				ofOneItem: added({ log_source: 'LAB-PC-02' }),
			}),
		},
	},
	{
		operation: 'logSource.delete',
		items: [{ log_source_id: id(1001) }, { log_source_id: id(1002) }],
		fields: {
			log_source_id: [
				{ set: id(1003), expectRows: [{ log_source_id: 1003, outcome: 'succeeded' }] },
				{
					set: named('LAB-PC-01'),
					expectRows: [{ log_source: 'LAB-PC-01', outcome: 'succeeded' }],
					// The table has another column.
					affectsAll: true,
				},
			],
			'options.domain_name': {
				...DOMAIN,
				expectRequest: { body: { log_sources: [{ log_source: 'SHARED-01', domain_name: LAB }] } },
				expectRows: [{ log_source: 'SHARED-01', domain_name: LAB, outcome: 'succeeded' }],
			},
			...writeOptions({ log_source_id: named('NONE') }),
			'options.batchSize': {
				set: 1,
				expectRequest: { body: { log_sources: [{ log_source_id: 1002 }] } },
			},
		},
	},
	{
		operation: 'logSource.get',
		items: [{ log_source_id: id(1001) }, { log_source_id: id(1002) }],
		fields: {
			...picked('log_source_id', 1010, ['LAB-PC-01', 1010]),
			'options.domain_name': { ...DOMAIN, expectRows: [{ log_source_id: 1009 }] },
		},
	},
	{
		operation: 'logSource.getAll',
		items: [{ returnAll: true }, { returnAll: true }],
		fields: {
			...emptyFilter('domain_name'),
			...PAGING,
			...queries('filters', {
				domain_name: OF_LAB,
				log_collection_status: ['disabled', 'enabled'],
				log_collector_state: ['active', 'decommissioned_device', 'inactive'],
				log_source: 'WEB01',
				log_source_group: named('NetworkGroup'),
				log_source_id: id(1002),
			}),
			'filters.silentForHours': {
				valueBefore: 100_000,
				set: 48,
				expectRows: [{ log_source_id: 1006 }, { log_source_id: 1013 }],
			},
			...queries('options', { is_ascending: false, sort: 'log_source' }),
			...allFieldsOption({ filters: { log_source_id: id(1002) } }, 'fqdn'),
			...PAGES,
		},
	},
	{
		operation: 'logSource.setEventSourceFiles',
		items: [
			{ log_source_id: id(1001), source_files: ['Security'] },
			{ log_source_id: id(1002), source_files: ['Security'] },
		],
		fields: {
			...OTHERS,
			source_files: {
				set: ['System'],
				expectRequest: { body: { log_source_ids: [1002], source_files: ['System'] } },
			},
			'options.domain_name': DOMAIN,
			...writeOptions(
				{ log_source_id: named('NONE') },
				{ ofOneItem: { body: { log_source_ids: [1002] } } },
			),
		},
	},
	{
		operation: 'logSource.update',
		items: [
			{ log_source_id: id(1001), updateFields: { display_name: 'A' } },
			{ log_source_id: id(1002), updateFields: { display_name: 'B' } },
		],
		fields: {
			...OTHERS,
			...sentAs(
				'updateFields',
				{
					display_name: 'C',
					log_collection_mode: ['Realtime', 'Scheduled'],
					log_collection_status: ['disabled', 'enabled'],
					log_type_name: 'pfSense Device',
					time_zone: 'GMT+01:00',
					log_source_group: named('Critical Servers'),
					monitoring_interval: 30,
				},
				(member) => added({ log_source_id: 1002, ...member }),
				{ bothItems: APART },
			),
			'options.domain_name': DOMAIN,
			...writeOptions({ log_source_id: id(9999) }, { ofOneItem: added({ log_source_id: 1002 }) }),
		},
	},
];
