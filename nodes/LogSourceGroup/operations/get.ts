import { nameLocator } from '../../pickers/locators';
import { defineGet } from '../../shared/operation/getOne';
import { pageIncrement } from '../../shared/pagination/paginate';
import { GROUP_COLUMNS, groupsOf } from '../listing';

/** Get log source groups: GET /api/v2/log-sources/log-source-groups */
export const get = defineGet({
	action: 'Get log source group',
	description: 'Read one log source group, by its name, with the log sources in it',
	noun: 'log source group',
	endpoint: 'Get log source groups',
	scope: 'logsources.READ',
	fields: [
		nameLocator('searchLogSourceGroupNames', 'e.g. Domain Controllers', {
			displayName: 'Log Source Group',
			name: 'log_source_group',
			required: true,
			description: 'The group to read, by its name',
		}),
	],
	columns: GROUP_COLUMNS,
	request: ({ log_source_group }) => ({
		method: 'GET',
		path: '/log-sources/log-source-groups',
		query: { log_source_group },
	}),
	pages: () => pageIncrement(groupsOf),
	wanted: ({ log_source_group }) => ({ log_source_group }),
});
