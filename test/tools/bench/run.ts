import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { accountOf } from '../../support/account';
import { workflowOf } from '../../support/host/definitions';
import { output } from '../../support/host/client';
import { run } from '../../support/host/command';
import { startN8n, type N8n } from '../../support/host/process';
import { temporaryFolder } from '../../support/host/temporaryFolder';
import { until } from '../../support/host/until';
import { startService, type Service } from '../../support/service/service';
import { volumeWorld } from '../../support/service/volumeWorld';
import { CASES, nodesOf, type Case, type Way } from './cases';
import { measure, type Cost } from './measure';
import { checkBounds, tableOf, writePage, type Measured } from './report';

const { values } = parseArgs({
	options: {
		/** Measures only n8n's engine alone, in warm processes. */
		quick: { type: 'boolean', default: false },
		/** Ends with exit code 1 if a bound is exceeded. */
		check: { type: 'boolean', default: false },
		/** Writes the figures into docs/developers.md. */
		write: { type: 'boolean', default: false },
	},
});

const ROUNDS = 3;

/**
 * Runs a case in one way in a separate process, the first time cold.
 * @returns the cost of each round
 */
async function inProcess(
	{ url, token }: Service,
	{ name }: Case,
	way: 'package' | 'loop',
	times: number,
): Promise<Cost[]> {
	const file = join(temporaryFolder('bench'), 'loop.ndjson');
	const script = ['--import', 'tsx', join(__dirname, 'way.ts')];
	const args = [...script, name, way, String(times), url, token, file];
	return JSON.parse(await run(process.execPath, args, process.cwd())) as Cost[];
}

/**
 * Runs nodes once in n8n, from the request that starts the execution to its stored end.
 * @throws Error if the execution fails or takes too long, or if the package did only a part
 */
async function inN8n(
	n8n: N8n,
	{ url, token }: Service,
	work: Case,
	count: number,
	way: 'package' | 'httpRequest',
): Promise<Cost> {
	const { client } = n8n;
	const bearer = { name: 'Authorization', value: `Bearer ${token}` };
	const nodes = nodesOf(work, count, way, {
		url,
		ours: await client.createCredential('logManagementApi', accountOf({ url, token })),
		httpRequest: await client.createCredential('httpHeaderAuth', bearer),
	});
	const { id } = await client.createWorkflow(workflowOf('Bench', nodes));
	const costSoFar = measure(n8n.pid());
	const execution = await client.startWorkflow(id, 'Run');
	// The query omits the data, which would count in the measurement.
	const stored = await until('it ends', async () =>
		(await client.executions(id)).find(({ stoppedAt }) => stoppedAt !== null),
	);
	const cost = costSoFar();
	if (stored.status !== 'success') throw new Error(`it ended with ${stored.status}`);
	if (way === 'package') {
		const doneCount = work.countDone(output(await client.execution(execution), 'Ours'));
		if (doneCount !== count) throw new Error(`${doneCount} of ${count} were done`);
	}
	return cost;
}

const serviceFor = async ({ holds }: Case, count: number): Promise<Service> =>
	await startService({
		world: volumeWorld({ [holds]: count }),
		switches: { bulkFetchesBeforeReady: 0 },
	});

function medianOf(costs: readonly Cost[]): Cost {
	const middle = (figure: keyof Cost): number => {
		const sorted = costs.map((cost) => cost[figure]).sort((a, b) => a - b);
		return sorted[Math.floor(sorted.length / 2)] ?? NaN;
	};
	return { seconds: middle('seconds'), cpu: middle('cpu'), megabytes: middle('megabytes') };
}

/** The number of things in the small run that makes n8n load the nodes. */
const FEW = 200;

/** Runs a case in rounds, each way once in turn, in n8n after a restart. @returns the medians */
async function measureCold(n8n: N8n, work: Case): Promise<Measured['costs']> {
	const small = await serviceFor(work, FEW);
	const service = await serviceFor(work, work.count);
	const runCold = async (way: 'package' | 'httpRequest'): Promise<Cost> => {
		await n8n.restart();
		small.reset();
		await inN8n(n8n, small, work, FEW, way);
		await sleep(1_000);
		return await inN8n(n8n, service, work, work.count, way);
	};
	const costs = { package: [] as Cost[], httpRequest: [] as Cost[], loop: [] as Cost[] };
	for (let round = 1; round <= ROUNDS; round++) {
		for (const way of ['package', 'loop', 'httpRequest'] as const) {
			service.reset();
			const [cost] = way === 'loop' ? await inProcess(service, work, way, 1) : [await runCold(way)];
			if (cost === undefined) continue;
			costs[way].push(cost);
			const at = `${Math.round(process.uptime())} s`;
			console.error(`${at}: ${work.name}, ${way}, round ${round}: ${cost.seconds.toFixed(1)} s`);
		}
	}
	await Promise.all([small.stop(), service.stop()]);
	return {
		package: medianOf(costs.package),
		httpRequest: medianOf(costs.httpRequest),
		loop: medianOf(costs.loop),
	};
}

/** Runs a case in n8n's engine and in a loop, each in a warm process. @returns the medians */
async function measureWarm(work: Case): Promise<Measured['costs']> {
	const times = ROUNDS + 1;
	const service = await serviceFor(work, work.count * (work.items === undefined ? 1 : times));
	const engine = await inProcess(service, work, 'package', times);
	service.reset();
	const warmLoop = await inProcess(service, work, 'loop', times);
	await service.stop();
	return { engine: medianOf(engine.slice(1)), warmLoop: medianOf(warmLoop.slice(1)) };
}

async function main(): Promise<void> {
	const { quick, check, write } = values;
	if (write && quick) throw new Error('The page shows a real n8n');
	const n8n = quick ? undefined : await startN8n({ EXECUTIONS_TIMEOUT: '-1' });
	const all: Measured[] = [];
	for (const work of CASES) {
		const cold = n8n && (await measureCold(n8n, work));
		all.push({ work, costs: { ...cold, ...(await measureWarm(work)) } });
	}
	await n8n?.stop();
	const ways: readonly Way[] = [
		...(quick ? [] : (['package', 'httpRequest', 'loop'] as const)),
		...(['engine', 'warmLoop'] as const),
	];
	const lines = checkBounds(all);
	process.stdout.write(`${[tableOf(all, ways), ...lines].join('\n')}\n`);
	if (write) await writePage(all, ROUNDS);
	if (check && lines.some((line) => line.startsWith('BROKEN'))) process.exitCode = 1;
}

void main();
