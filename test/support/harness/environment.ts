import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = join(tmpdir(), 'n8n-engine-');

function makeUserFolder(): string {
	const folder = mkdtempSync(FOLDER);
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

const { N8N_USER_FOLDER: presetFolder = '' } = process.env;

/**
 * n8n-core reads the environment when it is loaded, so import this file first. Each process has its own
 * user folder, which the end of the process or the test run removes.
 */
export const userFolder = presetFolder.startsWith(FOLDER) ? presetFolder : makeUserFolder();

process.env['N8N_USER_FOLDER'] = userFolder;
process.env['N8N_LOG_LEVEL'] = 'silent';
process.env['N8N_ENCRYPTION_KEY'] = 'a key for the engine in a test process';
