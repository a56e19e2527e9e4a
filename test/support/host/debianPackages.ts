import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { reportToPerson, run } from './command';
import { exclusively } from './exclusively';

/** Every Debian package that checks install if its command is missing, by that command. */
export const debianPackages = {
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

/** Where Debian keeps the commands of PostgreSQL, which are not on everyone's path: newest first. */
export function postgresqlFolders(): string[] {
	const versions = '/usr/lib/postgresql';
	if (!existsSync(versions)) return [];
	return readdirSync(versions)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(versions, version, 'bin'));
}

/**
 * Has the Debian packages of missing commands installed by apt-get, with sudo unless by root.
 *
 * @throws Error naming what to install when apt-get is missing or refuses
 */
export async function requireCommands(
	...commands: ReadonlyArray<keyof typeof debianPackages>
): Promise<void> {
	const folders = [...(process.env['PATH'] ?? '').split(':'), ...postgresqlFolders()];
	const missing = commands
		.filter((command) => !folders.some((folder) => existsSync(join(folder, command))))
		.map((command) => debianPackages[command]);
	if (missing.length === 0) return;
	reportToPerson(`Installing ${missing.join(', ')} with apt-get`);
	const aptGet = async (...args: string[]): Promise<void> => {
		const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
		const [first = '', ...others] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
		await run(first, others, '/');
	};
	try {
		// apt-get itself does not wait for another one.
		await exclusively('debian-packages', async () => {
			await aptGet('update', '-q');
			await aptGet('install', '-qy', '--no-install-recommends', ...missing);
		});
	} catch (error) {
		throw new Error(`Please install ${missing.join(', ')}, then start again`, { cause: error });
	}
}
