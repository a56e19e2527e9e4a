import { LOG_SOURCES } from '../../contract/lists';
import { domainPicker, groupPicker, idPicker } from '../../editor/pickers';
import {
	ALL_FIELDS,
	PAGE_OPTIONS,
	SILENT_FOR_HOURS,
	sortingOptions,
} from '../../shared/operation/listOptions';
import { defineGetMany } from '../../shared/operation/listReads';
import { filterCollection, optionCollection } from '../../shared/operation/operation';
import { COLLECTION_STATUSES, COLLECTOR_STATES } from '../choices';

/** Get log sources: GET /api/v2/log-sources */
export const getMany = defineGetMany({
	description: 'List log sources with their domain, group, states and last event',
	list: LOG_SOURCES,
	fields: [
		filterCollection([
			domainPicker('The domain of the log sources'),
			{
				displayName: 'Log Collection Status',
				name: 'log_collection_status',
				type: 'options',
				options: COLLECTION_STATUSES,
				default: 'enabled',
				description: 'The collection status of the log sources',
			},
			{
				displayName: 'Log Collector State',
				name: 'log_collector_state',
				type: 'options',
				options: COLLECTOR_STATES,
				default: 'active',
				description: 'The state of the collector',
			},
			idPicker(LOG_SOURCES, 'searchLogSources', 'The only log source to list'),
			groupPicker('The group of the log sources'),
			{
				displayName: 'Log Source Name',
				name: 'log_source',
				type: 'string',
				default: '',
				placeholder: 'e.g. WEB01',
				description: 'The name of the log sources',
			},
			SILENT_FOR_HOURS,
		]),
		optionCollection([
			ALL_FIELDS,
			...PAGE_OPTIONS,
			...sortingOptions(LOG_SOURCES, 'log_source_id'),
		]),
	],
});
