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
	type FieldCases,
} from './fieldCase';

const device = (device_name: string, domain_name: string) => ({
	device_name,
	domain_name: named(domain_name),
});

const added = (members: object) => ({ method: 'POST', body: { agents: [{ ...members }] } });
const updated = (members: object) => ({ method: 'PUT', body: { agents: [{ ...members }] } });

export const agent: readonly FieldCases[] = [
	{
		operation: 'agent.add',
		items: [device('CORP-PC-02', CORP), device('LAB-PC-02', LAB)],
		fields: {
			device_name: { set: 'LAB-PC-03', expectRequest: added({ device_name: 'LAB-PC-03' }) },
			domain_name: {
				set: named('branch.example.net'),
				expectRequest: added({ device_name: 'LAB-PC-02', domain_name: 'branch.example.net' }),
			},
			'credentials.user_name': {
				secondItem: { credentials: { password: 'p' } },
				set: 'u',
				expectRequest: added({ device_name: 'LAB-PC-02', user_name: 'u' }),
			},
			'credentials.password': {
				secondItem: { credentials: { user_name: 'u' } },
				set: 'p',
				expectRequest: added({ device_name: 'LAB-PC-02', password: 'p' }),
			},
			...writeOptions(device('LAB-PC-02', 'atlantis.example.com'), {
				ofOneItem: added({ device_name: 'LAB-PC-02' }),
			}),
		},
	},
	{
		operation: 'agent.get',
		items: [{ agent_id: id(301) }, { agent_id: id(302) }],
		fields: picked('agent_id', 303, ['LAB-AGENT-1', 307]),
	},
	{
		operation: 'agent.getAll',
		items: [{ returnAll: true }, { returnAll: true }],
		fields: {
			...emptyFilter('agent_name'),
			...PAGING,
			...queries('filters', {
				...{ agent_id: id(303), agent_name: 'X', version: '5310', status: 'stopped' },
			}),
			'filters.silentForHours': {
				valueBefore: 100_000,
				set: 2,
				expectRows: [{ agent_id: 303 }, { agent_id: 305 }, { agent_id: 307 }],
			},
			...allFieldsOption({ filters: { agent_id: id(303) } }, 'associated_devices'),
			...PAGES,
		},
	},
	{
		operation: 'agent.update',
		items: [
			{ agent_id: id(301), updateFields: { display_name: 'A' } },
			{ agent_id: id(302), updateFields: { log_level: '2' } },
		],
		fields: {
			...picked('agent_id', 303, ['LAB-AGENT-1', 307], succeeded),
			...sentAs(
				'updateFields',
				{ display_name: 'B', log_level: ['2', '3'] },
				(member) => updated({ agent_id: '302', ...member }),
				{ bothItems: { options: { batchSize: 1 } } },
			),
			...writeOptions({ agent_id: id(999) }, { ofOneItem: updated({ agent_id: '302' }) }),
		},
	},
];
