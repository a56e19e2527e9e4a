import { describe, expect, it } from '@jest/globals';
import { sleep } from 'n8n-workflow';

import { listSearch, runNode, testCredential } from '../support/harness/harness';
import { useService } from '../support/service/useService';

const service = useService();
const account = () => ({ baseUrl: service.url, accessToken: service.token });

/** Resolves once the service has got a request. */
async function requested(): Promise<void> {
	while (service.requests.length === 0) await sleep(5);
}

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

	it('does not run a node that gets no items', async () => {
		const run = await runNode({ node: 'domain', items: [], credentials: account() });
		expect(run.outputs).toEqual([]);
		expect(service.requests).toEqual([]);
	});

	it('gives what stopped a node as n8n stores it', async () => {
		const run = await runNode({
			node: 'domain',
			credentials: { ...account(), accessToken: 'wrong' },
		});
		expect(run.status).toBe('error');
		expect(run.error?.name).toBe('NodeApiError');
		expect(run.error?.message).not.toBe('');
	});

	it('sends items that failed down the error output', async () => {
		const run = await runNode({
			node: 'domain',
			onError: 'continueErrorOutput',
			items: [{ json: { a: 1 } }],
			credentials: { ...account(), accessToken: 'wrong' },
		});
		expect(run.status).toBe('success');
		expect(run.outputs.map((items) => items.length)).toEqual([0, 1]);
	});

	it('cancels an execution as the user does', async () => {
		service.faults.push({ kind: 'hang' });
		const stop = new AbortController();
		const running = runNode({ node: 'domain', credentials: account(), cancel: stop.signal });
		await Promise.race([running, requested()]);
		stop.abort();
		expect((await running).error?.message).toMatch(/cancel/);
	});

	it('asks a picker for its list', async () => {
		const { results } = await listSearch({
			node: 'computer',
			method: 'searchDomainNames',
			credentials: account(),
		});
		expect(results.length).toBeGreaterThan(0);
	});

	it('tests a credential', async () => {
		const right = { ...account(), baseUrl: `${service.url}/api/v2` };
		const wrong = { ...right, accessToken: 'wrong' };
		expect(await testCredential(right)).toMatchObject({ status: 'OK' });
		expect(await testCredential(wrong)).toMatchObject({ status: 'Error' });
	});
});
