import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';

import { asText, isObject } from '../../nodes/shared/json';
import { accountOf } from '../support/account';
import { startService, type Service } from '../support/service/service';
import { volumeWorld } from '../support/service/volumeWorld';
import { output, type Workflow } from '../support/host/client';
import {
	credentialsOf,
	nodeOf,
	pollingWorkflow,
	work,
	workflowOf,
	type Credential,
} from '../support/host/definitions';
import { installN8n } from '../support/host/install';
import { startN8nQueue, type N8nQueue } from '../support/host/queue';
import { packTarball } from '../support/host/tarball';
import { entries } from '../support/work';

const COMPUTERS = 3_000;
const COMPUTERS_PER_CALL = 200;

let service: Service;
let queue: N8nQueue;
let credential: Credential;

beforeAll(async () => {
	service = await startService({ world: volumeWorld({ computers: COMPUTERS }) });
	queue = await startN8nQueue({
		install: await installN8n(),
		tarball: await packTarball(),
		logLevel: 'info',
		// How soon an execution is given up whose worker is gone, in ms.
		env: { QUEUE_WORKER_STALLED_INTERVAL: '5000' },
	});
	credential = await queue.main.client.createCredential('logManagementApi', accountOf(service));
}, 900_000);

beforeEach(() => {
	service.reset();
});

afterAll(async () => {
	await queue.stop();
	await service.stop();
});

/** The executions of a workflow that ended well, and what one of its nodes gave out in all of them. */
async function successes({ id }: Workflow, node: string) {
	const { client } = queue.main;
	const executions = (await client.executions(id)).filter(({ status }) => status === 'success');
	const all = await Promise.all(executions.map((each) => client.execution(each.id)));
	const rows = all.flatMap((execution) => output(execution, node).map(({ json }) => json));
	return { executions, rows };
}

it('an onboarding on two workers writes nothing twice if one of them crashes', async () => {
	const { client, url } = queue.main;
	const webhook = { path: 'onboard', httpMethod: 'POST', responseMode: 'onReceived' };
	const workflow = await client.createWorkflow(
		workflowOf('onboard', [
			nodeOf('Called', 'n8n-nodes-base.webhook', webhook, {
				typeVersion: 2,
				webhookId: 'onboard',
			}),
			nodeOf('Each', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body', options: {} }),
			nodeOf(
				'Add',
				'n8n-nodes-log-management.logSource',
				{
					operation: 'add',
					log_source: '={{ $json.log_source }}',
					domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
				},
				{ credentials: credentialsOf(credential) },
			),
		]),
	);
	await client.activate(workflow);
	service.faults.push({ kind: 'drip', pieces: 2, everyMs: 50 });
	for (let from = 0; from < COMPUTERS; from += COMPUTERS_PER_CALL) {
		const answer = await fetch(`${url}/webhook/onboard`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(entries(COMPUTERS_PER_CALL, from)),
		});
		expect(answer.status).toBe(200);
	}
	while ((await successes(workflow, 'Add')).executions.length < 3) await sleep(100);
	await queue.workers[0].kill();
	await client.quiet([workflow]);
	await queue.workers[0].restart();

	const { executions, rows } = await successes(workflow, 'Add');
	expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['succeeded']));
	expect(rows).toHaveLength(executions.length * COMPUTERS_PER_CALL);
	const sent = service.requests
		.filter(({ method }) => method === 'POST')
		.flatMap(({ body }) => (isObject(body) ? body['log_sources'] : []))
		.map((source) => (isObject(source) ? asText(source['log_source']) : ''));
	expect(sent).toHaveLength(new Set(sent).size);
	for (const worker of queue.workers) {
		expect(worker.log()).toMatch(/Worker started execution \d+ /);
	}
}, 300_000);

it('each alert starts one execution, on a worker', async () => {
	const { client } = queue.main;
	const definition = pollingWorkflow(credential, 'alertTrigger', {}, [work]);
	const workflow = await client.createWorkflow(definition);
	expect((await client.activate(workflow)).status).toBe('published');
	const messages = Array.from({ length: 30 }, (_none, index) => `Alert ${100 + index}`);
	for (const message of messages) {
		service.arrive([{ message }]);
		await sleep(300);
	}
	await client.quiet([workflow]);
	await client.deactivate(workflow);
	const { executions, rows } = await successes(workflow, 'Work');
	const emitted = rows.map(({ Message }) => asText(Message));
	expect(emitted.filter((message) => messages.includes(message)).sort()).toEqual(messages);
	expect(executions.length).toBeGreaterThan(1);
});
