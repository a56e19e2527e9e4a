import type { Case } from './case';

export const domain: readonly Case[] = [
	{
		operation: 'domain.getAll',
		name: 'all domains',
		parameters: { returnAll: true },
		requests: [{ method: 'GET', path: '/log-sources/domains' }],
		output: [{ domain_id: 101 }, { domain_id: 102 }, { domain_id: 103 }],
	},
];
