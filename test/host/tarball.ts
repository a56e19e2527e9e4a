import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command';

const repository = join(__dirname, '..', '..');
let packed: Promise<string> | undefined;

/** Builds the package and packs it as for publishing, once a process. @returns the tarball's path. */
export async function packTarball(): Promise<string> {
	packed ??= pack();
	return await packed;
}

async function pack(): Promise<string> {
	await run('npm', ['run', 'build'], repository);
	const folder = join(repository, '.cache');
	await mkdir(folder, { recursive: true });
	const answer = await run('npm', ['pack', '--json', '--pack-destination', folder], repository);
	const [made] = JSON.parse(answer) as Array<{ filename: string }>;
	if (made === undefined) throw new Error(`npm pack named no file: ${answer}`);
	return join(folder, made.filename);
}
