import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { run } from '../../support/host/command';
import { copyProject } from '../../support/package/copy';
import { mistakes, type Mistake } from './list';

const { values } = parseArgs({
	options: {
		/** A part of the note or of the file of the mistakes that are wanted. */
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

/** Ends `npm test` and all that it started, if a mistake makes it run on. */
const WITHIN_15_MINUTES = ['--signal=KILL', '15m'];

/** The tests of `npm test` that fail in a folder, each with its file. */
async function failing(folder: string): Promise<string[]> {
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
 * The text of a mistake's file in a folder, without it and with it.
 * @throws Error if the file does not hold `from` exactly once
 */
async function textsOf(folder: string, { file, from, to }: Mistake): Promise<[string, string]> {
	const text = await readFile(join(folder, file), 'utf8');
	const found = text.split(from).length - 1;
	if (found !== 1) throw new Error(`${file} holds ${found} times: ${from}`);
	return [text, text.replace(from, () => to)];
}

/** Plants each mistake in a copy of the project, one by one, and prints which test noticed it. */
async function main(): Promise<void> {
	const { file, only } = values;
	const further = file === undefined ? [] : (JSON.parse(await readFile(file, 'utf8')) as Mistake[]);
	const wanted = [...mistakes, ...further].filter((each) =>
		`${each.file} ${each.note}`.includes(only),
	);
	const folder = await copyProject();
	for (const each of wanted) await textsOf(folder, each);
	const sound = await failing(folder);
	if (sound.length > 0) throw new Error(`Tests fail without a mistake:\n${sound.join('\n')}`);
	let missed = 0;
	for (const each of wanted) {
		const [text, mistaken] = await textsOf(folder, each);
		await writeFile(join(folder, each.file), mistaken);
		const [noticed] = await failing(folder);
		await writeFile(join(folder, each.file), text);
		if (noticed === undefined) missed += 1;
		console.log(`${noticed === undefined ? 'MISSED ' : 'noticed'} ${each.note}`);
		console.log(`        ${noticed ?? each.file}`);
	}
	console.log(`${wanted.length - missed} of ${wanted.length} noticed`);
	if (missed > 0) process.exitCode = 1;
}

// What is removed at the exit is removed then, too.
process.once('SIGINT', () => process.exit(130));
main().catch((error: unknown) => {
	console.error(String(error));
	process.exitCode = 1;
});
