import fc from 'fast-check';

import { alertsOnce } from '../support/trigger/alertHistory';
import { changesOnce } from '../support/trigger/healthHistory';

/** Histories of the alert trigger for each history of the health trigger. */
const HEALTH_SHARE = 4;

/**
 * `npm run soak -- [histories] [seed]` runs this number of random histories of the alert trigger, and fewer
 * of the health trigger. The tool prints the first failing history in its shortest form.
 */
async function soak(): Promise<void> {
	const [numRuns = 2000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
	await fc.assert(alertsOnce, { numRuns, seed });
	console.log(`alert trigger: ${numRuns} histories, seed ${seed}`);
	const share = Math.ceil(numRuns / HEALTH_SHARE);
	await fc.assert(changesOnce, { numRuns: share, seed });
	console.log(`health trigger: ${share} histories, seed ${seed}`);
}

void soak();
