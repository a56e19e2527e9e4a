import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startService, type Service } from '../service/service';
import { output, type Credential } from './client';
import { installN8n } from './install';
import { startN8nQueue, type N8nQueue } from './queue';
import { singleNode } from './singleNode';
import { packTarball } from './tarball';

let service: Service;
let queue: N8nQueue;
let credential: Credential;

beforeAll(async () => {
	service = await startService();
	queue = await startN8nQueue({ install: await installN8n(), tarball: await packTarball() });
	credential = await queue.main.client.createCredential('logManagementApi', {
		baseUrl: service.url,
		accessToken: service.token,
	});
}, 900_000);

afterAll(async () => {
	await queue.stop();
	await service.stop();
});

/** Adds log sources of these names in an execution of its own. */
async function add(names: string[]) {
	const { client } = queue.main;
	const workflow = await client.createWorkflow(
		singleNode({
			node: 'logSource',
			parameters: {
				operation: 'add',
				log_source: '={{ $json.name }}',
				domain_name: { __rl: true, mode: 'name', value: 'corp.example.com' },
			},
			credential,
			items: names.map((name) => ({ name })),
		}),
	);
	return await client.runWorkflow(workflow.id, 'Start');
}

const outcomes = (execution: Awaited<ReturnType<typeof add>>) =>
	output(execution, 'Node').map(({ json }) => json['outcome']);

it('runs the nodes on workers', async () => {
	const execution = await add(['CORP-PC-02', 'CORP-PC-03']);
	expect(outcomes(execution)).toEqual(['succeeded', 'succeeded']);
	const started = `Worker started execution ${execution.id} `;
	expect(queue.workers.filter((worker) => worker.log().includes(started))).toHaveLength(1);
});

it('goes on with the workers that are left when one crashes', async () => {
	await queue.workers[0]?.kill();
	const executions = [await add(['CORP-PC-04']), await add(['CORP-PC-07'])];
	expect(executions.map(outcomes)).toEqual([['succeeded'], ['succeeded']]);
});
