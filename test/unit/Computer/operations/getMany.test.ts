import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { asText } from '../../../../nodes/shared/json';
import { runNode } from '../../../support/harness/harness';
import { useService } from '../../../support/service/useService';

const service = useService();

const list = async (parameters: INodeParameters) => {
	const {
		error,
		outputs: [items = []],
	} = await runNode({
		node: 'computer',
		credentials: { baseUrl: service.url, accessToken: service.token, requestsPerMinute: 0 },
		parameters: { operation: 'getAll', ...parameters },
	});
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};

const guids = async (parameters: INodeParameters) =>
	(await list(parameters)).map(({ guid }) => asText(guid));

const queries = () =>
	service.requests
		.filter(({ path }) => path.endsWith('/log-sources/computers'))
		.map(({ query }) => query);

describe('the first record and the first page of computers', () => {
	const domain_name = { __rl: true, mode: 'name', value: 'corp.example.com' };

	it.each([
		['all domains', {}],
		['those not configured of all domains', { configured: 'notConfigured' }],
		['one domain', { domain_name }],
		['those not configured of one domain', { domain_name, configured: 'notConfigured' }],
	])('are those of what is listed: %s', async (_what, filters) => {
		const parameters = { filters };
		const whole = await guids({ ...parameters, returnAll: true });
		expect(whole.length).toBeGreaterThan(12);
		const from = { ...parameters, options: { from: 12 } };
		expect(await guids({ ...from, returnAll: true })).toEqual(whole.slice(11));
		expect(await guids({ ...from, limit: 3 })).toEqual(whole.slice(11, 14));
		const page = { ...parameters, options: { page: 3 } };
		expect(await guids({ ...page, limit: 4 })).toEqual(whole.slice(8, 12));
		expect(await guids({ ...page, returnAll: true })).toEqual([]);
	});

	it('are sent where the service lists what is asked', async () => {
		await list({ filters: { domain_name }, limit: 3, options: { page: 2 } });
		await list({ filters: { domain_name }, limit: 3, options: { from: 4 } });
		expect(queries()).toEqual([
			{ domain_name: 'corp.example.com', page: '2', limit: '3' },
			{ domain_name: 'corp.example.com', from: '4', limit: '3' },
		]);
	});
});
