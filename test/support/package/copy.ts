import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const project = resolve(__dirname, '../../..');

/** Folders that are made, or belong to one checkout. */
const MADE = new Set(['.cache', '.git', 'coverage', 'dist', 'node_modules', 'reports']);

/**
 * Copies the project, without what is made in it, into a new temporary folder that shares its packages.
 * @param without names at the top of the project, or paths below `test`, that are left out
 */
export async function copyProject(without: readonly string[] = []): Promise<string> {
	const folder = join(await mkdtemp(join(tmpdir(), 'copy-')), 'project');
	const left = new Set(without.map((path) => join(project, path)));
	await mkdir(folder);
	for (const name of await readdir(project)) {
		if (MADE.has(name) || left.has(join(project, name))) continue;
		await cp(join(project, name), join(folder, name), {
			recursive: true,
			filter: (path) => !left.has(path),
		});
	}
	await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}
