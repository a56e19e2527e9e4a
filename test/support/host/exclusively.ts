import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { reportToPerson } from './command';

/** Where installed hosts are kept: outside the repository, so that a fresh clone finds them. */
export const cacheFolder = join(
	process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
	'n8n-nodes-log-management',
);

/**
 * Does `work` while no other process of this machine does work of this name: a file holds the id of the
 * process. The file of a process that has ended is taken over.
 */
export async function exclusively(name: string, work: () => Promise<void>): Promise<void> {
	await mkdir(cacheFolder, { recursive: true });
	const lockFile = join(cacheFolder, `${name}.lock`);
	for (let attempt = 0; !(await isCreated(lockFile)); attempt += 1) {
		const holder = Number(await readFile(lockFile, 'utf8').catch(() => ''));
		if (holder > 0 && !isRunning(holder)) await rm(lockFile, { force: true });
		else if (attempt % 30 === 0) reportToPerson(`Process ${holder} installs ${name}`);
		await sleep(1_000);
	}
	try {
		await work();
	} finally {
		await rm(lockFile, { force: true });
	}
}

const isCreated = async (lockFile: string): Promise<boolean> =>
	await writeFile(lockFile, String(process.pid), { flag: 'wx' }).then(
		() => true,
		(error: unknown) => {
			if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
			throw error;
		},
	);

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
