import { describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { add as addAgents } from '../../nodes/Agent/operations/add';
import { getMany as getAgents } from '../../nodes/Agent/operations/getMany';
import { update as updateAgents } from '../../nodes/Agent/operations/update';
import { exportAlerts } from '../../nodes/Alert/operations/exportAlerts';
import { getBulkPage } from '../../nodes/Alert/operations/getBulkPage';
import { getMany as getAlerts } from '../../nodes/Alert/operations/getMany';
import { startBulkRequest } from '../../nodes/Alert/operations/startBulkRequest';
import { getMany as getAlertProfiles } from '../../nodes/AlertProfile/operations/getMany';
import { getMany as getComputers } from '../../nodes/Computer/operations/getMany';
import { getMany as getDomains } from '../../nodes/Domain/operations/getMany';
import { add as addLogSources } from '../../nodes/LogSource/operations/add';
import { deleteLogSources } from '../../nodes/LogSource/operations/delete';
import { getMany as getLogSources } from '../../nodes/LogSource/operations/getMany';
import { setEventSourceFiles } from '../../nodes/LogSource/operations/setEventSourceFiles';
import { update as updateLogSources } from '../../nodes/LogSource/operations/update';
import { getMany as getGroups } from '../../nodes/LogSourceGroup/operations/getMany';
import { create as createLogType } from '../../nodes/LogType/operations/create';
import { deleteLogType } from '../../nodes/LogType/operations/delete';
import { getMany as getLogTypes } from '../../nodes/LogType/operations/getMany';
import { create as createRule } from '../../nodes/ParserRule/operations/create';
import { deleteParserRule } from '../../nodes/ParserRule/operations/delete';
import { getMany as getRules } from '../../nodes/ParserRule/operations/getMany';
import { update as updateRule } from '../../nodes/ParserRule/operations/update';
import { toJson } from '../../nodes/shared/json';
import type { ExportOperation, ListOperation, Payload, WriteOperation } from '../../nodes/shared/operation/operation';
import type { ApiRequest } from '../../nodes/shared/http/request';
import { allOperations, nameOf } from '../support/rules/allOperations';
import type { Values } from '../../nodes/shared/operation/values';

const large = 1_700_000_000_000_000_001n;

/** What an operation asks for, beside the operation itself. */
interface Asked {
	operation: unknown;
	request: () => ApiRequest;
}

const listed = <F extends INodeProperties[]>(
	operation: ListOperation<F> | ExportOperation<F>,
	params: Values<F>,
): Asked => ({ operation, request: () => operation.request(params) });

/** Items of a write that share a request. */
const written = <F extends INodeProperties[], E extends Payload>(
	operation: WriteOperation<F, E>,
	first: Values<F>,
	...others: Array<Values<F>>
): Asked => ({
	operation,
	request: () =>
		operation.request([operation.payload(first), ...others.map((each) => operation.payload(each))]),
});

type Row = [what: string, asked: Asked, request: ApiRequest];

const noQuery = { queryAs: 'none', query: undefined, conditions: undefined } as const;
const lastHour = { start_time: '2026-01-01T07:00:00Z', end_time: '2026-01-01T08:00:00Z' };
const noConditions = {
	applyWhenAs: 'none',
	apply_when: undefined,
	groupsJoinedBy: undefined,
	conditionGroups: undefined,
} as const;
const noMappings = { fieldsAs: 'none', mappings: undefined, mappingsJson: undefined } as const;

const rows: Row[] = [
	[
		'log sources, some with an agent',
		written(
			addLogSources,
			{ log_source: 'WEB01', domain_name: 'corp.example.com', additionalFields: {} },
			{ log_source: 'WEB02', domain_name: 'corp.example.com', additionalFields: { agent_id: 301 } },
			{ log_source: 'X', domain_name: 'lab', additionalFields: { agent_id: large } },
		),
		{
			method: 'POST',
			path: '/log-sources/windows',
			scope: 'logsources.CREATE',
			body: {
				log_sources: [
					{ log_source: 'WEB01', domain_name: 'corp.example.com' },
					{ log_source: 'WEB02', domain_name: 'corp.example.com', agent_id: 301 },
					{ log_source: 'X', domain_name: 'lab', agent_id: large },
				],
			},
		},
	],
	[
		'ids',
		written(
			deleteLogSources,
			{ deleteBy: 'id', log_source_id: 5, log_source: undefined, domain_name: undefined },
			{ deleteBy: 'id', log_source_id: large, log_source: 'left over', domain_name: 'left over' },
		),
		{
			method: 'DELETE',
			path: '/log-sources/windows',
			scope: 'logsources.DELETE',
			body: { log_sources: [{ log_source_id: 5 }, { log_source_id: large }] },
		},
	],
	[
		'names, with and without a domain',
		written(
			deleteLogSources,
			{ deleteBy: 'name', log_source_id: 5, log_source: 'WEB01', domain_name: 'left over' },
			{ deleteBy: 'nameAndDomain', log_source_id: 5, log_source: 'WEB02', domain_name: 'lab' },
		),
		{
			method: 'DELETE',
			path: '/log-sources/windows',
			scope: 'logsources.DELETE',
			body: {
				log_sources: [{ log_source: 'WEB01' }, { log_source: 'WEB02', domain_name: 'lab' }],
			},
		},
	],
	[
		'one field, and all fields, empty texts included',
		written(
			updateLogSources,
			{ log_source_id: 5, updateFields: { display_name: '' } },
			{
				log_source_id: large,
				updateFields: {
					display_name: 'Web',
					log_collection_mode: 'Scheduled',
					log_collection_status: 'disabled',
					log_source_group: 'Critical Servers',
					log_type_name: 'pfSense Device',
					monitoring_interval: 11,
					time_zone: 'GMT+01:00',
				},
			},
		),
		{
			method: 'PUT',
			path: '/log-sources',
			scope: 'logsources.UPDATE',
			body: {
				log_sources: [
					{ log_source_id: 5, display_name: '' },
					{
						log_source_id: large,
						display_name: 'Web',
						log_collection_mode: 'Scheduled',
						log_collection_status: 'disabled',
						log_source_group: 'Critical Servers',
						log_type_name: 'pfSense Device',
						monitoring_interval: 11,
						time_zone: 'GMT+01:00',
					},
				],
			},
		},
	],
	[
		'the log sources that share their files',
		written(
			setEventSourceFiles,
			{ log_source_id: 5, source_files: ['Security', 'System'] },
			{ log_source_id: large, source_files: ['Security', 'System'] },
		),
		{
			method: 'PUT',
			path: '/log-sources/windows/event-source-configuration',
			scope: 'logsources.UPDATE',
			body: { log_source_ids: [5, large], source_files: ['Security', 'System'] },
		},
	],
	[
		'no filter at all',
		listed(getLogSources, { simplify: true, filters: {}, options: {} }),
		{ method: 'GET', path: '/log-sources', scope: 'logsources.READ', query: {} },
	],
	[
		'all filters, false included',
		listed(getLogSources, {
			simplify: false,
			filters: {
				domain_name: 'corp.example.com',
				log_collection_status: 'enabled',
				log_collector_state: 'decommissioned_device',
				log_source_id: large,
				log_source_group: 'Group',
				log_source: 'WEB01',
			},
			options: { sort: 'log_source', is_ascending: false, from: 5 },
		}),
		{
			method: 'GET',
			path: '/log-sources',
			scope: 'logsources.READ',
			query: {
				domain_name: 'corp.example.com',
				log_collection_status: 'enabled',
				log_collector_state: 'decommissioned_device',
				log_source_id: large,
				log_source_group: 'Group',
				log_source: 'WEB01',
				sort: 'log_source',
				is_ascending: false,
			},
		},
	],
	[
		'a group, sorted',
		listed(getGroups, {
			filters: { log_source_group: 'Critical Servers' },
			options: { sort: 'log_source_group_id', is_ascending: true },
		}),
		{
			method: 'GET',
			path: '/log-sources/log-source-groups',
			scope: 'logsources.READ',
			query: {
				log_source_group: 'Critical Servers',
				sort: 'log_source_group_id',
				is_ascending: true,
			},
		},
	],
	[
		'devices with and without credentials, which are secrets',
		written(
			addAgents,
			{ device_name: 'WEB01', domain_name: 'corp.example.com', credentials: {} },
			{
				device_name: 'WEB02',
				domain_name: 'corp.example.com',
				credentials: { user_name: 'encrypted-user', password: 'encrypted-password' },
			},
		),
		{
			method: 'POST',
			path: '/log-sources/agents',
			scope: 'agents.CREATE',
			body: {
				agents: [
					{ device_name: 'WEB01', domain_name: 'corp.example.com' },
					{
						device_name: 'WEB02',
						domain_name: 'corp.example.com',
						user_name: 'encrypted-user',
						password: 'encrypted-password',
					},
				],
			},
			secrets: ['', '', 'encrypted-password', 'encrypted-user'],
		},
	],
	[
		'agents by the text of their ids',
		written(
			updateAgents,
			{ agent_id: 301, updateFields: { display_name: 'Web' } },
			{ agent_id: large, updateFields: { log_level: '3' } },
		),
		{
			method: 'PUT',
			path: '/log-sources/agents',
			scope: 'agents.UPDATE',
			body: {
				agents: [
					{ agent_id: '301', display_name: 'Web' },
					{ agent_id: '1700000000000000001', log_level: '3' },
				],
			},
		},
	],
	[
		'agents by every filter',
		listed(getAgents, {
			filters: {
				agent_id: large,
				agent_name: 'WEB01',
				status: 'waitingfor_initailsync',
				version: '5310',
			},
			options: {},
		}),
		{
			method: 'GET',
			path: '/log-sources/agents',
			scope: 'agents.READ',
			query: {
				agent_id: large,
				agent_name: 'WEB01',
				status: 'waitingfor_initailsync',
				version: '5310',
			},
		},
	],
	[
		'all domains',
		listed(getDomains, {}),
		{ method: 'GET', path: '/log-sources/domains', scope: 'domains.READ' },
	],
	[
		'the configured computers of one domain',
		listed(getComputers, {
			domains: 'one',
			domain_name: 'corp.example.com',
			configured: 'configured',
			filters: { os: 'Windows 11 Pro' },
			options: {},
		}),
		{
			method: 'GET',
			path: '/log-sources/computers',
			scope: 'domains.READ',
			query: { domain_name: 'corp.example.com', os: 'Windows 11 Pro', is_configured_list: true },
		},
	],
	[
		'the computers of all domains',
		listed(getComputers, {
			domains: 'all',
			domain_name: 'left over',
			configured: 'notConfigured',
			filters: {},
			options: {},
		}),
		{ method: 'GET', path: '/log-sources/computers', scope: 'domains.READ', query: {} },
	],
	[
		'a log type',
		written(createLogType, { log_type_display_name: 'Payments', type: 'syslog' }),
		{
			method: 'POST',
			path: '/log-type',
			scope: 'logformats.CREATE',
			body: { log_type_display_name: 'Payments', type: 'syslog' },
		},
	],
	[
		'a log type in the URL',
		written(deleteLogType, { log_type_id: large }),
		{
			method: 'DELETE',
			path: '/log-type',
			scope: 'logformats.DELETE',
			query: { log_type_id: large },
		},
	],
	[
		'all log types',
		listed(getLogTypes, {}),
		{ method: 'GET', path: '/log-type', scope: 'logformats.READ' },
	],
	[
		'a rule of little',
		written(createRule, {
			log_type_id: 503,
			rule_name: 'Little',
			regex: '',
			...noMappings,
			...noConditions,
			additionalFields: { method: 'delimiter', delimiter: ';' },
		}),
		{
			method: 'POST',
			path: '/log-type/parser',
			scope: 'logformats.CREATE',
			body: { log_type_id: 503, rule_name: 'Little', method: 'delimiter', delimiter: ';' },
		},
	],
	[
		'a whole rule, its mappings and conditions as rows',
		written(createRule, {
			log_type_id: large,
			rule_name: 'Whole',
			regex: '(?<a>x)',
			fieldsAs: 'rows',
			mappings: {
				mapping: [
					{ display_name: 'A', value: 'a', more: {} },
					{
						display_name: 'B',
						value: 'b',
						more: { group_number: 0, is_open_attribute: false, path: '' },
					},
				],
			},
			mappingsJson: undefined,
			applyWhenAs: 'groups',
			apply_when: undefined,
			groupsJoinedBy: 'OR',
			conditionGroups: {
				group: [
					{
						joinedBy: 'AND',
						conditions: {
							condition: [
								{ attribute: 'HOSTTYPE', operator: 'equals_cs', operand: 'unix' },
								{ attribute: 'ID', operator: 'multi_range', operand: '1-5,8' },
							],
						},
					},
					{
						joinedBy: 'AND',
						conditions: {
							condition: [{ attribute: 'EVENTID', operator: 'regex', operand: "4.'" }],
						},
					},
				],
			},
			additionalFields: { sample_log: 'x' },
		}),
		{
			method: 'POST',
			path: '/log-type/parser',
			scope: 'logformats.CREATE',
			body: {
				log_type_id: large,
				rule_name: 'Whole',
				method: 'regex',
				regex: '(?<a>x)',
				sample_log: 'x',
				fields: [
					{ display_name: 'A', value: 'a' },
					{
						display_name: 'B',
						value: 'b',
						group_number: 0,
						is_open_attribute: false,
						path: '',
					},
				],
				apply_when:
					"((HOSTTYPE equals_cs 'unix' AND ID multi_range '1-5,8') OR EVENTID regex '4.\\x27')",
			},
		},
	],
	[
		'a rule whose mappings and condition are kept as data',
		written(updateRule, {
			log_type_id: undefined,
			rule_id: large,
			fieldsAs: 'json',
			mappings: undefined,
			mappingsJson: [{ value: 'a', group_number: '2' }],
			...noConditions,
			applyWhenAs: 'text',
			apply_when: "(ID multi '1,2')",
			updateFields: { rule_name: 'New', regex: '' },
		}),
		{
			method: 'PUT',
			path: '/log-type/parser',
			scope: 'logformats.UPDATE',
			body: {
				rule_id: large,
				rule_name: 'New',
				regex: '',
				fields: [{ value: 'a', group_number: 2 }],
				apply_when: "(ID multi '1,2')",
			},
		},
	],
	[
		'the rules of a log type',
		listed(getRules, { log_type_id: large }),
		{
			method: 'GET',
			path: '/log-type/parser',
			scope: 'logformats.READ',
			query: { log_type_id: large },
		},
	],
	[
		'a rule in the URL, without its log type',
		written(deleteParserRule, { log_type_id: 503, rule_id: large }),
		{
			method: 'DELETE',
			path: '/log-type/parser',
			scope: 'logformats.DELETE',
			query: { rule_id: large },
		},
	],
	[
		'all alerts of an hour, with a query for a service that requires one',
		listed(getAlerts, { ...lastHour, ...noQuery, simplify: true, filters: {}, options: {} }),
		{
			method: 'POST',
			path: '/alerts',
			scope: 'alerts.READ',
			body: lastHour,
			idempotent: true,
			fallbackBody: { query: '*' },
		},
	],
	[
		'alerts by everything',
		listed(getAlerts, {
			...lastHour,
			queryAs: 'conditions',
			query: undefined,
			conditions: {
				condition: [
					{ field: 'EVENTID', value: '4625' },
					{ field: ' TYPE ', value: "O'Hara (AND)" },
				],
			},
			simplify: true,
			filters: {
				severity: ['critical', 'trouble'],
				status: ['open', 'in_progress'],
				profile_ids: [901, large],
			},
			options: { response_type: 'client' },
		}),
		{
			method: 'POST',
			path: '/alerts',
			scope: 'alerts.READ',
			body: {
				...lastHour,
				query: '(EVENTID = "4625" AND TYPE = "O\'Hara (AND)")',
				severity: 'critical,trouble',
				status: 'open,in_progress',
				profile_ids: [901, large],
				response_type: 'client',
			},
			idempotent: true,
			fallbackBody: { query: '*' },
		},
	],
	[
		'alerts from a cursor on, which goes without a query',
		listed(getAlerts, {
			...lastHour,
			queryAs: 'text',
			query: 'TYPE = "Windows"',
			conditions: undefined,
			simplify: true,
			filters: { severity: ['critical'] },
			options: { cursor: 'abc' },
		}),
		{
			method: 'POST',
			path: '/alerts',
			scope: 'alerts.READ',
			body: { ...lastHour, severity: 'critical', cursor: 'abc' },
			idempotent: true,
			fallbackBody: {},
		},
	],
	[
		'a bulk request by text, sent once only',
		written(startBulkRequest, {
			...lastHour,
			queryAs: 'text',
			query: 'TYPE = "Windows"',
			conditions: undefined,
			filters: { profile_ids: [901] },
		}),
		{
			method: 'POST',
			path: '/alerts/bulk',
			scope: 'alerts.READ',
			body: { ...lastHour, query: 'TYPE = "Windows"', profile_ids: [901] },
			fallbackBody: { query: '*' },
		},
	],
	[
		'a bulk request for an export',
		listed(exportAlerts, {
			...lastHour,
			...noQuery,
			output: 'csv',
			filters: { status: ['open'] },
			options: { page_no: 3 },
		}),
		{
			method: 'POST',
			path: '/alerts/bulk',
			scope: 'alerts.READ',
			body: { ...lastHour, status: 'open' },
			fallbackBody: { query: '*' },
		},
	],
	[
		'the pages of an export that was interrupted',
		listed(exportAlerts, {
			...lastHour,
			...noQuery,
			output: 'items',
			filters: {},
			options: { request_id: 'bulk-1', page_no: 3 },
		}),
		{
			method: 'GET',
			path: '/alerts/bulk',
			scope: 'alerts.READ',
			query: { request_id: 'bulk-1', page_no: 3 },
		},
	],
	[
		'a bulk page',
		listed(getBulkPage, { request_id: 'bulk-1', page_no: 0, simplify: true, options: {} }),
		{
			method: 'GET',
			path: '/alerts/bulk',
			scope: 'alerts.READ',
			query: { request_id: 'bulk-1', page_no: 0 },
		},
	],
	[
		'all alert profiles',
		listed(getAlertProfiles, {}),
		{ method: 'GET', path: '/alerts/profile', scope: 'alerts.READ' },
	],
];

const nameOfOperation = (operation: unknown): string =>
	allOperations.filter((offered) => offered.operation === operation).map(nameOf)[0] ?? '';

describe('what an operation asks of the service', () => {
	it.each(
		rows.map(
			([what, asked, request]) => [nameOfOperation(asked.operation), what, asked, request] as const,
		),
	)('%s: %s', (_name, _what, asked, request) => {
		expect(asked.request()).toEqual(request);
	});

	it('stands in the table for every operation', () => {
		const tested = rows.map(([, asked]) => nameOfOperation(asked.operation));
		expect(allOperations.map(nameOf).filter((name) => !tested.includes(name))).toEqual([]);
	});

	it('writes ids with all their digits', () => {
		const { body } = deleteLogSources.request([{ log_source_id: large }]);
		expect(toJson(body ?? {})).toBe('{"log_sources":[{"log_source_id":1700000000000000001}]}');
	});
});
