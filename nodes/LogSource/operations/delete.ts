import { idLocator, nameLocator } from '../../pickers/locators';
import type { Id } from '../../shared/json';
import { defineWrite } from '../../shared/operation/operation';
import { reportOf } from '../../shared/outcomes/batchOutcome';
import { given } from '../../shared/parameters/given';
import { lookUpDeleted } from '../lookUpDeleted';

type ById = { log_source_id: Id };
type ByName = { log_source: string; domain_name?: string };

/** Delete Windows log sources: DELETE /api/v2/log-sources/windows */
export const deleteLogSources = defineWrite({
	value: 'delete',
	name: 'Delete',
	action: 'Delete log sources',
	description:
		'Delete Windows log sources for good, named by ID, by name, or by name and domain, up to 100 a request',
	endpoint: 'Delete Windows log sources',
	scope: 'logsources.DELETE',
	noun: 'log source',
	nouns: 'log sources',
	verifyWith: 'Log Source › Get Many',
	maxBatchSize: 100,
	fields: [
		{
			displayName: 'Delete By',
			name: 'deleteBy',
			type: 'options',
			options: [
				{ name: 'ID', value: 'id', description: 'Identifies exactly one log source' },
				{
					name: 'Name',
					value: 'name',
					description: 'Is refused where several log sources have the name',
				},
				{
					name: 'Name and Domain',
					value: 'nameAndDomain',
					description: 'For a name that several domains have',
				},
			],
			default: 'id',
			description: 'How to identify the log source to delete',
		},
		idLocator('searchLogSources', {
			displayName: 'Log Source',
			name: 'log_source_id',
			required: true,
			description: 'The log source to delete',
			displayOptions: { show: { deleteBy: ['id'] } },
		}),
		nameLocator('searchLogSourceNames', 'e.g. WEB01', {
			displayName: 'Log Source Name',
			name: 'log_source',
			required: true,
			description: 'The name of the log source to delete',
			displayOptions: { show: { deleteBy: ['name', 'nameAndDomain'] } },
		}),
		nameLocator('searchDomainNames', 'e.g. corp.example.com', {
			displayName: 'Domain',
			name: 'domain_name',
			required: true,
			description: 'The domain of the log source to delete',
			displayOptions: { show: { deleteBy: ['nameAndDomain'] } },
		}),
	],
	lookUpDescription:
		'Whether to look up log sources whose outcome is unknown, for instance where the service names a refused one by its name although it was sent by ID. Takes a few requests more and the scope logsources.READ.',
	payload: ({ deleteBy, ...params }): ById | ByName => {
		if (deleteBy === 'id') return { log_source_id: given(params, 'log_source_id', 'Log Source') };
		const log_source = given(params, 'log_source', 'Log Source Name');
		return deleteBy === 'name'
			? { log_source }
			: { log_source, domain_name: given(params, 'domain_name', 'Domain') };
	},
	request: (log_sources) => ({
		method: 'DELETE',
		path: '/log-sources/windows',
		body: { log_sources },
	}),
	conflictKeys: (payload) => [
		'log_source_id' in payload ? String(payload.log_source_id) : payload.log_source,
	],
	// A refused ID comes back as a name, which must not be taken for that of another item.
	group: (payload) => ('log_source_id' in payload ? 'id' : 'name'),
	parseResult: {
		report: reportOf({
			failures: 'failed_log_sources',
			identifiedBy: ['log_source_id', 'log_source'],
			total: 'total_log_sources',
			succeeded: 'deleted_log_sources',
			failed: 'failed_deletions',
		}),
	},
	resultFields: (succeeded) => new Map(succeeded.map((payload) => [payload, { deleted: true }])),
	lookUp: lookUpDeleted,
});
