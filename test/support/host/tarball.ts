import { join } from 'node:path';

import { name, version } from '../../../package.json';
import { copyProject } from '../package/copy';
import { run } from './command';

let tarball: Promise<string> | undefined;

/**
 * Returns the package as published: the tarball in the variable PACKAGE_TARBALL, or a tarball that each
 * process builds once in a fresh copy of the sources. A fresh copy packs nothing stale and does not disturb
 * another build.
 *
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
