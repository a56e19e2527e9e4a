import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { reportToPerson } from '../../support/host/command';
import { installN8n } from '../../support/host/install';
import { packTarball } from '../../support/host/tarball';
import type { Work } from '../../support/work';
import { MEASUREMENTS, pathOf, refreshed, textOf } from '../docs/generatedPages';
import { Bench, type Cost } from './measure';
import { measureQuota } from './quota';
import { inPlaceOf, resultOf, shownOf, tableOf } from './results';
import type { Column, Result } from './results';

const { values } = parseArgs({
	options: {
		rounds: { type: 'string', default: '3' },
		/** A part of the names of the cases that are wanted; `the quota` is a case too. */
		only: { type: 'string', default: '' },
		/** Seconds at most for a measurement. */
		limit: { type: 'string', default: '150' },
		/** Whether results.json and the page are written. */
		write: { type: 'boolean', default: false },
	},
});

type Rounds = Record<Column, Cost[]>;

/** A row of the comparison. */
interface Case {
	name: string;
	work: Work;
	/** HTTP Request does not end in time with a million rows in memory. */
	columns: readonly Column[];
}

const COLUMNS: readonly Column[] = ['ours', 'wire', 'httpRequest'];

const exported = (count: number, columns: readonly Column[]): Case => ({
	name: `export ${count.toLocaleString('en')} to a file`,
	work: { kind: 'export', count, latencyMs: 0 },
	columns,
});

const CASES: readonly Case[] = [
	exported(200_000, COLUMNS),
	exported(1_000_000, ['ours', 'wire']),
	{
		name: 'list 20,000 as items',
		work: { kind: 'list', count: 20_000, latencyMs: 0 },
		columns: COLUMNS,
	},
	...[0, 20].map((latencyMs) => ({
		name: `onboard 10,000 at ${latencyMs} ms`,
		work: { kind: 'onboard' as const, count: 10_000, latencyMs },
		columns: COLUMNS,
	})),
];

const UNITS: ReadonlyArray<[unit: string, of: (cost: Cost) => number]> = [
	['ms', ({ ms }) => ms],
	['CPU s', ({ cpuSeconds }) => cpuSeconds],
	['MB above idle', ({ memory }) => memory],
	['requests', ({ requests }) => requests],
];

/** What did not work, with the reason. */
const failures: string[] = [];

/** Does a part of the bench; what does not work is told, and the rest goes on. */
async function attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
	try {
		return await work();
	} catch (error) {
		const failure = `${what}: ${error instanceof Error ? error.message : String(error)}`;
		failures.push(failure.split('\n', 1).join());
		reportToPerson(`  ${failure}`);
		return undefined;
	}
}

/** Measures a column once; what does not work is done with another n8n the next time. */
async function measured(bench: Bench, { name, work }: Case, column: Column): Promise<Cost[]> {
	const cost = await attempt(`${name}, ${column}`, async () =>
		column === 'wire' ? await bench.onWire(work) : await bench.inN8n(work, column),
	);
	if (cost === undefined) {
		await bench.stop();
		return [];
	}
	const { ms, memory, cpuSeconds, requests, result } = cost;
	reportToPerson(
		`  ${name}, ${column}: ${Math.round(ms)} ms, CPU ${cpuSeconds.toFixed(1)} s, +${Math.round(memory)} MB, ${requests} requests, gave ${result}`,
	);
	return [cost];
}

/** Measures a case in rounds: each column once, in turn. */
async function resultsOf(bench: Bench, each: Case): Promise<Result[]> {
	const rounds: Rounds = { ours: [], wire: [], httpRequest: [] };
	for (let round = 0; round < Number(values.rounds); round++) {
		for (const column of each.columns) {
			rounds[column].push(...(await measured(bench, each, column)));
		}
	}
	return UNITS.map(([unit, of]) => {
		const numbers = (column: Column) => rounds[column].map(of);
		return resultOf(each.name, unit, {
			ours: numbers('ours'),
			wire: numbers('wire'),
			httpRequest: numbers('httpRequest'),
		});
	});
}

async function main(): Promise<void> {
	const bench = new Bench(await installN8n(), await packTarball(), Number(values.limit) * 1000);
	const results: Result[] = [];
	const add = async (what: string, work: () => Promise<Result[]>): Promise<void> => {
		if (!what.includes(values.only)) return;
		results.push(...((await attempt(what, work)) ?? []));
		if (values.write) await write(results);
	};
	for (const each of CASES) {
		await add(each.name, async () => await resultsOf(bench, each));
	}
	await bench.stop();
	await add('the quota', measureQuota);
	process.stdout.write(`${tableOf(results)}\n`);
	if (failures.length === 0) return;
	reportToPerson(['Did not work:', ...failures].join('\n  '));
	process.exitCode = 1;
}

/** Writes what the page shows of it in the place of what was there; other cases stay. */
async function write(measured: readonly Result[]): Promise<void> {
	const file = join(__dirname, 'results.json');
	const before = JSON.parse(await readFile(file, 'utf8')) as Result[];
	const results = inPlaceOf(before, shownOf(measured));
	await writeFile(file, `${JSON.stringify(results, null, '\t')}\n`);
	await writeFile(pathOf(MEASUREMENTS), await refreshed(MEASUREMENTS, textOf(MEASUREMENTS)));
}

main()
	.catch((error: unknown) => {
		reportToPerson(error instanceof Error ? (error.stack ?? error.message) : String(error));
		process.exitCode = 1;
	})
	// Nothing that was left open keeps it from ending.
	.finally(() => process.exit());
