import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What n8n-core reads from the environment when it is first loaded: import this before it.
 * Each process gets another user folder, which is removed when the process or the test run ends.
 */
export const userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));

process.env['N8N_USER_FOLDER'] = userFolder;
process.env['N8N_LOG_LEVEL'] = 'silent';
process.env['N8N_ENCRYPTION_KEY'] = 'a key for the engine in a test process';
process.on('exit', () => {
	rmSync(userFolder, { recursive: true, force: true });
});
