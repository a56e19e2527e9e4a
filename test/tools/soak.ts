import fc from 'fast-check';

import { alertsOnce } from '../support/trigger/alertHistory';
import { changesOnce } from '../support/trigger/healthHistory';

/** `npm run soak -- [histories] [seed]` runs histories of the alert trigger, and a quarter as many of the health trigger. */
async function soak(): Promise<void> {
	const [numRuns = 2000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
	await fc.assert(alertsOnce, { numRuns, seed });
	console.log(`alert trigger: ${numRuns} histories, seed ${seed}`);
	const share = Math.ceil(numRuns / 4);
	await fc.assert(changesOnce, { numRuns: share, seed });
	console.log(`health trigger: ${share} histories, seed ${seed}`);
}

void soak();
