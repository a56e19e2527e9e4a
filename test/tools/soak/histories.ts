import fc from 'fast-check';

import { poll } from '../../../nodes/AlertTrigger/polling/poll';
import { history } from '../../support/trigger/history';
import { simulate } from '../../support/trigger/simulation';

/** `npm run soak:histories -- [histories] [seed]`: as many histories of the alert trigger as asked. */
async function soak(): Promise<void> {
	const [numRuns = 10_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
	console.log(`${numRuns} histories, seed ${seed}`);
	let polls = 0;
	let worst: string[] = [];
	const outcome = await fc.check(
		fc.asyncProperty(history, async (some) => {
			const verdict = await simulate(some, poll);
			polls += verdict.polls;
			if (verdict.faults.length === 0) return;
			worst = [...verdict.story, ...verdict.faults];
			throw new Error(verdict.faults.join('; '));
		}),
		{ numRuns, seed },
	);
	if (outcome.failed) {
		console.error(JSON.stringify(outcome.counterexample, undefined, 1));
		console.error(worst.join('\n'));
		process.exitCode = 1;
	}
	console.log(
		`${outcome.numRuns} histories, ${polls} polls, seed ${seed}: ${outcome.failed ? 'not as they must be' : 'none lost, none twice'}`,
	);
}

void soak();
