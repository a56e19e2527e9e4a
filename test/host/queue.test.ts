import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { accountOf } from '../support/account';
import { startService, type Service } from '../support/service/service';
import { volumeWorld } from '../support/service/volumeWorld';
import { arrivals, ledgerOf, settled } from '../support/host/alertLedger';
import { alertWorkflow, work } from '../support/host/alertWorkflow';
import { output, type Credential, type Workflow } from '../support/host/client';
import { installN8n } from '../support/host/install';
import {
	callWithComputers,
	onboardingOfTheRest,
	onboardingOnCall,
	sentTwice,
} from '../support/host/onboarding';
import { startN8nQueue, type N8nQueue } from '../support/host/queue';
import { packTarball } from '../support/host/tarball';

const COMPUTERS = 10_000;
const PART = 500;

let service: Service;
let queue: N8nQueue;
let credential: Credential;

beforeAll(async () => {
	service = await startService({ world: volumeWorld({ computers: COMPUTERS }) });
	queue = await startN8nQueue({
		install: await installN8n(),
		tarball: await packTarball(),
		// How soon an execution is given up whose worker is gone, in ms.
		env: { QUEUE_WORKER_STALLED_INTERVAL: '5000' },
	});
	credential = await queue.main.client.createCredential('logManagementApi', accountOf(service));
}, 900_000);

afterAll(async () => {
	await queue.stop();
	await service.stop();
});

/** An onboarding that waits for calls. */
async function onCall(path: string, of: Credential): Promise<Workflow> {
	const { client } = queue.main;
	const workflow = await client.createWorkflow(onboardingOnCall(of, path));
	await client.activate(workflow.id);
	return workflow;
}

/** The items of all executions of a workflow that ended well. */
async function added({ id }: Workflow): Promise<IDataObject[]> {
	const { client } = queue.main;
	const ended = (await client.executions(id)).filter(({ status }) => status === 'success');
	const executions = await Promise.all(ended.map(async (each) => await client.execution(each.id)));
	return executions.flatMap((execution) => output(execution, 'Add').map(({ json }) => json));
}

describe('an onboarding that is divided among workers', () => {
	it('goes on when a worker crashes, writes nothing twice, and can be completed', async () => {
		const workflow = await onCall('onboard', credential);
		service.latencyMs = 20;
		const isUnderWay = async () => {
			const executions = await queue.main.client.executions(workflow.id);
			return executions.filter(({ status }) => status === 'success').length >= 4;
		};
		for (let from = 0; from < COMPUTERS; from += PART) {
			await callWithComputers(queue.main.url, 'onboard', from, PART);
		}
		while (!(await isUnderWay())) await sleep(100);
		await queue.workers[0]?.kill();
		await settled(queue.main, [workflow]);
		await queue.workers[0]?.restart();

		const executions = await queue.main.client.executions(workflow.id);
		const crashed = executions.filter(({ status }) => status !== 'success');
		const items = await added(workflow);
		const succeeded = items.filter(({ outcome }) => outcome === 'succeeded');
		process.stderr.write(
			`${COMPUTERS} computers in ${executions.length} executions, one worker killed: ${succeeded.length} told as added, ${crashed.length} executions crashed, ${service.world.logSources.size} log sources in the service, ${service.requests.length} requests\n`,
		);
		expect(executions).toHaveLength(COMPUTERS / PART);
		expect(succeeded).toHaveLength(COMPUTERS - crashed.length * PART);
		expect(sentTwice(service)).toEqual([]);
		// Both workers took part.
		const took = queue.workers.map((worker) =>
			executions.some(({ id }) => worker.log().includes(`Worker started execution ${id} `)),
		);
		expect(took).toEqual([true, true]);

		// What a crash left out is not configured yet: the same onboarding once more adds just that.
		const rest = await queue.main.client.createWorkflow(onboardingOfTheRest(credential));
		await queue.main.client.runWorkflow(rest.id, 'Start');
		expect(service.world.logSources.size).toBe(COMPUTERS);
		expect(sentTwice(service)).toEqual([]);
	});

	it('honours in each worker that the service is busy, whatever the other one sends', async () => {
		service.reset();
		service.set({ rateLimit: 60, rateLimitLockMs: 0 });
		service.latencyMs = 0;
		const many = 8_000;
		const workflow = await onCall('busy', credential);
		for (let from = 0; from < many; from += 2 * PART) {
			await callWithComputers(queue.main.url, 'busy', from, 2 * PART);
		}
		await settled(queue.main, [workflow]);
		const refused = service.requests.filter(({ why }) => why === 'over the rate limit');
		process.stderr.write(
			`${service.requests.length} requests of two workers, ${refused.length} of them over the rate limit\n`,
		);
		expect(refused.length).toBeGreaterThan(0);
		const items = await added(workflow);
		expect(items).toHaveLength(many);
		expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['succeeded']));
		expect(service.world.logSources.size).toBe(many);
		expect(sentTwice(service)).toEqual([]);
	});
});

describe('the trigger, its executions on workers', () => {
	it('loses nothing but what a crash has in hand, and nothing with redelivery', async () => {
		service.reset();
		const { client } = queue.main;
		const workflows = [
			await client.createWorkflow(alertWorkflow(credential, 'plain', {}, [work])),
			await client.createWorkflow(
				alertWorkflow(credential, 'redelivering', { redeliver: true }, [work]),
			),
		];
		const first = service.world.alerts.count;
		const stop = arrivals(service);
		const kills: number[] = [];
		try {
			for (const { id } of workflows) expect((await client.activate(id)).status).toBe('published');
			await sleep(8_000);
			kills.push(Date.now());
			await queue.workers[1]?.kill();
			await sleep(8_000);
			await queue.workers[1]?.restart();
			await sleep(3_000);
			kills.push(Date.now());
			await queue.main.kill();
			await queue.main.restart();
			await sleep(5_000);
		} finally {
			stop();
		}
		await settled(queue.main, workflows);
		for (const workflow of workflows) {
			const { inexcusable, ...counts } = await ledgerOf(
				service,
				queue.main,
				workflow,
				first,
				kills,
			);
			process.stderr.write(`${workflow.name} in queue mode: ${JSON.stringify(counts)}\n`);
			expect(inexcusable).toEqual([]);
			expect(counts.twice).toBe(0);
			if (workflow.name === 'redelivering') expect(counts.lost).toBe(0);
		}
		for (const { id } of workflows) await queue.main.client.deactivate(id);
	}, 300_000);
});
