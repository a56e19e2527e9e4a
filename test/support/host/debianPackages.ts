import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { reportToPerson, run } from './command';

/** The Debian packages that checks install if their commands are missing, by the commands. */
const PACKAGES = {
	// They compile n8n's database driver.
	python3: 'python3',
	make: 'make',
	'g++': 'g++',
	// Queue mode.
	postgres: 'postgresql',
	'redis-server': 'redis-server',
	// The editor.
	chromium: 'chromium',
} as const;

/** Where Debian keeps the commands of PostgreSQL, newest first: they are not on everyone's path. */
export function postgresqlFolders(): string[] {
	const versions = '/usr/lib/postgresql';
	if (!existsSync(versions)) return [];
	return readdirSync(versions)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(versions, version, 'bin'));
}

/**
 * Installs the Debian packages of missing commands by apt-get, with sudo unless as root.
 *
 * @throws Error with the packages to install, if apt-get is missing or refuses
 */
export async function requireCommands(
	...commands: ReadonlyArray<keyof typeof PACKAGES>
): Promise<void> {
	const folders = [...(process.env['PATH'] ?? '').split(':'), ...postgresqlFolders()];
	const missing = commands
		.filter((command) => !folders.some((folder) => existsSync(join(folder, command))))
		.map((command) => PACKAGES[command]);
	if (missing.length === 0) return;
	reportToPerson(`Installing ${missing.join(', ')} with apt-get`);
	const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
	const install = 'apt-get update -q && apt-get install -qy --no-install-recommends "$@"';
	const shell = ['env', 'DEBIAN_FRONTEND=noninteractive', 'sh', '-c', install, 'sh', ...missing];
	try {
		// apt-get itself does not wait for another one to end.
		await run('flock', ['/var/lib/apt/lists', ...sudo, ...shell], '/');
	} catch (error) {
		throw new Error(`Please install ${missing.join(', ')}, then start again`, { cause: error });
	}
}
