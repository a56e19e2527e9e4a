import { OUTPUT_OPTIONS } from '../../shared/files/fileOptions';
import { FROM, IS_ASCENDING, PAGE, SIMPLIFY, startOf } from '../../shared/operation/listFields';
import { idLocator, nameLocator } from '../../pickers/locators';
import { defineList } from '../../shared/operation/operation';
import { pageIncrement } from '../../shared/pagination/paginate';
import { logSourcesOf, simplifiedIf } from '../listing';
import { LOG_COLLECTION_STATUS, LOG_COLLECTOR_STATE } from '../values';

/** Get log sources: GET /api/v2/log-sources */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many log sources',
	description: 'List log sources by name, state, group or domain',
	endpoint: 'Get log sources',
	scope: 'logsources.READ',
	fields: [
		SIMPLIFY,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				nameLocator('searchDomainNames', 'e.g. corp.example.com', {
					displayName: 'Domain',
					name: 'domain_name',
					description: 'The domain of the log sources',
				}),
				{
					displayName: 'Log Collection Status',
					name: 'log_collection_status',
					type: 'options',
					options: LOG_COLLECTION_STATUS,
					default: 'enabled',
					description: 'Whether logs are collected from them',
				},
				{
					displayName: 'Log Collector State',
					name: 'log_collector_state',
					type: 'options',
					options: LOG_COLLECTOR_STATE,
					default: 'active',
					description: 'The state of the collector',
				},
				idLocator('searchLogSources', {
					displayName: 'Log Source',
					name: 'log_source_id',
					description: 'The one log source to list',
				}),
				nameLocator('searchLogSourceGroupNames', 'e.g. Domain Controllers', {
					displayName: 'Log Source Group',
					name: 'log_source_group',
					description: 'The group of the log sources',
				}),
				{
					displayName: 'Log Source Name',
					name: 'log_source',
					type: 'string',
					default: '',
					placeholder: 'e.g. WEB01',
					description: 'The name of the log sources',
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				IS_ASCENDING,
				...OUTPUT_OPTIONS,
				PAGE,
				FROM,
				{
					displayName: 'Sort By',
					name: 'sort',
					type: 'options',
					options: [
						{ name: 'Log Source ID', value: 'log_source_id' },
						{ name: 'Log Source Name', value: 'log_source' },
					],
					default: 'log_source_id',
					description: 'What to sort the log sources by',
				},
			],
		},
	],
	request: ({ filters, options: { sort, is_ascending } }) => ({
		method: 'GET',
		path: '/log-sources',
		query: { ...filters, sort, is_ascending },
	}),
	pages: ({ simplify, options }) =>
		simplifiedIf(simplify, pageIncrement(logSourcesOf, startOf(options))),
});
