import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { accountOf } from '../../../support/account';
import { runNode } from '../../../support/harness/harness';
import { useService } from '../../../support/service/useService';

const service = useService();
const domain_name = { __rl: true, mode: 'name', value: 'corp.example.com' };

const list = async (parameters: INodeParameters) =>
	await runNode({
		node: 'computer',
		credentials: accountOf(service),
		parameters: { operation: 'getAll', ...parameters },
	});

it('a page of one domain is sent as the user gives it', async () => {
	await list({ filters: { domain_name }, limit: 3, options: { page: 2 } });
	await list({ filters: { domain_name }, limit: 3, options: { from: 4 } });
	expect(service.requests.map(({ query }) => query)).toEqual([
		{ domain_name: 'corp.example.com', page: '2', limit: '3' },
		{ domain_name: 'corp.example.com', from: '4', limit: '3' },
	]);
});

it.each([{}, { configured: 'notConfigured' }, { domain_name, configured: 'notConfigured' }])(
	'a list that is put together has no pages of the service: %j',
	async (filters) => {
		const { error } = await list({ filters, options: { page: 2 } });
		expect(error?.message).toBe('Page and From need one list of the service');
		expect(service.requests).toEqual([]);
	},
);

it('computers that are log sources are left out, of each domain', async () => {
	const names = async (filters: INodeParameters) =>
		(await list({ filters, returnAll: true })).outputs.flat().map(({ json }) => json['name']);
	const configured = await names({ configured: 'configured' });
	const others = await names({ configured: 'notConfigured' });
	expect(configured.length).toBeGreaterThan(0);
	expect([...configured, ...others].sort()).toEqual((await names({})).sort());
});
