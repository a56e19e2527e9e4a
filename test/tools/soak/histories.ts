import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import fc from 'fast-check';

import { poll } from '../../../nodes/AlertTrigger/polling/poll';
import { keptState, lostState, type History } from '../../support/trigger/history';
import { simulate } from '../../support/trigger/simulation';

const REGRESSIONS = resolve(__dirname, '../../support/trigger/regressions.json');

/**
 * `npm run soak:histories -- [histories] [seed]`: as many random histories of the alert trigger as asked,
 * half of them with a state that is lost. A failing one is shrunk and added to the regressions, which
 * `npm test` replays.
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
		const known = JSON.parse(readFileSync(REGRESSIONS, 'utf8')) as object[];
		const what = worst.at(-1) ?? name;
		writeFileSync(
			REGRESSIONS,
			`${JSON.stringify([...known, { what, isLost, history }], undefined, '\t')}\n`,
		);
		console.error(worst.join('\n'));
		process.exitCode = 1;
	}
}

void soak();
