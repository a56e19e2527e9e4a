import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import axios from 'axios';

import { accountOf } from '../../support/account';
import { workflowOf } from '../../support/host/definitions';
import { output } from '../../support/host/client';
import { run } from '../../support/host/command';
import { startN8n, type N8n } from '../../support/host/process';
import { temporaryFolder } from '../../support/host/temporaryFolder';
import { until } from '../../support/host/until';
import { startService, type Service } from '../../support/service/service';
import { volumeWorld } from '../../support/service/volumeWorld';
import { CASES, nodesOf, type Case } from './cases';

const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '3' },
		/** A part of the names of the cases that are wanted. */
		only: { type: 'string', default: '' },
		/** Measures the bare loop of the case `only` in this process: address, token and file of it. */
		loop: { type: 'string', multiple: true },
	},
});

const wanted = CASES.filter(({ name }) => name.includes(values.only));

/** What one run costs: seconds, seconds of the processor, MB of memory above the idle process. */
interface Cost {
	seconds: number;
	cpu: number;
	megabytes: number;
}

/** Begins to measure a process, not what it started. @returns a function that says what it costs so far */
function measure(pid: number): () => Cost {
	const usage = () => {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		const bytes = (field: string) =>
			Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// Fields 14 and 15, counted after the name, which may hold spaces; in hundredths of a second.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const cpu = (Number(fields[11]) + Number(fields[12])) / 100;
		return { rss: bytes('VmRSS'), peakRss: bytes('VmHWM'), cpu };
	};
	const before = usage();
	// The peak is measured anew, from the memory used now.
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	const started = performance.now();
	return () => {
		const seconds = (performance.now() - started) / 1000;
		const { peakRss, cpu } = usage();
		return { seconds, cpu: cpu - before.cpu, megabytes: (peakRss - before.rss) / 1e6 };
	};
}

/** The bare loop of a case, in this process. */
async function bareLoop({ loop, count }: Case, [url = '', token = '', file = '']: string[]) {
	const client = axios.create({
		proxy: false,
		baseURL: `${url}/api/v2`,
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		maxContentLength: Infinity,
	});
	const costSoFar = measure(process.pid);
	await loop(client, count, file);
	return costSoFar();
}

async function inLoop({ url, token }: Service, { name }: Case): Promise<Cost> {
	const file = join(await temporaryFolder('bench'), 'loop.ndjson');
	const options = [url, token, file].flatMap((value) => ['--loop', value]);
	const script = ['--import', 'tsx', __filename, '--only', name, ...options];
	return JSON.parse(await run(process.execPath, script, process.cwd())) as Cost;
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
	const nodes = nodesOf(each, count, way, {
		url,
		ours: await client.createCredential('logManagementApi', accountOf({ url, token })),
		httpRequest: await client.createCredential('httpHeaderAuth', bearer),
	});
	const { id } = await client.createWorkflow(workflowOf('Bench', nodes));
	const costSoFar = measure(n8n.pid());
	const execution = await client.startWorkflow(id, 'Run');
	// Without its data, which would be measured too.
	const stored = await until('it ends', async () =>
		(await client.executions(id)).find(({ stoppedAt }) => stoppedAt !== null),
	);
	const cost = costSoFar();
	if (stored.status !== 'success') throw new Error(`it ended with ${stored.status}`);
	if (way === 'package') {
		const done = each.done(output(await client.execution(execution), 'Ours'));
		if (done !== count) throw new Error(`${done} of ${count} were done`);
	}
	return cost;
}

const serviceFor = async ({ holds }: Case, count: number): Promise<Service> =>
	await startService({
		world: volumeWorld({ [holds]: count }),
		switches: { bulkFetchesBeforeReady: 0 },
	});

const rounded = (value: number): number => Number(value.toPrecision(2));

/** The middle of each figure of several rounds, to two digits. */
function medianOf(rounds: readonly Cost[]): Cost {
	const middle = (figure: keyof Cost): number => {
		const sorted = rounds.map((each) => each[figure]).sort((one, other) => one - other);
		return rounded(sorted[Math.floor(sorted.length / 2)] ?? NaN);
	};
	return { seconds: middle('seconds'), cpu: middle('cpu'), megabytes: middle('megabytes') };
}

const HEAD =
	'| Work | This package | HTTP Request node | Bare loop | Against HTTP Request | Against the loop |';

/** A row of the table in Markdown. A ratio is of time / CPU / memory. */
function rowOf(name: string, ours: Cost, others: readonly Cost[]): string {
	const costs = [ours, ...others].map(
		({ seconds, cpu, megabytes }) => `${seconds} s, CPU ${cpu} s, ${megabytes} MB`,
	);
	const ratios = others.map((other) =>
		(['seconds', 'cpu', 'megabytes'] as const)
			.map((figure) => rounded(ours[figure] / other[figure]))
			.join(' / '),
	);
	return `| ${[name, ...costs, ...ratios].join(' | ')} |`;
}

/** Things in the service of the small run that has n8n load the nodes. */
const FEW = 200;

/** Does a case in rounds, each way once in turn, in n8n after a restart. @returns its row of the table */
async function measured(n8n: N8n, each: Case): Promise<string> {
	const small = await serviceFor(each, FEW);
	const service = await serviceFor(each, each.count);
	const freshly = async (way: 'package' | 'httpRequest'): Promise<Cost> => {
		await n8n.restart();
		small.reset();
		await inN8n(n8n, small, each, FEW, way);
		await sleep(1_000);
		return await inN8n(n8n, service, each, each.count, way);
	};
	const costs = { package: [] as Cost[], httpRequest: [] as Cost[], loop: [] as Cost[] };
	for (let round = 1; round <= Number(values.rounds); round++) {
		for (const way of ['package', 'loop', 'httpRequest'] as const) {
			service.reset();
			const cost = way === 'loop' ? await inLoop(service, each) : await freshly(way);
			costs[way].push(cost);
			const at = `${Math.round(process.uptime())} s`;
			console.error(`${at}: ${each.name}, ${way}, round ${round}: ${cost.seconds.toFixed(1)} s`);
		}
	}
	await Promise.all([small.stop(), service.stop()]);
	return rowOf(each.name, medianOf(costs.package), [costs.httpRequest, costs.loop].map(medianOf));
}

async function main(): Promise<void> {
	const [first] = wanted;
	if (first === undefined) throw new Error(`There is no case ${values.only}`);
	if (values.loop !== undefined) {
		process.stdout.write(JSON.stringify(await bareLoop(first, values.loop)));
		return;
	}
	const n8n = await startN8n({ EXECUTIONS_TIMEOUT: '-1' });
	const rows: string[] = [];
	for (const each of wanted) rows.push(await measured(n8n, each));
	await n8n.stop();
	process.stdout.write(`${[HEAD, `|${' --- |'.repeat(6)}`, ...rows].join('\n')}\n`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
	process.exit(1);
});
