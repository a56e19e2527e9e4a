import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { name, version } from '../../../package.json';
import { copyProject, project } from '../package/copy';
import { run } from './command';
import { temporaryFolder } from './temporaryFolder';

let tarball: Promise<string> | undefined;

/**
 * Returns the package as published: the tarball in the variable PACKAGE_TARBALL, or a tarball that each
 * process builds once in a fresh copy of the sources, which packs nothing stale and disturbs no other build.
 * @returns the path of the tarball, which exists as long as this process
 * @throws Error with the compiler's message if the build fails
 */
export const packTarball = async (): Promise<string> =>
	process.env['PACKAGE_TARBALL'] ?? (await (tarball ??= buildTarball()));

async function buildTarball(): Promise<string> {
	const copy = await copyProject();
	await run('npm', ['run', 'build'], copy);
	await run('npm', ['pack'], copy);
	return join(copy, `${name}-${version}.tgz`);
}

/** Unpacks the package as published into a new temporary folder, which the end of this process removes. */
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
