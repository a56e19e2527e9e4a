import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { reportToPerson, run } from './command';
import { exclusively } from './exclusively';

/** Where Debian keeps the commands of PostgreSQL, which are not on everyone's path: newest first. */
export function postgresqlFolders(): string[] {
	const versions = '/usr/lib/postgresql';
	if (!existsSync(versions)) return [];
	return readdirSync(versions)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(versions, version, 'bin'));
}

/**
 * Has the Debian packages installed whose commands are missing, by apt-get, with sudo unless by root.
 *
 * @param packages the package that provides each command
 * @throws Error naming what to install when apt-get is missing or refuses
 */
export async function requireCommands(packages: Record<string, string>): Promise<void> {
	const folders = [...(process.env['PATH'] ?? '').split(':'), ...postgresqlFolders()];
	const missing = Object.entries(packages)
		.filter(([command]) => !folders.some((folder) => existsSync(join(folder, command))))
		.map(([, name]) => name);
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
