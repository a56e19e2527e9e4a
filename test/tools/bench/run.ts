import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { reportToPerson, run } from '../../support/host/command';
import { installN8n } from '../../support/host/install';
import { startN8n, type N8n } from '../../support/host/process';
import { packTarball } from '../../support/host/tarball';
import { temporaryFolder } from '../../support/host/temporaryFolder';
import { startService, type Service } from '../../support/service/service';
import { volumeWorld } from '../../support/service/volumeWorld';
import type { Case } from './case';
import { cases } from './cases';
import { inN8n } from './n8n';
import { asMarkdown, medianOf, tableOf, type Column, type Cost, type Result } from './results';

const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '3' },
		/** A part of the names of the cases that are wanted. */
		only: { type: 'string', default: '' },
		/** Whether results.json is written. */
		write: { type: 'boolean', default: false },
	},
});

async function inLoop({ url, token }: Service, { name }: Case): Promise<Cost> {
	const file = join(await temporaryFolder('bench'), 'loop.ndjson');
	const script = ['--import', 'tsx', join(__dirname, 'loop.ts'), name, url, token, file];
	return JSON.parse(await run(process.execPath, script, process.cwd())) as Cost;
}

const serviceFor = async ({ holds, latencyMs = 0 }: Case, count: number): Promise<Service> =>
	await startService({
		world: volumeWorld(holds(count)),
		latencyMs,
		switches: { bulkFetchesBeforeReady: 0 },
	});

/** Things in the service of the small run that has n8n load the nodes. */
const FEW = 200;

/** Does a case in rounds, each way once in turn. What does not end well is reported and left out. */
async function measured(n8n: N8n, each: Case): Promise<Result> {
	const small = await serviceFor(each, FEW);
	const service = await serviceFor(each, each.count);
	const freshly = async (way: 'package' | 'httpRequest'): Promise<Cost> => {
		await n8n.restart();
		small.reset();
		await inN8n(n8n, small, each, FEW, way);
		await sleep(2_000);
		return await inN8n(n8n, service, each, each.count, way);
	};
	const ways: Array<[Column, () => Promise<Cost>]> = [
		['package', async () => await freshly('package')],
		['loop', async () => await inLoop(service, each)],
	];
	if (each.byHand) ways.push(['httpRequest', async () => await freshly('httpRequest')]);
	const rounds: Record<Column, Cost[]> = { package: [], httpRequest: [], loop: [] };
	for (let round = 0; round < Number(values.rounds); round++) {
		for (const [column, way] of ways) {
			service.reset();
			try {
				rounds[column].push(await way());
			} catch (error) {
				reportToPerson(`${each.name}, ${column}: ${String(error)}`);
				process.exitCode = 1;
			}
		}
	}
	await Promise.all([small.stop(), service.stop()]);
	return {
		name: each.name,
		package: medianOf(rounds.package),
		httpRequest: medianOf(rounds.httpRequest),
		loop: medianOf(rounds.loop),
	};
}

async function main(): Promise<void> {
	const n8n = await startN8n({
		install: await installN8n(),
		tarball: await packTarball(),
		env: { EXECUTIONS_TIMEOUT: '-1' },
	});
	const results: Result[] = [];
	for (const each of cases.filter(({ name }) => name.includes(values.only))) {
		results.push(await measured(n8n, each));
	}
	await n8n.stop();
	process.stdout.write(`${asMarkdown(tableOf(results))}\n`);
	const file = join(__dirname, 'results.json');
	if (values.write) await writeFile(file, `${JSON.stringify(results, null, '\t')}\n`);
}

main().catch((error: unknown) => {
	reportToPerson(error instanceof Error ? (error.stack ?? error.message) : String(error));
	process.exit(1);
});
