import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';

import fc from 'fast-check';

import { poll } from '../../../nodes/AlertTrigger/polling/poll';
import { faultsUnderLimits, lasting } from '../../support/trigger/lasting';
import { judged } from '../../support/trigger/healthHistory';
import { keptState, lostState, type History } from '../../support/trigger/history';
import { endSimulatedTime } from '../../support/trigger/simulatedTime';
import { simulate } from '../../support/trigger/simulation';

const SUPPORT = resolve(__dirname, '../../support/trigger');

/** Adds a history that failed to those that `npm test` replays. */
function keep(file: string, found: object): void {
	appendFileSync(resolve(SUPPORT, file), `${JSON.stringify(found)}\n`);
	process.exitCode = 1;
}

/**
 * `npm run soak:histories -- [histories] [seed]`: as many random histories of the alert trigger as asked,
 * half of them with a state that is lost, some under limits that last, and some of the health trigger. A
 * failing one of the alert trigger is shrunk and added to the regressions, which `npm test` replays.
 */
async function soak(): Promise<void> {
	const [numRuns = 10_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
	for (const [name, histories] of [
		['kept state', keptState],
		['lost state', lostState],
	] as const) {
		const isLost = histories === lostState;
		let polls = 0;
		let worst: string[] = [];
		const outcome = await fc.check(
			fc.asyncProperty(histories, async (some: History) => {
				const verdict = await simulate(some, poll);
				polls += verdict.polls;
				const faults = verdict.faults.filter((fault) => !isLost || !fault.startsWith('twice'));
				if (faults.length === 0) return;
				worst = [...verdict.story, ...faults];
				throw new Error(faults.join('; '));
			}),
			{ numRuns: Math.ceil(numRuns / 2), seed },
		);
		console.log(`${name}: ${outcome.numRuns} histories, ${polls} polls, seed ${seed}`);
		const [history] = outcome.counterexample ?? [];
		if (history === undefined) continue;
		keep('regressions.jsonl', { what: whatOf(seed), isLost, history });
		console.error(worst.join('\n'));
	}
	await soakUnderLimits(Math.ceil(numRuns / LASTING_SHARE), seed);
	await soakHealth(Math.ceil(numRuns / HEALTH_SHARE), seed);
}

/** The title of a test that replays what was found; to be replaced by what the history shows. */
const whatOf = (seed: number): string => `nothing is wrong in the history of seed ${seed}`;

/** Histories under limits that last take as long as this many others. */
const LASTING_SHARE = 20;

async function soakUnderLimits(numRuns: number, seed: number): Promise<void> {
	let found = '';
	const outcome = await fc.check(
		fc.asyncProperty(lasting, async (some) => {
			const faults = await faultsUnderLimits(some);
			if (faults.length === 0) return;
			found = faults.join('; ');
			throw new Error(found);
		}),
		{ numRuns, seed },
	);
	console.log(`limits that last: ${outcome.numRuns} histories, seed ${seed}`);
	const [history] = outcome.counterexample ?? [];
	if (history === undefined) return;
	keep('lastingRegressions.jsonl', { what: whatOf(seed), history });
	console.error(found);
}

/** A history of the health trigger, in both engines with and without redelivery, takes as long as this many others. */
const HEALTH_SHARE = 20;

/** Prints histories that fail; `judged` replays one by its seed. */
async function soakHealth(numRuns: number, seed: number): Promise<void> {
	for (let one = seed; one < seed + numRuns; one += 1) {
		for (const storedWith of ['each poll', 'an execution'] as const) {
			for (const redeliver of [false, true]) {
				const verdict = await judged(one, storedWith, { redeliver });
				endSimulatedTime();
				if (verdict === undefined) continue;
				console.error(
					`health trigger, ${JSON.stringify({ one, storedWith, redeliver })}: ${verdict}`,
				);
				process.exitCode = 1;
			}
		}
	}
	console.log(`health trigger: ${numRuns} histories, seed ${seed}`);
}

void soak();
