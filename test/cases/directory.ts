import { CORP, get, id, named, notFound, type Case } from './case';

const COMPUTERS = '/log-sources/computers';
const DOMAINS = '/log-sources/domains';
const GROUPS = '/log-sources/log-source-groups';

const os = 'Windows 10 Enterprise';
const page = { page: 1, limit: 1000 };

/** Alert profiles, computers, domains and groups of log sources. */
export const directory: readonly Case[] = [
	{
		operation: 'alertProfile.get',
		name: 'one by its id',
		parameters: { profile_id: id(902) },
		requests: [get('/alerts/profile')],
		output: [{ profile_id: 902 }],
		refused: notFound({ profile_id: named('None') }, 'alert profile named "None"'),
	},
	{
		operation: 'alertProfile.getAll',
		name: 'all profiles',
		parameters: { returnAll: true },
		requests: [get('/alerts/profile')],
		output: [{ profile_id: 901 }, { profile_id: 902 }, { profile_id: 903 }, { profile_id: 904 }],
	},
	{
		operation: 'computer.getAll',
		name: 'those of all domains with an operating system that are not configured',
		parameters: { returnAll: true, filters: { configured: 'notConfigured', os } },
		requests: [
			get(DOMAINS),
			...[CORP, 'lab.example.com', 'branch.example.net'].flatMap((domain_name) => [
				get(COMPUTERS, { domain_name, os, is_configured_list: true, ...page }),
				get(COMPUTERS, { domain_name, os, ...page }),
			]),
		],
		output: ({ world }) =>
			world.domains.flatMap(({ domain_name }) =>
				world.computers
					.filter(
						(each) =>
							each.domain_name === domain_name &&
							each.os === os &&
							!world.logSourceAt(domain_name, each.name),
					)
					.map(({ name }) => ({ name, domain_name })),
			),
	},
	{
		operation: 'domain.get',
		name: 'one by its name',
		parameters: { domain_name: named(CORP) },
		requests: [get(DOMAINS)],
		output: [{ domain_id: 101, domain_name: CORP }],
		refused: notFound(
			{ domain_name: named('atlantis.example.com') },
			'domain named "atlantis\\.example\\.com"',
		),
	},
	{
		operation: 'domain.getAll',
		name: 'all domains',
		parameters: { returnAll: true },
		requests: [get(DOMAINS)],
		output: [{ domain_id: 101 }, { domain_id: 102 }, { domain_id: 103 }],
	},
	{
		operation: 'logSourceGroup.get',
		name: 'one by its name',
		parameters: { log_source_group: named('Critical Servers') },
		requests: [get(GROUPS, { log_source_group: 'Critical Servers', ...page })],
		output: [{ log_source_group_id: 203, log_source_group: 'Critical Servers' }],
		refused: notFound({ log_source_group: named('None') }, 'log source group named "None"'),
	},
	{
		operation: 'logSourceGroup.getAll',
		name: 'all groups by their ids',
		parameters: { returnAll: true, options: { sort: 'log_source_group_id', is_ascending: true } },
		requests: [get(GROUPS, { sort: 'log_source_group_id', is_ascending: true, ...page })],
		output: ({ world }) =>
			[...world.groups.values()].map(({ log_source_group_id, log_source_group }) => ({
				log_source_group_id,
				log_source_group,
			})),
	},
];
