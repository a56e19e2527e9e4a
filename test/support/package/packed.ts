import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const project = resolve(__dirname, '../../..');

/** What of the project's folder takes no part in building and packing. */
const left = new Set(['.cache', '.git', 'coverage', 'dist', 'node_modules', 'reports', 'test']);

/** The package as it is published. */
export interface Packed {
	/** The tarball's path. */
	tarball: string;
	/** Where the tarball was unpacked. */
	directory: string;
	/** Paths within the package, sorted. */
	files: string[];
	/** The tarball's size in bytes. */
	size: number;
}

/**
 * Builds the package in a fresh copy of the sources, packs and unpacks it, all in a new temporary folder:
 * nothing stale is packed, and a build that runs elsewhere is not disturbed.
 * Rejects with the compiler's words when the build does not succeed.
 */
export async function pack(): Promise<Packed> {
	const folder = await mkdtemp(join(tmpdir(), 'packed-'));
	const copy = join(folder, 'copy');
	const directory = join(folder, 'unpacked');
	await mkdir(copy);
	await mkdir(directory);
	for (const name of await readdir(project)) {
		if (!left.has(name)) await cp(join(project, name), join(copy, name), { recursive: true });
	}
	await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));

	try {
		await run('npm', ['run', 'build'], { cwd: copy });
	} catch (error) {
		const { stdout = '' } = error as { stdout?: string };
		throw new Error(`The package does not build:\n${stdout}`, { cause: error });
	}
	const { stdout } = await run('npm', ['pack', '--json'], { cwd: copy });
	const [packed] = JSON.parse(stdout) as Array<{
		filename: string;
		size: number;
		files: Array<{ path: string }>;
	}>;
	if (!packed) throw new Error('npm packed nothing');

	const tarball = join(copy, packed.filename);
	await run('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1']);
	return {
		tarball,
		directory,
		files: packed.files.map(({ path }) => path).sort(),
		size: packed.size,
	};
}
