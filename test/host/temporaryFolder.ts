import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
process.on('exit', () => {
	for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Makes an empty folder that is removed with all it holds when this process ends, at the latest. */
export async function temporaryFolder(prefix: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `${prefix}-`));
	made.push(folder);
	return folder;
}
