import {
	ADVANCED_OPTIONS,
	IS_ASCENDING,
	SIMPLIFY,
	startOf,
} from '../../shared/operation/listFields';
import { nameLocator } from '../../pickers/locators';
import { defineList } from '../../shared/operation/operation';
import { LOG_SOURCE_GROUPS } from '../../lists/logSourceGroups';
import { listRequest, pagesOf } from '../../shared/pagination/list';
import { simplified } from '../../shared/pagination/paginate';

/** Get log source groups: GET /api/v2/log-sources/log-source-groups */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many log source groups',
	description: 'List log source groups and the log sources in each',
	endpoint: 'Get log source groups',
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
				nameLocator('searchLogSourceGroupNames', 'e.g. Domain Controllers', {
					displayName: 'Log Source Group',
					name: 'log_source_group',
					description: 'The group to list, by its name',
				}),
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
				{
					displayName: 'Sort By',
					name: 'sort',
					type: 'options',
					options: [
						{ name: 'Log Source Group ID', value: 'log_source_group_id' },
						{ name: 'Log Source Group Name', value: 'log_source_group' },
					],
					default: 'log_source_group',
					description: 'What to sort the groups by',
				},
			],
		},
		ADVANCED_OPTIONS,
	],
	columns: LOG_SOURCE_GROUPS.columns,
	request: ({ filters, options: { sort, is_ascending } }) =>
		listRequest(LOG_SOURCE_GROUPS, { ...filters, sort, is_ascending }),
	pages: ({ simplify, advancedOptions }) => {
		const pages = pagesOf(LOG_SOURCE_GROUPS, startOf(advancedOptions));
		return simplify ? simplified(pages, LOG_SOURCE_GROUPS.simple) : pages;
	},
});
