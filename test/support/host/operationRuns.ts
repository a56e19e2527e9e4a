import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { call, inside } from '../service/client';
import type { OperationId } from '../service/contract';
import type { Service } from '../service/service';

/** A run of one operation against the embedded service's demo world, and what it has to do there. */
export interface OperationRun {
	/** The node's short name and the operation's value. */
	operation: `${string}.${string}`;
	parameters?: INodeParameters;
	/** The items that come in; one empty item where none are given. */
	items?: (service: Service) => Promise<IDataObject[]> | IDataObject[];
	/** The request that has to reach the service; parts of its query and its body. */
	sends: { operation: OperationId; query?: object; body?: object };
	/** The items that come out, in order; parts of each. */
	gives: object[];
	/** How many items come out, where they are more than `gives` holds. */
	count?: number;
}

const id = (value: number | string) => ({ __rl: true, mode: 'id', value });
const name = (value: string) => ({ __rl: true, mode: 'name', value });
const all = { returnAll: true };
const succeeded = { outcome: 'succeeded' };
const mappings = {
	fieldsAs: 'rows',
	mappings: { mapping: [{ display_name: 'User', value: 'user' }] },
};
const fields = [{ display_name: 'User', value: 'user' }];

/** One run for each operation of each node. */
export const operationRuns: OperationRun[] = [
	{
		operation: 'agent.add',
		parameters: { device_name: '={{ $json.pc }}', domain_name: name('corp.example.com') },
		items: () => [{ pc: 'CORP-PC-02' }, { pc: 'CORP-PC-03' }],
		sends: {
			operation: 'addAgents',
			body: {
				agents: [
					{ device_name: 'CORP-PC-02', domain_name: 'corp.example.com' },
					{ device_name: 'CORP-PC-03', domain_name: 'corp.example.com' },
				],
			},
		},
		gives: [
			{ device_name: 'CORP-PC-02', ...succeeded },
			{ device_name: 'CORP-PC-03', ...succeeded },
		],
	},
	{
		operation: 'agent.getAll',
		parameters: { ...all, filters: { status: 'agent_not_communicating' } },
		sends: { operation: 'getAgents', query: { status: 'agent_not_communicating' } },
		gives: [{ agent_name: 'CORP-AGENT-3' }, { agent_name: 'LAB-AGENT-1' }],
	},
	{
		operation: 'agent.update',
		parameters: { agent_id: id(301), updateFields: { display_name: 'Agent One' } },
		sends: {
			operation: 'updateAgents',
			body: { agents: [{ agent_id: '301', display_name: 'Agent One' }] },
		},
		gives: [{ agent_id: '301', ...succeeded }],
	},
	{
		operation: 'alert.exportAlerts',
		parameters: { output: 'ndjson' },
		items: (service) => {
			service.set({ bulkFetchesBeforeReady: 0 });
			return [{}];
		},
		sends: { operation: 'getAlertBulkPage' },
		gives: [{ records: 60, parts: 1 }],
	},
	{
		operation: 'alert.getAll',
		parameters: { limit: 3, filters: { severity: ['critical'] } },
		sends: { operation: 'getAlerts', body: { severity: 'critical' } },
		gives: Array.from({ length: 3 }, () => ({ AlertSeverity: 'CRITICAL' })),
	},
	{
		operation: 'alert.startBulkRequest',
		parameters: { filters: { status: ['open', 'in_progress'] } },
		sends: { operation: 'startAlertBulk', body: { status: 'open,in_progress' } },
		gives: [{ ...succeeded }],
	},
	{
		operation: 'alert.getBulkPage',
		parameters: { request_id: '={{ $json.started }}', page_no: 1 },
		items: async (service) => {
			service.set({ bulkFetchesBeforeReady: 0 });
			const started = await call(service, 'POST', '/alerts/bulk', {
				query: '*',
				start_time: new Date(service.clock.now() - 7_200_000).toISOString(),
				end_time: new Date(service.clock.now()).toISOString(),
			});
			return [{ started: String(inside(started, 'data.request_id')) }];
		},
		sends: { operation: 'getAlertBulkPage', query: { page_no: '1' } },
		gives: [{ AlertSeverity: 'CRITICAL' }],
		count: 60,
	},
	{
		operation: 'alertProfile.getAll',
		parameters: all,
		sends: { operation: 'getAlertProfiles' },
		gives: [{ profile_id: 901 }, { profile_id: 902 }, { profile_id: 903 }, { profile_id: 904 }],
	},
	{
		operation: 'computer.getAll',
		parameters: { ...all, domains: 'all', configured: 'notConfigured' },
		sends: { operation: 'getComputers', query: { domain_name: 'lab.example.com' } },
		gives: [{ name: 'CORP-PC-02', domain_name: 'corp.example.com' }],
		count: 25,
	},
	{
		operation: 'domain.getAll',
		parameters: all,
		sends: { operation: 'getDomains' },
		gives: [{ domain_id: 101 }, { domain_id: 102 }, { domain_id: 103 }],
	},
	{
		operation: 'logSource.add',
		parameters: {
			log_source: '={{ $json.pc }}',
			domain_name: name('corp.example.com'),
			options: { readBack: true },
		},
		items: () => [{ pc: 'CORP-PC-02' }, { pc: 'CORP-LINUX-01' }, { pc: 'CORP-PC-03' }],
		sends: {
			operation: 'addLogSources',
			body: {
				log_sources: [
					{ log_source: 'CORP-PC-02', domain_name: 'corp.example.com' },
					{ log_source: 'CORP-LINUX-01', domain_name: 'corp.example.com' },
					{ log_source: 'CORP-PC-03', domain_name: 'corp.example.com' },
				],
			},
		},
		gives: [
			{ log_source: 'CORP-PC-02', ...succeeded, log_source_id: 1902 },
			{
				log_source: 'CORP-LINUX-01',
				outcome: 'failed',
				issue: 'Only Windows log sources are supported',
			},
			{ log_source: 'CORP-PC-03', ...succeeded, log_source_id: 1903 },
		],
	},
	{
		operation: 'logSource.delete',
		parameters: { deleteBy: 'id', log_source_id: id('={{ $json.id }}') },
		items: () => [{ id: 1001 }, { id: 1002 }],
		sends: {
			operation: 'deleteLogSources',
			body: { log_sources: [{ log_source_id: 1001 }, { log_source_id: 1002 }] },
		},
		gives: [
			{ log_source_id: 1001, deleted: true, ...succeeded },
			{ log_source_id: 1002, deleted: true, ...succeeded },
		],
	},
	{
		operation: 'logSource.getAll',
		parameters: { ...all, filters: { domain_name: name('branch.example.net') } },
		sends: { operation: 'getLogSources', query: { domain_name: 'branch.example.net' } },
		gives: [{ domain_name: 'branch.example.net' }],
		count: 5,
	},
	{
		operation: 'logSource.setEventSourceFiles',
		parameters: { log_source_id: id('={{ $json.id }}'), source_files: ['Security', 'System'] },
		items: () => [{ id: 1001 }, { id: 1002 }],
		sends: {
			operation: 'updateEventSources',
			body: { log_source_ids: [1001, 1002], source_files: ['Security', 'System'] },
		},
		gives: [
			{ log_source_id: 1001, ...succeeded },
			{ log_source_id: 1002, ...succeeded },
		],
	},
	{
		operation: 'logSource.update',
		parameters: {
			log_source_id: id(1001),
			updateFields: { log_source_group: name('Critical Servers') },
		},
		sends: {
			operation: 'updateLogSources',
			body: { log_sources: [{ log_source_id: 1001, log_source_group: 'Critical Servers' }] },
		},
		gives: [{ log_source_id: 1001, ...succeeded }],
	},
	{
		operation: 'logSourceGroup.getAll',
		parameters: all,
		sends: { operation: 'getLogSourceGroups' },
		gives: [{ log_source_group: 'Critical Servers' }],
		count: 3,
	},
	{
		operation: 'logType.create',
		parameters: { log_type_display_name: 'Payments', type: 'syslog' },
		sends: {
			operation: 'createLogType',
			body: { log_type_display_name: 'Payments', type: 'syslog' },
		},
		gives: [{ log_type_id: 504, ...succeeded }],
	},
	{
		operation: 'logType.delete',
		parameters: { log_type_id: id(503) },
		sends: { operation: 'deleteLogType', query: { log_type_id: '503' } },
		gives: [{ log_type_id: 503, deleted: true, ...succeeded }],
	},
	{
		operation: 'logType.getAll',
		parameters: all,
		sends: { operation: 'getLogTypes' },
		gives: [{ log_type_id: 501 }, { log_type_id: 502 }, { log_type_id: 503 }],
	},
	{
		operation: 'parserRule.create',
		parameters: {
			log_type_id: id(503),
			rule_name: 'Sign-in',
			regex: 'user=(?<user>\\S+)',
			...mappings,
			applyWhenAs: 'text',
			apply_when: "(EVENTID multi '1,2')",
		},
		sends: {
			operation: 'createParserRule',
			body: { log_type_id: 503, rule_name: 'Sign-in', fields, apply_when: "(EVENTID multi '1,2')" },
		},
		gives: [{ rule_id: 705, ...succeeded }],
	},
	{
		operation: 'parserRule.delete',
		parameters: { rule_id: id(702) },
		sends: { operation: 'deleteParserRule', query: { rule_id: '702' } },
		gives: [{ rule_id: 702, deleted: true, ...succeeded }],
	},
	{
		operation: 'parserRule.getAll',
		parameters: { ...all, log_type_id: id(502) },
		sends: { operation: 'getParserRules', query: { log_type_id: '502' } },
		gives: [{ rule_id: 702 }, { rule_id: 704 }],
	},
	{
		operation: 'parserRule.update',
		parameters: {
			rule_id: id(702),
			...mappings,
			applyWhenAs: 'text',
			apply_when: "(HOSTTYPE equals_cs 'unix')",
			updateFields: { rule_name: 'sshd', method: 'regex', regex: '(?<user>\\S+)' },
		},
		sends: {
			operation: 'updateParserRule',
			body: { rule_id: 702, rule_name: 'sshd', regex: '(?<user>\\S+)', fields },
		},
		gives: [{ rule_id: 702, ...succeeded }],
	},
];
