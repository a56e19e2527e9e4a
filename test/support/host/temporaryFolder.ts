import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.on('exit', () => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Makes an empty folder in `parent` that is removed with all it holds when this process ends. */
export async function temporaryFolder(prefix: string, parent = tmpdir()): Promise<string> {
	const folder = await mkdtemp(join(parent, `${prefix}-`));
	folders.push(folder);
	return folder;
}
