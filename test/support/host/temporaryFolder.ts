import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.on('exit', () => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Has a folder removed with all it holds when this process ends, where it is still there. */
export function removeAtExit(folder: string): void {
	folders.push(folder);
}

/** Makes an empty folder in `parent` that is removed when this process ends, at the latest. */
export async function temporaryFolder(prefix: string, parent = tmpdir()): Promise<string> {
	const folder = await mkdtemp(join(parent, `${prefix}-`));
	removeAtExit(folder);
	return folder;
}
