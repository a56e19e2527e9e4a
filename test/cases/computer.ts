import { CORP, get, named, type Case } from './case';

const PATH = '/log-sources/computers';

const page = { page: 1, limit: 1000 };

export const computer: readonly Case[] = [
	{
		operation: 'computer.getAll',
		name: 'those of all domains that are not configured',
		parameters: { returnAll: true, filters: { configured: 'notConfigured' } },
		requests: [
			get('/log-sources/domains'),
			...[CORP, 'lab.example.com', 'branch.example.net'].flatMap((domain_name) => [
				get(PATH, { domain_name, is_configured_list: true, ...page }),
				get(PATH, { domain_name, ...page }),
			]),
		],
		output: ({ world }) =>
			world.domains.flatMap(({ domain_name }) =>
				world.computers
					.filter(({ domain, name }) => domain === domain_name && !world.logSourceAt(domain, name))
					.map(({ name }) => ({ name, domain_name })),
			),
	},
	{
		operation: 'computer.getAll',
		name: 'the configured ones of one domain, by system',
		parameters: {
			returnAll: true,
			filters: { domain_name: named(CORP), configured: 'configured', os: 'Windows 11 Pro' },
		},
		requests: [
			get(PATH, {
				domain_name: CORP,
				os: 'Windows 11 Pro',
				is_configured_list: true,
				...page,
			}),
		],
		output: ({ world }) =>
			world.computers
				.filter(
					({ domain, name, os }) =>
						domain === CORP &&
						os === 'Windows 11 Pro' &&
						world.logSourceAt(domain, name) !== undefined,
				)
				.map(({ name }) => ({ name })),
	},
];
