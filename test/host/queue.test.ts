import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INodeCredentials } from 'n8n-workflow';

import { asText } from '../../nodes/shared/texts';
import { accountOf } from '../support/account';
import { nodeOf, pollingWorkflow, workflowOf } from '../support/host/definitions';
import { startN8nQueue, type N8nQueue } from '../support/host/queue';
import { useService } from '../support/service/useService';
import { volumeWorld } from '../support/service/volumeWorld';
import { entries } from '../support/work';

const COMPUTERS = 3_000;
const COMPUTERS_PER_CALL = 200;

const service = useService({ world: volumeWorld({ computers: COMPUTERS }) });
let n8n: N8nQueue;
let credentials: INodeCredentials;

beforeAll(async () => {
	n8n = await startN8nQueue();
	credentials = await n8n.client.createCredential('logManagementApi', accountOf(service));
}, 900_000);
afterAll(async () => await n8n.stop());

it('an onboarding on two workers writes nothing twice if one of them crashes', async () => {
	const { client, url } = n8n;
	const webhook = { path: 'onboard', httpMethod: 'POST', responseMode: 'onReceived' };
	const added = {
		operation: 'add',
		log_source: '={{ $json.log_source }}',
		domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
	};
	const called = { typeVersion: 2, webhookId: 'onboard' };
	const each = { fieldToSplitOut: 'body', options: {} };
	const nodes = [
		nodeOf('Called', 'n8n-nodes-base.webhook', webhook, called),
		nodeOf('Each', 'n8n-nodes-base.splitOut', each),
		nodeOf('Add', 'n8n-nodes-log-management.logSource', added, { credentials }),
	];
	const workflow = await client.createWorkflow(workflowOf('onboard', nodes));
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
	while ((await client.outputs(workflow, 'Add')).length < 3) await sleep(100);
	await n8n.workers[0].kill();
	await client.quiet([workflow]);
	await n8n.workers[0].restart();

	const outputs = await client.outputs(workflow, 'Add');
	const outcomes = outputs.flat().map(({ json }) => json['outcome']);
	expect(outcomes).toEqual(Array(outputs.length * COMPUTERS_PER_CALL).fill('succeeded'));
	const sent = JSON.stringify(service.requests).match(/"PC-\d+"/g) ?? [];
	expect(sent.length).toBeGreaterThanOrEqual(outcomes.length);
	expect(sent).toHaveLength(new Set(sent).size);
	for (const { log } of n8n.workers) expect(log()).toMatch(/Worker started execution \d+ /);
}, 300_000);

it('each alert starts one execution, on a worker', async () => {
	const { client } = n8n;
	const workflow = await client.createWorkflow(pollingWorkflow(credentials, 'alertTrigger'));
	expect((await client.activate(workflow)).status).toBe('published');
	const messages = Array.from({ length: 30 }, (_none, index) => `Alert ${100 + index}`);
	for (const message of messages) {
		service.arrive([{ message }]);
		await sleep(300);
	}
	await client.quiet([workflow]);
	await client.deactivate(workflow);
	const outputs = await client.outputs(workflow, 'Work');
	const emitted = outputs.flat().map(({ json }) => asText(json['Message']));
	expect(emitted.filter((message) => messages.includes(message)).sort()).toEqual(messages);
	expect(outputs.length).toBeGreaterThan(1);
});
