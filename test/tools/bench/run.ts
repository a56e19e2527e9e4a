import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { run } from '../../support/host/command';
import { temporaryFolder } from '../../support/host/temporaryFolder';
import { startService, type Service } from '../../support/service/service';
import { volumeWorld } from '../../support/service/volumeWorld';
import { CASES, type Case } from './cases';
import type { Cost } from './measure';

const { values } = parseArgs({
	options: {
		/** Ends with exit code 1 if a bound is exceeded. */
		check: { type: 'boolean', default: false },
	},
});

const ROUNDS = 3;

const WAYS = ['package', 'loop'] as const;

/** Runs a case in one way in a new process, the first time to warm up. @returns the medians */
async function costOf({ url, token }: Service, { name }: Case, way: (typeof WAYS)[number]) {
	const file = join(temporaryFolder('bench'), 'loop.ndjson');
	const script = ['--import', 'tsx', join(__dirname, 'way.ts')];
	const args = [...script, name, way, String(ROUNDS + 1), url, token, file];
	const costs = JSON.parse(await run(process.execPath, args, process.cwd())) as Cost[];
	const medianOf = (figure: keyof Cost): number => {
		const sorted = costs.slice(1).map((cost) => cost[figure]);
		return sorted.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
	};
	return { cpu: medianOf('cpu'), megabytes: medianOf('megabytes') };
}

/** Measures a case in both ways. @returns its row of the table, and whether it keeps its bound */
async function rowOf(work: Case) {
	const volume = work.count * (work.items === undefined ? 1 : ROUNDS + 1);
	const service = await startService({
		world: volumeWorld({ [work.holds]: volume }),
		switches: { bulkFetchesBeforeReady: 0 },
	});
	const costs: Cost[] = [];
	for (const way of WAYS) {
		service.reset();
		costs.push(await costOf(service, work, way));
	}
	await service.stop();
	const [ours, loop] = costs;
	const ratio = (ours?.cpu ?? NaN) / (loop?.cpu ?? NaN);
	const cells = [
		work.name,
		...costs.map(({ cpu, megabytes }) => `${inDigits(cpu)} s, ${inDigits(megabytes)} MB`),
		`${inDigits(ratio)}, at most ${work.maxRatio}`,
	];
	return { text: `| ${cells.join(' | ')} |`, isWithin: ratio <= work.maxRatio };
}

const inDigits = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en-US');

const HEAD = `| Job | This package in n8n's engine | Bare loop | Ratio of CPU time |
| --- | --- | --- | --- |`;

async function main(): Promise<void> {
	const rows = [];
	for (const work of CASES) rows.push(await rowOf(work));
	process.stdout.write(`${[HEAD, ...rows.map(({ text }) => text)].join('\n')}\n`);
	if (values.check && !rows.every(({ isWithin }) => isWithin)) process.exitCode = 1;
}

void main();
