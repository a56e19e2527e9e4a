import { LOG_SOURCE_GROUPS } from '../../contract/lists';
import { groupPicker } from '../../editor/pickers';
import { ALL_FIELDS, PAGE_OPTIONS, sortingOptions } from '../../shared/operation/listOptions';
import { defineGetMany } from '../../shared/operation/listReads';
import { filterCollection, optionCollection } from '../../shared/operation/operation';

/** Get log source groups: GET /api/v2/log-sources/log-source-groups */
export const getMany = defineGetMany({
	description: 'List log source groups with their description and their number of log sources',
	list: LOG_SOURCE_GROUPS,
	fields: [
		filterCollection([groupPicker('The group to list, by its name')]),
		optionCollection([
			ALL_FIELDS,
			...PAGE_OPTIONS,
			...sortingOptions(LOG_SOURCE_GROUPS, 'log_source_group'),
		]),
	],
});
