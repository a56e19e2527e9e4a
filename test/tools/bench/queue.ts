import { setTimeout as sleep } from 'node:timers/promises';

import { accountOf } from '../../support/account';
import {
	calledBy,
	callWebhook,
	credentialsOf,
	nodeOf,
	workflowOf,
} from '../../support/host/alertWorkflow';
import { output, type Credential, type WorkflowDefinition } from '../../support/host/client';
import { reportToPerson } from '../../support/host/command';
import type { N8nInstall } from '../../support/host/install';
import { callWithComputers, onboardingOnCall } from '../../support/host/onboarding';
import { startN8nQueue, type N8nQueue } from '../../support/host/queue';
import { startServiceProcess } from '../../support/host/serviceProcess';
import { worldOf, type Work } from '../../support/work';
import type { Figure } from './results';

/** Executions that a work is divided into. */
const PARTS = 8;

/** The longest a work may take, in ms. */
const LIMIT_MS = 600_000;

/** Alerts in a second of the volume world. */
const ALERTS_PER_SECOND = 10;

/** Workers, and executions that each runs at a time; 10 is n8n's default. */
const SETUPS = [
	{ workers: 1, concurrency: 1 },
	{ workers: 2, concurrency: 1 },
	{ workers: 4, concurrency: 1 },
	{ workers: 1, concurrency: 10 },
] as const;

const WORKS: readonly Work[] = [
	{ kind: 'onboard', count: 50_000, latencyMs: 20 },
	{ kind: 'export', count: 1_000_000, latencyMs: 20 },
];

/** How long a divided work takes in queue mode, from the first call to the end of the last execution. */
export async function measureQueue(install: N8nInstall, tarball: string): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const { workers, concurrency } of SETUPS) {
		const queue = await startN8nQueue({ install, tarball, workers, concurrency, logLevel: 'warn' });
		try {
			for (const work of WORKS) {
				const count = work.count.toLocaleString('en');
				const ms = await divided(queue, work);
				const name = `queue mode: ${work.kind} ${count} in ${PARTS} executions at ${work.latencyMs} ms`;
				const by = `${workers} worker${workers === 1 ? '' : 's'} with ${concurrency} at a time`;
				figures.push({ name: `${name}, ${by}`, unit: 'ms', ours: ms });
				reportToPerson(`  ${name}, ${by}: ${ms} ms`);
			}
		} finally {
			await queue.stop();
		}
	}
	return figures;
}

async function divided({ main }: N8nQueue, work: Work): Promise<number> {
	const madeAt = Math.floor(Date.now() / 1000);
	const service = await startServiceProcess(worldOf(work));
	try {
		const { client, url } = main;
		const credential = await client.createCredential('logManagementApi', accountOf(service));
		const path = `${work.kind}-${work.latencyMs}`;
		const { id } = await client.createWorkflow(
			work.kind === 'onboard' ? onboardingOnCall(credential, path) : exportOnCall(credential, path),
		);
		await client.activate(id);
		await sleep(500);
		const started = Date.now();
		for (let part = 0; part < PARTS; part++) {
			if (work.kind === 'onboard') {
				const size = work.count / PARTS;
				await callWithComputers(url, path, part * size, size);
			} else await callWebhook(url, path, windowOf(work, madeAt, part));
		}
		const isOver = async (): Promise<boolean> => {
			const executions = await client.executions(id);
			return executions.length === PARTS && executions.every(({ stoppedAt }) => stoppedAt !== null);
		};
		while (!(await isOver())) {
			if (Date.now() - started > LIMIT_MS) throw new Error(`${path} did not end in time`);
			await sleep(200);
		}
		const executions = await client.executions(id);
		const ended = executions.map(({ stoppedAt }) => Date.parse(stoppedAt ?? ''));
		let done = 0;
		for (const each of executions) {
			const items = output(
				await client.execution(each.id),
				work.kind === 'onboard' ? 'Add' : 'Export',
			);
			for (const { json } of items) done += work.kind === 'onboard' ? 1 : Number(json['records']);
		}
		if (done !== work.count) throw new Error(`${path} did ${done} of ${work.count}`);
		await client.deactivate(id);
		await client.deleteExecutions(executions.map((each) => each.id));
		return Math.max(...ended) - started;
	} finally {
		await service.stop();
	}
}

/** A workflow that exports the alerts between the times that its webhook is called with. */
const exportOnCall = (credential: Credential, path: string): WorkflowDefinition =>
	workflowOf(path, [
		calledBy(path),
		nodeOf(
			'Export',
			'n8n-nodes-log-management.alert',
			{
				operation: 'exportAlerts',
				format: 'ndjson',
				timeRange: 'between',
				start_time: '={{ $json.body.start_time }}',
				end_time: '={{ $json.body.end_time }}',
			},
			{ credentials: credentialsOf(credential) },
		),
	]);

/** One of the windows that hold all alerts of a service made at `madeAt`, in seconds, each alert once. */
function windowOf({ count }: Work, madeAt: number, part: number) {
	const seconds = count / ALERTS_PER_SECOND / PARTS;
	// The service may have made its alerts up to a minute later.
	const first = madeAt - seconds * PARTS;
	const last = part === PARTS - 1 ? 60 : 0;
	return {
		start_time: iso(first + part * seconds),
		end_time: iso(first + (part + 1) * seconds - 1 + last),
	};
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
