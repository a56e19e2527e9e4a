import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';

import fc from 'fast-check';

import { healthHistory } from '../../support/trigger/healthHistory';
import { keptState, lostState, type History } from '../../support/trigger/history';
import { lasting, lastingHistory, type LastingHistory } from '../../support/trigger/lasting';
import { simulate } from '../../support/trigger/simulation';

const REGRESSIONS = resolve(__dirname, '../../support/trigger/regressions.jsonl');

/** Histories under limits that last take as long as this many others. */
const LASTING_SHARE = 20;

/**
 * `npm run soak -- [histories] [seed]`: as many random histories of the alert trigger as asked,
 * half of them with a state that is lost, some under limits that last, and some of the health trigger. A
 * failing one of the alert trigger is shrunk and added to the regressions, which `npm test` replays.
 */
async function soak(): Promise<void> {
	const [numRuns = 10_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
	const half = Math.ceil(numRuns / 2);
	const isLost = false;
	await soakAlerts('kept state', keptState, (history) => ({ isLost, history }), half, seed);
	await soakAlerts('lost state', lostState, (history) => ({ isLost: true, history }), half, seed);
	const some = Math.ceil(numRuns / LASTING_SHARE);
	const short = lasting.map((one) => ({ ...lastingHistory(one), short: one }));
	await soakAlerts('limits that last', short, (one) => ({ lasting: one.short }), some, seed);
	await soakHealth(Math.ceil(numRuns / HEALTH_SHARE), seed);
}

/** @param kept what is added to the regressions of a history that fails */
async function soakAlerts<Some extends History>(
	name: string,
	histories: fc.Arbitrary<Some>,
	kept: (history: Some) => { isLost?: boolean; lasting?: LastingHistory },
	numRuns: number,
	seed: number,
): Promise<void> {
	let polls = 0;
	let worst: string[] = [];
	const outcome = await fc.check(
		fc.asyncProperty(histories, async (some) => {
			const verdict = await simulate(some);
			polls += verdict.polls;
			const mayRepeat = kept(some).isLost === true;
			const faults = verdict.faults.filter((fault) => !mayRepeat || !fault.startsWith('twice'));
			if (faults.length === 0) return;
			worst = [...verdict.story, ...faults];
			throw new Error(faults.join('; '));
		}),
		{ numRuns, seed },
	);
	console.log(`${name}: ${outcome.numRuns} histories, ${polls} polls, seed ${seed}`);
	const [history] = outcome.counterexample ?? [];
	if (history === undefined) return;
	// The title of a test that replays what was found; to be replaced by what the history shows.
	const what = `nothing is wrong in the history of seed ${seed}`;
	appendFileSync(REGRESSIONS, `${JSON.stringify({ what, ...kept(history) })}\n`);
	process.exitCode = 1;
	console.error(worst.join('\n'));
}

/** A history of the health trigger, in both ways of polling, takes as long as this many others. */
const HEALTH_SHARE = 20;

/** Prints histories that fail; `healthHistory` replays one by its seed. */
async function soakHealth(numRuns: number, seed: number): Promise<void> {
	for (let one = seed; one < seed + numRuns; one += 1) {
		for (const storedWith of ['each poll', 'an execution'] as const) {
			const mistakes = await healthHistory(one, storedWith);
			if (mistakes.length === 0) continue;
			console.error(`health trigger, the state stored with ${storedWith}: ${mistakes.join('\n')}`);
			process.exitCode = 1;
		}
	}
	console.log(`health trigger: ${numRuns} histories, seed ${seed}`);
}

void soak();
