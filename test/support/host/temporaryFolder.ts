import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.on('exit', () => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Makes an empty folder in `parent`, which the end of this process removes with its contents. */
export function temporaryFolder(prefix: string, parent = tmpdir()): string {
	const folder = mkdtempSync(join(parent, `${prefix}-`));
	folders.push(folder);
	return folder;
}
