import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { reportToPerson, run } from './command';

/** The Debian packages that are installed if their commands are missing, by the commands. */
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
	const sudo = process.getuid?.() === 0 ? '' : 'sudo -n ';
	const aptGet = `${sudo}env DEBIAN_FRONTEND=noninteractive apt-get`;
	const install = `${aptGet} install -qy --no-install-recommends ${missing.join(' ')}`;
	try {
		await run('sh', ['-c', `${aptGet} update -q && ${install}`], '/');
	} catch (error) {
		throw new Error(`Please install ${missing.join(', ')}, then start again`, { cause: error });
	}
}
