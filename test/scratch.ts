import fc from 'fast-check';
import { poll } from '../nodes/AlertTrigger/polling/poll';
import { keptState, lostState } from './support/trigger/history';
import { simulate } from './support/trigger/simulation';
const [which, n, seed] = process.argv.slice(2);
void (async () => {
	let worst: string[] = [];
	const t = Date.now();
	const out = await fc.check(fc.asyncProperty(which === 'kept' ? keptState : lostState, async (h) => {
		const v = await simulate(h, poll);
		const faults = which === 'kept' ? v.faults : v.faults.filter((f) => !f.startsWith('twice'));
		if (faults.length) { worst = [...v.story, ...faults]; throw new Error(faults.join(';')); }
	}), { numRuns: Number(n), seed: Number(seed) });
	console.log(out.numRuns, out.failed, Date.now() - t);
	if (out.failed) { console.log(JSON.stringify(out.counterexample)); console.log(worst.join('\n')); console.log(out.error ?? ''); }
})();
