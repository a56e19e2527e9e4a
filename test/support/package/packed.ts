import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { run } from '../host/command';
import { packTarball } from '../host/tarball';
import { temporaryFolder } from '../host/temporaryFolder';
import { project } from './copy';

/**
 * Unpacks the package as published into a new temporary folder, which the end of this process removes.
 * @returns the path of the folder
 */
export async function pack(): Promise<string> {
	const tarball = await packTarball();
	const folder = temporaryFolder('package');
	const directory = join(folder, 'unpacked');
	await mkdir(directory);
	// The unpacked code finds n8n-workflow through this link.
	await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
	await run('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1'], folder);
	return directory;
}
