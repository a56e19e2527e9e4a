import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { copyProject, project } from './copy';

const run = promisify(execFile);

/** The package as it is published. */
export type Packed = Awaited<ReturnType<typeof pack>>;

/**
 * Builds the package in a fresh copy of the sources, packs and unpacks it, all in a new temporary folder:
 * nothing stale is packed, and a build that runs elsewhere is not disturbed.
 * Rejects with the compiler's words when the build does not succeed.
 */
export async function pack() {
	const copy = await copyProject(['test']);
	const directory = join(dirname(copy), 'unpacked');
	await mkdir(directory);
	// The unpacked code finds n8n-workflow there.
	await symlink(join(project, 'node_modules'), join(dirname(copy), 'node_modules'));

	try {
		// `npm run typecheck` checks the types, and the compiled files do not depend on them.
		await run('npm', ['run', 'compile', '--', '--noCheck'], { cwd: copy });
		await run('npm', ['run', 'metadata'], { cwd: copy });
	} catch (error) {
		const { stdout = '' } = error as { stdout?: string };
		throw new Error(`The package does not build:\n${stdout}`, { cause: error });
	}
	const { stdout } = await run('npm', ['pack', '--json'], { cwd: copy });
	const [packed] = JSON.parse(stdout) as Array<{ filename: string; size: number }>;
	if (!packed) throw new Error('npm packed nothing');

	const tarball = join(copy, packed.filename);
	await run('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1']);
	return {
		/** The tarball's path. */
		tarball,
		/** Where the tarball was unpacked. */
		directory,
		/** The tarball's size in bytes. */
		size: packed.size,
	};
}
