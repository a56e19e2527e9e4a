import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import type { Stryker } from '@stryker-mutator/core' with { 'resolution-mode': 'import' };

import { TESTING, pathOf, refreshed, textOf } from '../docs/generatedPages';
import { GROUPS, suitesOf, type Group } from './groups';
import { keepScore, percent, type Score } from './results';

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Whether a test noticed a planted fault; undefined for one that is left out. */
const isNoticed = ({ status }: Mutant): boolean | undefined =>
	status === 'Ignored' ? undefined : status === 'Killed' || status === 'Timeout';

const scoreOf = (mutants: readonly Mutant[]): Score => ({
	noticed: mutants.filter(isNoticed).length,
	planted: mutants.filter((mutant) => isNoticed(mutant) !== undefined).length,
});

async function plant({ name, sources, suites }: Group): Promise<Mutant[]> {
	const stryker = await import('@stryker-mutator/core');
	process.env['SUITE'] = 'mutation';
	process.env['SUITES'] = suitesOf({ suites }).join(' ');
	return await new stryker.Stryker({
		mutate: [...sources],
		htmlReporter: { fileName: `reports/mutation/${name}.html` },
	}).runMutationTest();
}

/**
 * Plants faults in the sources of each group, or of the named ones. Prints what no test noticed, keeps
 * the scores and writes them into the guide.
 */
async function main(names: readonly string[]): Promise<void> {
	const unknown = names.filter((asked) => !GROUPS.some(({ name }) => name === asked));
	if (unknown.length > 0) throw new Error(`There is no group ${unknown.join(', ')}`);
	const lines: string[] = [];
	for (const group of GROUPS) {
		if (names.length > 0 && !names.includes(group.name)) continue;
		const mutants = await plant(group);
		for (const mutant of mutants) {
			const { fileName, location, mutatorName, replacement } = mutant;
			if (isNoticed(mutant) !== false) continue;
			const place = `${relative('.', fileName)}:${location.start.line}`;
			lines.push(`${place} ${mutatorName}: ${replacement}`);
		}
		const score = scoreOf(mutants);
		keepScore(group.name, score);
		writeFileSync(pathOf(TESTING), await refreshed(TESTING, textOf(TESTING)));
		const share = percent(score);
		lines.push(`${share} % of ${score.planted} in ${group.name}, at least ${group.least} %`);
		if (Number(share) < group.least) process.exitCode = 1;
	}
	console.log(lines.join('\n'));
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(String(error));
	process.exitCode = 1;
});
