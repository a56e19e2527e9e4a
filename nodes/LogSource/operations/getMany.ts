import { FILE_OPTIONS, LIST_OUTPUT } from '../../shared/files/fileOptions';
import {
	ADVANCED_OPTIONS,
	IS_ASCENDING,
	SILENT_FOR_HOURS,
	SIMPLIFY,
	startOf,
} from '../../shared/operation/listFields';
import { idLocator, nameLocator } from '../../pickers/locators';
import { defineList } from '../../shared/operation/operation';
import { LOG_SOURCES } from '../../lists/logSources';
import { listRequest, pagesOf } from '../../shared/pagination/list';
import { simplified } from '../../shared/pagination/paginate';
import { omit } from '../../shared/parameters/omit';
import { silentRows } from '../../shared/pagination/silentRows';
import { LOG_COLLECTION_STATUS, LOG_COLLECTOR_STATE } from '../values';

/** Get log sources: GET /api/v2/log-sources */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many log sources',
	description: 'List log sources by name, state, group or domain, or those that went silent',
	endpoint: 'Get log sources',
	scope: 'logsources.READ',
	nouns: 'log sources',
	fields: [
		SIMPLIFY,
		LIST_OUTPUT,
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
				{
					...SILENT_FOR_HOURS,
					description:
						'Only log sources whose last event is at least so many hours ago by the clock of the service, and those without any event. The node picks them from the list as it reads it, in pages of 1,000.',
				},
			],
		},
		FILE_OPTIONS,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				IS_ASCENDING,
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
		ADVANCED_OPTIONS,
	],
	request: ({ filters, options: { sort, is_ascending } }) =>
		listRequest(LOG_SOURCES, { ...omit(filters, 'silentForHours'), sort, is_ascending }),
	pages: ({ simplify, filters, advancedOptions }) => {
		const all = pagesOf(LOG_SOURCES, startOf(advancedOptions));
		const pages = silentRows(all, 'last_event_time', filters.silentForHours);
		return simplify ? simplified(pages, LOG_SOURCES.simple) : pages;
	},
});
