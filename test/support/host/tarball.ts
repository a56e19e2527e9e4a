import { join } from 'node:path';

import { name, version } from '../../../package.json';
import { copyProject } from '../package/copy';
import { run } from './command';

let tarball: Promise<string> | undefined;

/**
 * The package as it is published: the tarball that the environment's PACKAGE_TARBALL names, or else one
 * that is built and packed once a process, in a fresh copy of the sources. So nothing stale is packed, and
 * a build that runs elsewhere is not disturbed.
 *
 * @returns the path of the tarball, which is there as long as this process
 * @throws Error with the compiler's words if the build does not succeed
 */
export const packTarball = async (): Promise<string> =>
	process.env['PACKAGE_TARBALL'] ?? (await (tarball ??= buildTarball()));

async function buildTarball(): Promise<string> {
	const copy = await copyProject();
	await run('npm', ['run', 'build'], copy);
	await run('npm', ['pack'], copy);
	return join(copy, `${name}-${version}.tgz`);
}
