import { GROUPS } from './groups';

/** Faults planted in a file, and how many of them a test noticed. */
interface Score {
	noticed: number;
	planted: number;
}

/** The least share of planted faults that tests must notice, in per cent. */
const LEAST = 90;

const percent = ({ noticed, planted }: Score): number => (100 * noticed) / planted;

/** Plants faults in the sources of each group, or of the named ones, and tells what no test noticed. */
async function main(names: readonly string[]): Promise<void> {
	const { Stryker } = await import('@stryker-mutator/core');
	const scores = new Map<string, Score>();
	const unnoticed: string[] = [];
	for (const { name, sources, suites } of GROUPS) {
		if (names.length > 0 && !names.includes(name)) continue;
		process.env['SUITE'] = 'mutation';
		process.env['SUITES'] = suites.join(' ');
		const mutants = await new Stryker({
			mutate: [...sources],
			htmlReporter: { fileName: `reports/mutation/${name}.html` },
		}).runMutationTest();
		for (const { fileName, location, mutatorName, replacement = '', status } of mutants) {
			if (status === 'Ignored') continue;
			const score = scores.get(fileName) ?? { noticed: 0, planted: 0 };
			scores.set(fileName, score);
			score.planted += 1;
			if (status === 'Killed' || status === 'Timeout') score.noticed += 1;
			else unnoticed.push(`${fileName}:${location.start.line} ${mutatorName}: ${replacement}`);
		}
	}
	const all = { noticed: 0, planted: 0 };
	for (const { noticed, planted } of scores.values()) {
		all.noticed += noticed;
		all.planted += planted;
	}
	console.log(unnoticed.join('\n'));
	for (const [name, score] of [...scores, ['all', all] as const]) {
		console.log(`${percent(score).toFixed(1).padStart(5)} % of ${score.planted} in ${name}`);
	}
	if (percent(all) < LEAST) process.exitCode = 1;
}

void main(process.argv.slice(2));
