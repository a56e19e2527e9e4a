import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { run } from '../../support/host/command';
import { copyProject } from '../../support/package/copy';
import type { Mistake } from './list';

/**
 * Plants a mistake in a folder of the project.
 * @returns the text of the source before
 * @throws Error if the source does not match the anchor exactly once
 */
export async function plant(folder: string, { file, anchor, code }: Mistake): Promise<string> {
	const path = join(folder, file);
	const text = await readFile(path, 'utf8');
	const count = text.split(anchor).length - 1;
	if (count !== 1) throw new Error(`${file} matches ${count} times: ${String(anchor)}`);
	await writeFile(
		path,
		text.replace(anchor, () => code),
	);
	return text;
}

/** Compiles a copy of the project with all mistakes. @throws Error with the findings of the compiler */
export async function compileWith(mistakes: readonly Mistake[]): Promise<void> {
	const folder = await copyProject();
	for (const mistake of mistakes) await plant(folder, mistake);
	// A mistake may leave a name without use.
	const options = ['--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
	await run('npx', ['tsc', ...options], folder);
}
