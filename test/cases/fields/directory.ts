import { BRANCH, CORP, id, LAB, named } from '../case';
import {
	allFieldsOption,
	emptyFilter,
	PAGES,
	PAGING,
	picked,
	queries,
	writeOptions,
	type FieldCases,
} from './fieldCase';

const ALL = { returnAll: true };
const rowsWithoutMembers = (count: number) => Array.from({ length: count }, () => ({}));
const OF_LAB = { filters: { domain_name: named(LAB) } };

export const directory: readonly FieldCases[] = [
	{
		operation: 'alertProfile.get',
		items: [{ profile_id: id(901) }, { profile_id: id(902) }],
		fields: picked('profile_id', 903, ['Audit log cleared', 904]),
	},
	{ operation: 'alertProfile.getAll', items: [ALL, ALL], fields: PAGING },
	{
		operation: 'computer.getAll',
		items: [ALL, ALL],
		fields: {
			...emptyFilter('os'),
			...PAGING,
			'filters.configured': [
				{ bothItems: OF_LAB, set: 'configured', expectRows: rowsWithoutMembers(6) },
				{ bothItems: OF_LAB, set: 'notConfigured', expectRows: rowsWithoutMembers(8) },
			],
			...queries('filters', { domain_name: named(LAB) }),
			'filters.os': { set: 'Ubuntu 24.04', expectRows: [{ name: 'CORP-LINUX-01' }] },
			...queries('options', { page: 2, from: 2 }, { bothItems: OF_LAB }),
		},
	},
	{
		operation: 'domain.get',
		items: [{ domain_name: named(CORP) }, { domain_name: named(LAB) }],
		fields: { domain_name: { set: named(BRANCH), expectRows: [{ domain_name: BRANCH }] } },
	},
	{ operation: 'domain.getAll', items: [ALL, ALL], fields: PAGING },
	{
		operation: 'logSourceGroup.get',
		items: [
			{ log_source_group: named('WindowsGroup') },
			{ log_source_group: named('NetworkGroup') },
		],
		fields: {
			log_source_group: {
				set: named('Critical Servers'),
				expectRows: [{ log_source_group_id: 203 }],
			},
		},
	},
	{
		operation: 'logSourceGroup.getAll',
		items: [ALL, ALL],
		fields: {
			...emptyFilter('log_source_group'),
			...PAGING,
			...queries('filters', { log_source_group: named('NetworkGroup') }),
			...allFieldsOption({ filters: { log_source_group: named('NetworkGroup') } }, 'log_sources'),
			...queries('options', { is_ascending: false, sort: 'log_source_group_id' }),
			...PAGES,
		},
	},
	{
		operation: 'logType.create',
		items: [
			{ log_type_display_name: 'First_1', type: 'syslog' },
			{ log_type_display_name: 'Second_2', type: 'syslog' },
		],
		fields: {
			log_type_display_name: {
				set: 'Third_3',
				expectRequest: { body: { log_type_display_name: 'Third_3' } },
			},
			type: {
				set: 'application',
				expectRequest: { body: { log_type_display_name: 'Second_2', type: 'application' } },
			},
			ifExists: {
				secondItem: { log_type_display_name: 'Billing' },
				set: 'return',
				expectRows: [{ outcome: 'succeeded', log_type_id: 503 }],
			},
			...writeOptions({ log_type_display_name: 'Billing' }, { refusal: 'the log type exists' }),
		},
	},
	{
		operation: 'logType.delete',
		items: [{ log_type_id: id(503) }, { log_type_id: named('Extra_0') }],
		fields: {
			log_type_id: [
				{
					set: named('Extra_1'),
					expectRows: [{ log_type_display_name: 'Extra_1', deleted: true }],
				},
				{ set: id(501), expectRows: [{ log_type_id: 501 }] },
			],
			...writeOptions({ log_type_id: named('None') }),
		},
	},
	{
		operation: 'logType.get',
		items: [{ log_type_id: id(501) }, { log_type_id: id(502) }],
		fields: picked('log_type_id', 503, ['Billing', 503]),
	},
	{ operation: 'logType.getAll', items: [ALL, ALL], fields: PAGING },
];
