import { GROUPS } from './groups';

/** Faults planted in a file, and how many of them a test noticed. */
interface Score {
	noticed: number;
	planted: number;
}

const percent = ({ noticed, planted }: Score): number => (100 * noticed) / planted;

/** Plants faults in the sources of each group, or of the named ones, and tells what no test noticed. */
async function main(names: readonly string[]): Promise<void> {
	const { Stryker } = await import('@stryker-mutator/core');
	const scores: string[] = [];
	const unnoticed: string[] = [];
	for (const { name, sources, suites, least } of GROUPS) {
		if (names.length > 0 && !names.includes(name)) continue;
		process.env['SUITE'] = 'mutation';
		process.env['SUITES'] = suites.join(' ');
		const mutants = await new Stryker({
			mutate: [...sources],
			htmlReporter: { fileName: `reports/mutation/${name}.html` },
		}).runMutationTest();
		const group: Score = { noticed: 0, planted: 0 };
		const files = new Map<string, Score>();
		for (const { fileName, location, mutatorName, replacement = '', status } of mutants) {
			if (status === 'Ignored') continue;
			const file = files.get(fileName) ?? { noticed: 0, planted: 0 };
			files.set(fileName, file);
			const isNoticed = status === 'Killed' || status === 'Timeout';
			for (const score of [group, file]) {
				score.planted += 1;
				if (isNoticed) score.noticed += 1;
			}
			if (!isNoticed) {
				unnoticed.push(`${fileName}:${location.start.line} ${mutatorName}: ${replacement}`);
			}
		}
		for (const [of, score] of [...files, [`${name}, at least ${least} %`, group] as const]) {
			scores.push(`${percent(score).toFixed(1).padStart(5)} % of ${score.planted} in ${of}`);
		}
		if (percent(group) < least) process.exitCode = 1;
	}
	console.log([...unnoticed, ...scores].join('\n'));
}

void main(process.argv.slice(2));
