import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { temporaryFolder } from '../host/temporaryFolder';

const { N8N_USER_FOLDER: presetFolder = '' } = process.env;
const isPreset = presetFolder.startsWith(join(tmpdir(), 'n8n-engine-'));

/**
 * n8n-core reads the environment when it is loaded, so import this file first. Each process has its own
 * user folder, which the end of the process or the test run removes.
 */
export const userFolder = isPreset ? presetFolder : temporaryFolder('n8n-engine');

process.env['N8N_USER_FOLDER'] = userFolder;
process.env['N8N_LOG_LEVEL'] = 'silent';
process.env['N8N_ENCRYPTION_KEY'] = 'a key for the engine in a test process';
