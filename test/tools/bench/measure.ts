import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { accountOf } from '../../support/account';
import { callWebhook } from '../../support/host/alertWorkflow';
import { run } from '../../support/host/command';
import type { N8nInstall } from '../../support/host/install';
import { startN8n, type N8n } from '../../support/host/process';
import { startServiceProcess, type ServiceProcess } from '../../support/host/serviceProcess';
import { temporaryFolder } from '../../support/host/temporaryFolder';
import { worldOf, type Work } from '../../support/work';
import { storedExecution, type StoredExecution } from './storedExecution';
import type { WireCost } from './wire';
import { workOnCall, type Access, type Doer } from './workflows';

/** What one run of a work cost. */
export interface Cost {
	/** From the request to the stored end of the execution, in ms. */
	ms: number;
	cpuSeconds: number;
	/** The peak of resident memory above that of the idle process, in MB. */
	memory: number;
	requests: number;
	/** What the user got: records of a file, or items. */
	result: number;
}

/** The small run that has n8n load the nodes before the one that is measured. */
const WARM_UP: Record<Work['kind'], number> = { onboard: 200, export: 60, list: 200 };

/** An n8n that has more than this above its first idle memory is started anew before a measurement. */
const STALE_BYTES = 80e6;

/** A bench: one n8n, and one service at a time; both run as processes of their own. */
export class Bench {
	private n8n: N8n | undefined;
	private service: { options: string; process: ServiceProcess } | undefined;
	private freshRss = 0;
	private readonly accesses = new Map<string, Access>();

	constructor(
		private readonly install: N8nInstall,
		private readonly tarball: string,
		/** The longest a measurement may take, in ms. */
		private readonly limitMs: number,
	) {}

	/** Does a work in n8n, after a small one of the same kind. @throws Error where it does not end well in time */
	async inN8n(work: Work, doer: Doer): Promise<Cost> {
		const warmUp = { ...work, count: WARM_UP[work.kind], latencyMs: 0 };
		await this.freshN8n();
		await this.once(warmUp, doer);
		return await this.once(work, doer);
	}

	/** Does a work on the bare wire, in a process of its own. */
	async onWire(work: Work): Promise<Cost> {
		const service = await this.serviceFor(work);
		const folder = await temporaryFolder('bench');
		const repository = join(__dirname, '..', '..', '..');
		const { url, token } = service;
		const order = { ...work, url, token, file: join(folder, 'wire.ndjson') };
		const answer = await run(
			this.install.node,
			['--import', 'tsx', join(__dirname, 'wire.ts'), JSON.stringify(order)],
			repository,
		);
		await rm(folder, { recursive: true });
		const cost = JSON.parse(answer) as WireCost;
		return {
			...cost,
			memory: (cost.peakRss - cost.idleRss) / 1e6,
			requests: await service.requestCount(),
			result: work.count,
		};
	}

	async stop(): Promise<void> {
		const { n8n } = this;
		this.n8n = undefined;
		await Promise.all([n8n?.stop(), this.stopService()]);
	}

	private async stopService(): Promise<void> {
		const { service } = this;
		this.service = undefined;
		await service?.process.stop();
	}

	private async once(work: Work, doer: Doer): Promise<Cost> {
		const service = await this.serviceFor(work);
		const n8n = await this.running();
		const access = await this.accessTo(service, n8n);
		const path = randomUUID();
		const { id } = await n8n.client.createWorkflow(workOnCall(work, doer, access, path));
		await n8n.client.activate(id);
		await sleep(500);
		const before = n8n.usage();
		n8n.resetPeak();
		const ending = storedExecution(this.install, n8n, id, this.limitMs);
		// The watcher begins before the work does.
		await sleep(500);
		const started = Date.now();
		await callWebhook(n8n.url, path);
		const ended = await ending;
		if (ended?.status !== 'success') {
			throw new Error(
				ended === undefined
					? `${work.count} did not end within ${this.limitMs / 1000} s`
					: `${work.count} ended with ${ended.status}`,
			);
		}
		const after = n8n.usage();
		const cost = {
			ms: ended.at - started,
			cpuSeconds: after.cpuSeconds - before.cpuSeconds,
			memory: (after.peakRss - before.rss) / 1e6,
			requests: await service.requestCount(),
			result: await resultOf(n8n, ended, work, doer),
		};
		try {
			await n8n.client.deactivate(id);
			await n8n.client.deleteExecutions([ended.id]);
			await n8n.client.deleteWorkflow(id);
		} catch {
			// After much work n8n says for a while that its database is not ready.
			this.n8n = undefined;
			await n8n.stop();
		}
		return cost;
	}

	private async serviceFor(work: Work): Promise<ServiceProcess> {
		const options = worldOf(work);
		if (this.service?.options !== options.join(' ')) {
			await this.stopService();
			const process = await startServiceProcess(options);
			this.service = { options: options.join(' '), process };
		}
		const { process } = this.service;
		await process.control({ reset: true });
		return process;
	}

	private async running(): Promise<N8n> {
		if (this.n8n === undefined) {
			this.n8n = await startN8n({
				install: this.install,
				tarball: this.tarball,
				env: {
					EXECUTIONS_TIMEOUT: '-1',
					N8N_CONCURRENCY_PRODUCTION_LIMIT: '-1',
				},
			});
			this.accesses.clear();
			await sleep(3_000);
			this.freshRss = this.n8n.rss();
		}
		return this.n8n;
	}

	private async freshN8n(): Promise<void> {
		const n8n = await this.running();
		if (n8n.rss() - this.freshRss < STALE_BYTES) return;
		await n8n.restart();
		await sleep(2_000);
		this.freshRss = n8n.rss();
	}

	private async accessTo({ url, token }: ServiceProcess, { client }: N8n): Promise<Access> {
		const known = this.accesses.get(url);
		if (known !== undefined) return known;
		const account = accountOf({ url, token });
		const access = {
			url,
			ours: await client.createCredential('logManagementApi', account, url),
			httpRequest: await client.createCredential(
				'httpHeaderAuth',
				{ name: 'Authorization', value: `Bearer ${token}` },
				url,
			),
		};
		this.accesses.set(url, access);
		return access;
	}
}

/** What an execution gave, so that a run that did less is not taken for a fast one; -1 where it is too much to read back. */
async function resultOf(
	n8n: N8n,
	{ id }: StoredExecution,
	work: Work,
	doer: Doer,
): Promise<number> {
	if (doer !== 'ours') return -1;
	const { data } = await n8n.client.execution(id);
	const { lastNodeExecuted = '', runData } = data.resultData;
	const items = runData[lastNodeExecuted]?.at(-1)?.data?.['main']?.[0] ?? [];
	const count = {
		export: () => items.reduce((sum, { json }) => sum + Number(json['records']), 0),
		onboard: () => items.filter(({ json }) => json['outcome'] === 'succeeded').length,
		list: () => items.length,
	};
	return count[work.kind]();
}
