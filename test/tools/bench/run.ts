import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import axios from 'axios';
import type { INode } from 'n8n-workflow';

import { accountOf } from '../../support/account';
import { nodeOf, workflowOf } from '../../support/host/definitions';
import { output } from '../../support/host/client';
import { reportToPerson, run } from '../../support/host/command';
import { installN8n } from '../../support/host/install';
import { startN8n, type N8n } from '../../support/host/process';
import { packTarball } from '../../support/host/tarball';
import { temporaryFolder } from '../../support/host/temporaryFolder';
import { until } from '../../support/host/until';
import { startService, type Service } from '../../support/service/service';
import { volumeWorld } from '../../support/service/volumeWorld';
import type { Access, Case } from './case';
import { exported } from './export';
import { listed } from './list';
import { onboarded } from './onboard';
import { medianOf, tableOf, type Cost, type Result } from './table';

/** The rows of the table. */
const CASES: readonly Case[] = [exported, listed, onboarded];

const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '3' },
		/** A part of the names of the cases that are wanted. */
		only: { type: 'string', default: '' },
		/** Whether results.json is written. */
		write: { type: 'boolean', default: false },
		/** Measures the bare loop of the case `only` in this process: address, token and file of it. */
		loop: { type: 'string', multiple: true },
	},
});

const wanted = CASES.filter(({ name }) => name.includes(values.only));

/** The bare loop of a case, in this process. Linux alone tells the peak of memory. */
async function bareLoop({ loop, count }: Case, [url = '', token = '', file = '']: string[]) {
	const client = axios.create({
		proxy: false,
		baseURL: `${url}/api/v2`,
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		maxContentLength: Infinity,
	});
	const idle = process.memoryUsage.rss();
	const before = process.cpuUsage();
	const started = performance.now();
	await loop(client, count, file);
	const seconds = (performance.now() - started) / 1000;
	const { user, system } = process.cpuUsage(before);
	const status = readFileSync('/proc/self/status', 'utf8');
	const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
	return { seconds, cpu: (user + system) / 1e6, megabytes: (peak - idle) / 1e6 };
}

async function inLoop({ url, token }: Service, { name }: Case): Promise<Cost> {
	const file = join(await temporaryFolder('bench'), 'loop.ndjson');
	const options = [url, token, file].flatMap((value) => ['--loop', value]);
	const script = ['--import', 'tsx', __filename, '--only', name, ...options];
	return JSON.parse(await run(process.execPath, script, process.cwd())) as Cost;
}

/** What a process (not what it started) uses: bytes of memory now and at most, seconds of CPU since its start. */
function usage(pid: number) {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	const bytes = (field: string) =>
		Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// Fields 14 and 15, counted after the name, which may hold spaces; in hundredths of a second.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / 100;
	return { rss: bytes('VmRSS'), peakRss: bytes('VmHWM'), cpuSeconds };
}

/**
 * Runs nodes once in n8n, from the request that starts the execution to its stored end.
 * @throws Error if it does not end well in time, or if the package did less than all
 */
async function inN8n(
	n8n: N8n,
	{ url, token }: Service,
	each: Case,
	count: number,
	way: 'package' | 'httpRequest',
): Promise<Cost> {
	const { client } = n8n;
	const bearer = { name: 'Authorization', value: `Bearer ${token}` };
	const access: Access = {
		url,
		ours: await client.createCredential('logManagementApi', accountOf({ url, token })),
		httpRequest: await client.createCredential('httpHeaderAuth', bearer),
	};
	const nodes: INode[] = [
		nodeOf('Run', 'n8n-nodes-base.manualTrigger', {}),
		...(each.items?.(count) ?? []),
		...(way === 'package' ? [each.ours(access)] : each.byHand(access)),
	];
	const { id } = await client.createWorkflow(workflowOf('Bench', nodes));
	const pid = n8n.pid();
	const before = usage(pid);
	// The peak is measured anew, from the memory used now.
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	const started = performance.now();
	const execution = await client.startWorkflow(id, 'Run');
	// Without its data, which would be measured too.
	const stored = await until('it ends', async () =>
		(await client.executions(id)).find(({ stoppedAt }) => stoppedAt !== null),
	);
	const seconds = (performance.now() - started) / 1000;
	const after = usage(pid);
	if (stored.status !== 'success') throw new Error(`it ended with ${stored.status}`);
	if (way === 'package') {
		const done = each.done(output(await client.execution(execution), 'Ours'));
		if (done !== count) throw new Error(`${done} of ${count} were done`);
	}
	return {
		seconds,
		cpu: after.cpuSeconds - before.cpuSeconds,
		megabytes: (after.peakRss - before.rss) / 1e6,
	};
}

const serviceFor = async ({ holds }: Case, count: number): Promise<Service> =>
	await startService({
		world: volumeWorld(holds(count)),
		switches: { bulkFetchesBeforeReady: 0 },
	});

/** Things in the service of the small run that has n8n load the nodes. */
const FEW = 200;

/** Does a case in rounds, each way once in turn, in n8n after a restart. */
async function measured(n8n: N8n, each: Case): Promise<Result> {
	const small = await serviceFor(each, FEW);
	const service = await serviceFor(each, each.count);
	const freshly = async (way: 'package' | 'httpRequest'): Promise<Cost> => {
		await n8n.restart();
		small.reset();
		await inN8n(n8n, small, each, FEW, way);
		await sleep(1_000);
		return await inN8n(n8n, service, each, each.count, way);
	};
	const ways = {
		package: async () => await freshly('package'),
		httpRequest: async () => await freshly('httpRequest'),
		loop: async () => await inLoop(service, each),
	};
	const costs = { package: [] as Cost[], httpRequest: [] as Cost[], loop: [] as Cost[] };
	for (let round = 1; round <= Number(values.rounds); round++) {
		for (const way of ['package', 'loop', 'httpRequest'] as const) {
			service.reset();
			const cost = await ways[way]();
			costs[way].push(cost);
			const at = `${Math.round(process.uptime())} s`;
			reportToPerson(`${at}: ${each.name}, ${way}, round ${round}: ${cost.seconds.toFixed(1)} s`);
		}
	}
	await Promise.all([small.stop(), service.stop()]);
	return {
		name: each.name,
		package: medianOf(costs.package),
		httpRequest: medianOf(costs.httpRequest),
		loop: medianOf(costs.loop),
	};
}

async function main(): Promise<void> {
	const [first] = wanted;
	if (first === undefined) throw new Error(`There is no case ${values.only}`);
	if (values.loop !== undefined) {
		process.stdout.write(JSON.stringify(await bareLoop(first, values.loop)));
		return;
	}
	const n8n = await startN8n({
		install: await installN8n(),
		tarball: await packTarball(),
		env: { EXECUTIONS_TIMEOUT: '-1' },
	});
	const results: Result[] = [];
	for (const each of wanted) results.push(await measured(n8n, each));
	await n8n.stop();
	process.stdout.write(`${tableOf(results)}\n`);
	const file = join(__dirname, 'results.json');
	if (values.write) await writeFile(file, `${JSON.stringify(results, null, '\t')}\n`);
}

main().catch((error: unknown) => {
	reportToPerson(error instanceof Error ? (error.stack ?? error.message) : String(error));
	process.exit(1);
});
