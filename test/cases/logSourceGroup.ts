import { get, named, type Case } from './case';

const PATH = '/log-sources/log-source-groups';

export const logSourceGroup: readonly Case[] = [
	{
		operation: 'logSourceGroup.get',
		name: 'one by its name',
		parameters: { log_source_group: named('Critical Servers') },
		requests: [get(PATH, { log_source_group: 'Critical Servers', page: 1, limit: 1000 })],
		output: [{ log_source_group_id: 203, log_source_group: 'Critical Servers' }],
		refused: {
			parameters: { log_source_group: named('None') },
			says: /^Not found: the service lists no log source group named "None"\./,
		},
	},
	{
		operation: 'logSourceGroup.getAll',
		name: 'all groups by their ids',
		parameters: {
			returnAll: true,
			options: { sort: 'log_source_group_id', is_ascending: true },
		},
		requests: [
			get(PATH, { sort: 'log_source_group_id', is_ascending: true, page: 1, limit: 1000 }),
		],
		output: ({ world }) =>
			world.groups.map(({ log_source_group_id, log_source_group }) => ({
				log_source_group_id,
				log_source_group,
			})),
	},
];
