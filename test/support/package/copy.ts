import { cp, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

import { temporaryFolder } from '../host/temporaryFolder';

export const project = resolve(__dirname, '../../..');

const IGNORED = new Set(['.cache', '.git', 'coverage', 'dist', 'node_modules', 'reports']);

/** Copies the project without {@link IGNORED} into a new temporary folder, with its packages. @returns the path */
export async function copyProject(): Promise<string> {
	const folder = join(temporaryFolder('copy'), 'project');
	await cp(project, folder, { recursive: true, filter: (path) => !IGNORED.has(basename(path)) });
	await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}
