import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { reportToPerson } from '../../support/host/command';
import { installN8n } from '../../support/host/install';
import { packTarball } from '../../support/host/tarball';
import { MEASUREMENTS, pathOf, refreshed, textOf } from '../docs/generatedPages';
import { FULL, QUICK, type Case } from './cases';
import { Bench, type Cost } from './measure';
import { loadingTimes } from './packageCost';
import { measureQuota } from './quota';
import { inPlaceOf, resultOf, shownOf, tableOf } from './results';
import type { Column, Figure, Result } from './results';
import { measureTrigger } from './trigger';

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		rounds: { type: 'string' },
		/** A part of the names of the cases that are wanted; `the package`, `the trigger` and `the quota` are cases too. */
		only: { type: 'string', default: '' },
		/** Seconds at most for a measurement. */
		limit: { type: 'string', default: '150' },
		/** Whether results.json and the page are written. */
		write: { type: 'boolean', default: false },
	},
});

const limitMs = Number(values.limit) * 1000;

type Rounds = Record<Column, Cost[]>;

const UNITS: ReadonlyArray<[unit: string, of: (cost: Cost) => number | undefined]> = [
	['ms', ({ ms }) => ms],
	['ms in the node', ({ nodeMs }) => nodeMs],
	['CPU s', ({ cpuSeconds }) => cpuSeconds],
	['MB above idle', ({ memory }) => memory],
	['requests', ({ requests }) => requests],
	['MB on the wire', ({ megabytes }) => megabytes],
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

/** Starting n8n and the small run before belong to a measurement too. */
const limited = async <T>(work: Promise<T>): Promise<T> => {
	const ms = limitMs * 2 + 120_000;
	return await Promise.race([
		work,
		sleep(ms, undefined, { ref: false }).then(() => {
			throw new Error(`nothing came of it in ${ms / 1000} s`);
		}),
	]);
};

/** Measures a column once, and a second time with another n8n where it does not work. */
async function measured(bench: Bench, name: string, cost: () => Promise<Cost>): Promise<Cost[]> {
	for (const turn of ['first', 'second']) {
		const started = Date.now();
		const result = await attempt(`${name}, ${turn} try`, async () => await limited(cost()));
		if (result !== undefined) {
			const { ms, memory, cpuSeconds, requests, result: gave } = result;
			reportToPerson(
				`  ${name}: ${Math.round(ms)} ms, CPU ${cpuSeconds.toFixed(1)} s, +${Math.round(memory)} MB, ${requests} requests, gave ${gave}`,
			);
			return [result];
		}
		await bench.stop();
		// What takes too long takes too long again.
		if (Date.now() - started >= limitMs) break;
	}
	return [];
}

/** One round of a case: each column once, in turn. */
async function round(bench: Bench, { name, work, ...doers }: Case, so: Rounds): Promise<void> {
	const { ours, httpRequest, wire } = doers;
	const add = async (column: Column, cost: () => Promise<Cost>): Promise<void> => {
		so[column].push(...(await measured(bench, `${name}, ${column}`, cost)));
	};
	if (ours !== undefined) await add('ours', async () => await bench.inN8n(work, ours));
	if (wire === true) await add('wire', async () => await bench.onWire(work));
	if (httpRequest !== undefined) {
		await add('httpRequest', async () => await bench.inN8n(work, httpRequest));
	}
}

/** What takes longer than this is measured once, in ms. */
const ONCE_MS = 10_000;

const isLong = ([first]: readonly Cost[]): boolean => first !== undefined && first.ms >= ONCE_MS;

/** What took long, and what HTTP Request did not end in the first round, is not done again. */
function withoutLong({ ours, httpRequest, wire, ...rest }: Case, so: Rounds): Case {
	const isOver = so.httpRequest.length === 0 || isLong(so.httpRequest);
	return {
		...rest,
		...(ours !== undefined && !isLong(so.ours) && { ours }),
		...(wire !== undefined && !isLong(so.wire) && { wire }),
		...(httpRequest !== undefined && !isOver && { httpRequest }),
	};
}

function resultsOf({ name }: Case, rounds: Rounds): Result[] {
	return UNITS.map(([unit, of]) => {
		const measured = (costs: readonly Cost[]) => costs.flatMap((cost) => of(cost) ?? []);
		return resultOf(name, unit, {
			ours: measured(rounds.ours),
			wire: measured(rounds.wire),
			httpRequest: measured(rounds.httpRequest),
		});
	});
}

const alone = (name: string, unit: string, ours: readonly number[]): Result =>
	resultOf(name, unit, { ours, wire: [], httpRequest: [] });

const rowsOf = (figures: readonly Figure[]): Result[] =>
	figures.map(({ name, unit, ours }) => alone(name, unit, [ours]));

async function main(): Promise<void> {
	const cases = (values.quick ? QUICK : FULL).filter(({ name }) => name.includes(values.only));
	const count = Number(values.rounds ?? (values.quick ? 1 : 3));
	const install = await installN8n();
	const tarball = await packTarball();
	const bench = new Bench(install, tarball, limitMs);
	const results: Result[] = [];
	const add = async (what: string, work: () => Promise<Result[]>): Promise<void> => {
		if (!what.includes(values.only)) return;
		results.push(...((await attempt(what, work)) ?? []));
		if (values.write) await write(results);
	};
	await add('the package', async () => [
		alone('loading the package', 'CPU ms', await loadingTimes(install, tarball, count + 2)),
	]);
	for (const each of cases) {
		const rounds: Rounds = { ours: [], wire: [], httpRequest: [] };
		for (let turn = 0; turn < count; turn++) {
			await round(bench, turn === 0 ? each : withoutLong(each, rounds), rounds);
		}
		await add(each.name, () => Promise.resolve(resultsOf(each, rounds)));
	}
	await bench.stop();
	await add('the trigger', async () => rowsOf(await measureTrigger()));
	await add('the quota', async () => rowsOf(await measureQuota()));
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
