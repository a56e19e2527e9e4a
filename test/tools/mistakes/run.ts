import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { run } from '../../support/host/command';
import { copyProject } from '../../support/package/copy';
import { mistakes, type Mistake } from './list';

const { values } = parseArgs({
	options: {
		/** A part of the note or the file name of the mistakes to run. */
		only: { type: 'string', default: '' },
		/** A JSON file of further mistakes, in the form of {@link Mistake}. */
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

/**
 * Reads the text of a mistake's file in a folder, without and with the mistake.
 * @throws Error if the file does not hold `from` exactly once
 */
async function textsOf(folder: string, { file, from, to }: Mistake): Promise<[string, string]> {
	const text = await readFile(join(folder, file), 'utf8');
	const count = text.split(from).length - 1;
	if (count !== 1) throw new Error(`${file} holds ${count} times: ${from}`);
	return [text, text.replace(from, () => to)];
}

/** Plants each mistake alone in a copy of the project, and prints which test noticed the mistake. */
async function main(): Promise<void> {
	const { file, only } = values;
	const extra = file === undefined ? [] : (JSON.parse(await readFile(file, 'utf8')) as Mistake[]);
	const chosenMistakes = [...mistakes, ...extra].filter((mistake) =>
		`${mistake.file} ${mistake.note}`.includes(only),
	);
	const folder = await copyProject();
	for (const mistake of chosenMistakes) await textsOf(folder, mistake);
	const failures = await findFailures(folder);
	if (failures.length > 0) throw new Error(`Tests fail without a mistake:\n${failures.join('\n')}`);
	let missCount = 0;
	for (const mistake of chosenMistakes) {
		const [text, changedText] = await textsOf(folder, mistake);
		await writeFile(join(folder, mistake.file), changedText);
		const [failure] = await findFailures(folder);
		await writeFile(join(folder, mistake.file), text);
		if (failure === undefined) missCount += 1;
		console.log(`${failure === undefined ? 'MISSED ' : 'noticed'} ${mistake.note}`);
		console.log(`        ${failure ?? mistake.file}`);
	}
	console.log(`${chosenMistakes.length - missCount} of ${chosenMistakes.length} noticed`);
	if (missCount > 0) process.exitCode = 1;
}

// An exit by a signal also removes the temporary folders.
process.once('SIGINT', () => process.exit(130));
main().catch((error: unknown) => {
	console.error(String(error));
	process.exitCode = 1;
});
