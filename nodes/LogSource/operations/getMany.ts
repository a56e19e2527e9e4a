import { domainPicker, groupPicker, idPicker } from '../../editor/pickers';
import { LOG_SOURCES } from '../../lists/lists';
import { filterCollection, optionCollection } from '../../shared/operation/collections';
import {
	outputOptions,
	PAGE_OPTIONS,
	SILENT_FOR_HOURS,
	sortingOptions,
} from '../../shared/operation/listFields';
import { defineGetMany } from '../../shared/operation/listReads';
import { chosenView } from '../../shared/operation/rowView';
import { listPages } from '../../shared/pagination/list';
import { silentPages } from '../../shared/pagination/silentRows';
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
			{
				...SILENT_FOR_HOURS,
				description:
					'Only log sources whose last event is at least this many hours ago, is missing or cannot be read. The node filters the list as it reads it.',
			},
		]),
		optionCollection([
			...outputOptions(LOG_SOURCES.selectableFields),
			...PAGE_OPTIONS,
			...sortingOptions(LOG_SOURCES, 'log_source_id'),
		]),
	],
	view: ({ unsent }) => chosenView(LOG_SOURCES.simplifiedFields, unsent),
	rows: (service, { filters, options, unsent: { silentForHours: hours } }, { now }, maxRows) => {
		const query = { ...filters, ...options };
		return hours === undefined
			? listPages(service, LOG_SOURCES, query, maxRows)
			: silentPages(service, LOG_SOURCES, query, { timeField: 'last_event_time', hours, now });
	},
});
