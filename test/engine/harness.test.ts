import { describe, expect, it } from '@jest/globals';

import { runNode } from '../support/harness/harness';
import { useService } from '../support/service/useService';

const service = useService();
const account = () => ({ baseUrl: service.url, accessToken: service.token });

describe('the engine in a test', () => {
	it('runs a node with its credential, and keeps what n8n would store and log', async () => {
		const run = await runNode({
			node: 'domain',
			parameters: { operation: 'getAll', returnAll: true },
			credentials: account(),
		});
		const names = run.outputs[0]?.map(({ json }) => json['domain_name']);

		expect(run).toMatchObject({ status: 'success' });
		expect(names?.length).toBeGreaterThan(0);
		expect(run.stored()).toContain(names?.[0]);
		expect(run.logs.map(({ message }) => message)).toContain('Start executing node "Node"');
		expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
			`Bearer ${service.token}`,
		]);
	});
});
