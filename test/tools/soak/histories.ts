import fc from 'fast-check';

import { healthHistory } from '../../support/trigger/healthHistory';
import { history, type History } from '../../support/trigger/history';
import { simulate } from '../../support/trigger/simulation';

/** One history of the health trigger for so many of the alert trigger. */
const HEALTH_SHARE = 4;

/**
 * `npm run soak -- [histories] [seed]`: as many random histories of the alert trigger as asked, and
 * some of the health trigger, in both ways of polling. One that fails is printed in its shortest form: it
 * becomes a case of test/trigger/histories.test.ts.
 */
async function soak(): Promise<void> {
	const [numRuns = 2000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
	await soakAlerts(numRuns, seed);
	await soakHealth(Math.ceil(numRuns / HEALTH_SHARE), seed);
}

async function soakAlerts(numRuns: number, seed: number): Promise<void> {
	let polls = 0;
	let shortest: { history: History; lines: string[] } | undefined;
	const property = fc.asyncProperty(history, async (one) => {
		const verdict = await simulate(one);
		polls += verdict.polls;
		if (verdict.faults.length === 0) return;
		shortest = { history: one, lines: [...verdict.story, ...verdict.faults] };
		throw new Error(verdict.faults.join('; '));
	});
	const outcome = await fc.check(property, { numRuns, seed });
	console.log(`alert trigger: ${outcome.numRuns} histories, ${polls} polls, seed ${seed}`);
	if (shortest === undefined) return;
	process.exitCode = 1;
	console.error([...shortest.lines, JSON.stringify(shortest.history)].join('\n'));
}

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
