import { CORP, get, named, UNKNOWN_DOMAIN, type Case } from './case';

export const domain: readonly Case[] = [
	{
		operation: 'domain.get',
		name: 'one by its name',
		parameters: { domain_name: named(CORP) },
		requests: [get('/log-sources/domains')],
		output: [{ domain_id: 101, domain_name: CORP }],
		refused: {
			parameters: { domain_name: UNKNOWN_DOMAIN },
			says: /^Not found: the service lists no domain named "atlantis\.example\.com"\./,
		},
	},
	{
		operation: 'domain.getAll',
		name: 'all domains',
		parameters: { returnAll: true },
		requests: [get('/log-sources/domains')],
		output: [{ domain_id: 101 }, { domain_id: 102 }, { domain_id: 103 }],
	},
];
