import { CORP, get, type Case } from './case';

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
];
