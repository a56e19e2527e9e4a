import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { run } from '../../support/host/command';
import { copyProject } from '../../support/package/copy';
import { mistakes, type Mistake } from './list';
import { compileWith, plant } from './plant';

const { values } = parseArgs({
	options: {
		/** The path of a module that exports further `mistakes`. */
		file: { type: 'string' },
	},
});

interface Report {
	numTotalTests: number;
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ status: string; fullName: string }>;
	}>;
}

/** Ends `npm test` and its child processes if a mistake makes the tests hang. */
const WITHIN_15_MINUTES = ['--signal=KILL', '15m'];

/** Lists the tests of `npm test` that fail in a folder, each with its file. */
async function findFailures(folder: string): Promise<string[]> {
	const report = join(folder, '../report.json');
	await rm(report, { force: true });
	const npm = ['npm', 'test', '--', '--json', `--outputFile=${report}`];
	await run('timeout', [...WITHIN_15_MINUTES, ...npm], folder).catch(() => undefined);
	const text = await readFile(report, 'utf8').catch(() => undefined);
	if (text === undefined) return ['npm test ended without a result'];
	const { numTotalTests, testResults } = JSON.parse(text) as Report;
	if (numTotalTests === 0) throw new Error('No test was run');
	return testResults.flatMap(({ name, message, assertionResults }) => {
		const file = name.slice(folder.length + 1);
		const failed = assertionResults.filter(({ status }) => status === 'failed');
		if (assertionResults.length === 0) return [`${file}: ${message.split('\n', 1).join()}`];
		return failed.map(({ fullName }) => `${file}: ${fullName}`);
	});
}

/** Plants each mistake alone in a copy of the project, and prints which test noticed the mistake. */
async function main(): Promise<void> {
	const { file } = values;
	const extra =
		file === undefined ? [] : ((await import(resolve(file))) as { mistakes: Mistake[] }).mistakes;
	const allMistakes = [...mistakes, ...extra];
	await compileWith(allMistakes);
	const folder = await copyProject();
	const failures = await findFailures(folder);
	if (failures.length > 0) throw new Error(`Tests fail without a mistake:\n${failures.join('\n')}`);
	let missCount = 0;
	for (const mistake of allMistakes) {
		const text = await plant(folder, mistake);
		const [failure] = await findFailures(folder);
		await writeFile(join(folder, mistake.file), text);
		if (failure === undefined) missCount += 1;
		console.log(`${failure === undefined ? 'MISSED ' : 'noticed'} ${mistake.note}`);
		console.log(`        ${failure ?? mistake.file}`);
	}
	console.log(`${allMistakes.length - missCount} of ${allMistakes.length} noticed`);
	if (missCount > 0) process.exitCode = 1;
}

// An exit by a signal also removes the temporary folders.
process.once('SIGINT', () => process.exit(130));
void main();
