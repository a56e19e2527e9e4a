import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';

import { asText, isObject } from '../../nodes/shared/json';
import { accountOf } from '../support/account';
import { startService, type Service } from '../support/service/service';
import { volumeWorld } from '../support/service/volumeWorld';
import { settled } from '../support/host/alertLedger';
import {
	alertWorkflow,
	calledBy,
	callWebhook,
	credentialsOf,
	nodeOf,
	work,
	workflowOf,
} from '../support/host/alertWorkflow';
import { output, type Credential, type Workflow } from '../support/host/client';
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
	const all = await Promise.all(executions.map(async (each) => await client.execution(each.id)));
	const rows = all.flatMap((execution) => output(execution, node).map(({ json }) => json));
	return { executions, rows };
}

/** The names of the log sources that were sent to be added, one for each time. */
const sentNames = (): string[] =>
	service.requests
		.filter(({ method }) => method === 'POST')
		.flatMap(({ body }) => (isObject(body) ? body['log_sources'] : []))
		.filter(isObject)
		.map(({ log_source }) => asText(log_source));

const duplicates = (texts: readonly string[]): string[] =>
	texts.filter((text, index) => texts.indexOf(text) !== index);

it('an onboarding on two workers writes nothing twice if one of them crashes', async () => {
	const { client, url } = queue.main;
	const add = nodeOf(
		'Add',
		'n8n-nodes-log-management.logSource',
		{
			operation: 'add',
			log_source: '={{ $json.log_source }}',
			domain_name: { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' },
		},
		{ credentials: credentialsOf(credential) },
	);
	const each = nodeOf('Each', 'n8n-nodes-base.splitOut', {
		fieldToSplitOut: 'body.computers',
		options: {},
	});
	const workflow = await client.createWorkflow(
		workflowOf('onboard', [calledBy('onboard'), each, add]),
	);
	await client.activate(workflow.id);
	service.latencyMs = 50;
	for (let from = 0; from < COMPUTERS; from += COMPUTERS_PER_CALL) {
		await callWebhook(url, 'onboard', { computers: entries(COMPUTERS_PER_CALL, from) });
	}
	while ((await successes(workflow, 'Add')).executions.length < 3) await sleep(100);
	await queue.workers[0].kill();
	await settled(queue.main, [workflow]);
	await queue.workers[0].restart();

	const { executions, rows } = await successes(workflow, 'Add');
	expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['succeeded']));
	expect(rows).toHaveLength(executions.length * COMPUTERS_PER_CALL);
	expect(duplicates(sentNames())).toEqual([]);
	const took = queue.workers.map((worker) =>
		executions.some(({ id }) => worker.log().includes(`Worker started execution ${id} `)),
	);
	expect(took).toEqual([true, true]);
}, 300_000);

it('each alert starts one execution, on a worker', async () => {
	const { client } = queue.main;
	const workflow = await client.createWorkflow(alertWorkflow(credential, 'alerts', {}, [work]));
	expect((await client.activate(workflow.id)).status).toBe('published');
	const messages = Array.from({ length: 30 }, (_none, index) => `Alert ${100 + index}`);
	for (const message of messages) {
		service.arrive([{ message }]);
		await sleep(300);
	}
	await settled(queue.main, [workflow]);
	await client.deactivate(workflow.id);
	const { executions, rows } = await successes(workflow, 'Work');
	const emitted = rows.map(({ Message }) => asText(Message));
	expect(emitted.filter((message) => messages.includes(message)).sort()).toEqual(messages);
	expect(executions.length).toBeGreaterThan(1);
});
