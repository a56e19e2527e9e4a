import { setTimeout as sleep } from 'node:timers/promises';

import type { INode } from 'n8n-workflow';

import { accountOf } from '../../support/account';
import { nodeOf, workflowOf } from '../../support/host/alertWorkflow';
import { output, type ExecutionSummary } from '../../support/host/client';
import type { N8n } from '../../support/host/process';
import type { Service } from '../../support/service/service';
import type { Access, Case } from './case';
import type { Cost } from './results';

/** The longest that a measurement may take, in ms. */
const LIMIT_MS = 150_000;

const START = nodeOf('Run', 'n8n-nodes-base.manualTrigger', {});

async function accessTo({ url, token }: Service, { client }: N8n): Promise<Access> {
	const bearer = { name: 'Authorization', value: `Bearer ${token}` };
	return {
		url,
		ours: await client.createCredential('logManagementApi', accountOf({ url, token })),
		httpRequest: await client.createCredential('httpHeaderAuth', bearer),
	};
}

/** Waits until the one execution of a workflow is stored. @throws Error if it does not succeed in time */
async function succeeded({ client }: N8n, workflowId: string): Promise<ExecutionSummary> {
	const until = Date.now() + LIMIT_MS;
	while (Date.now() < until) {
		await sleep(25);
		const [execution] = await client.executions(workflowId);
		if (execution === undefined || execution.stoppedAt === null) continue;
		if (execution.status === 'success') return execution;
		throw new Error(`the execution ended with ${execution.status}`);
	}
	throw new Error(`the execution did not end within ${LIMIT_MS / 1000} s`);
}

/** Runs nodes once, from the request that starts the execution to its stored end. */
async function once(n8n: N8n, nodes: INode[]): Promise<{ cost: Cost; execution: string }> {
	const { client } = n8n;
	const { id } = await client.createWorkflow(workflowOf('Bench', [START, ...nodes]));
	const before = n8n.usage();
	n8n.resetPeak();
	const started = performance.now();
	await client.startWorkflow(id, 'Run');
	const execution = await succeeded(n8n, id);
	const seconds = (performance.now() - started) / 1000;
	const after = n8n.usage();
	const cost = {
		seconds,
		cpu: after.cpuSeconds - before.cpuSeconds,
		megabytes: (after.peakRss - before.rss) / 1e6,
	};
	return { cost, execution: execution.id };
}

/**
 * Does a case with a service that holds `count` things.
 * @throws Error if it does not end well in time, or if the package did less than all
 */
export async function inN8n(
	n8n: N8n,
	service: Service,
	each: Case,
	count: number,
	way: 'package' | 'httpRequest',
): Promise<Cost> {
	const access = await accessTo(service, n8n);
	const { cost, execution } = await once(n8n, [
		...(each.items?.(count) ?? []),
		...(way === 'package' ? [each.ours(access)] : (each.byHand?.(access) ?? [])),
	]);
	if (way === 'package') {
		const done = each.done(output(await n8n.client.execution(execution), 'Ours'));
		if (done !== count) throw new Error(`${done} of ${count} were done`);
	}
	return cost;
}
