import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { run } from './command';

/** Installs missing Debian packages, each with a command of its name, with apt-get, and with sudo unless as root. */
export async function requirePackages(...names: string[]): Promise<void> {
	// PostgreSQL is a folder in /usr/lib.
	const folders = ['/usr/lib', ...(process.env['PATH'] ?? '').split(':')];
	const isInstalled = (name: string) => folders.some((folder) => existsSync(join(folder, name)));
	const missing = names.filter((name) => !isInstalled(name)).join(' ');
	if (missing === '') return;
	console.error(`Needed, and installed now with apt-get: ${missing}`);
	const sudo = process.getuid?.() === 0 ? '' : 'sudo -n ';
	const aptGet = `${sudo}env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300`;
	const install = `${aptGet} install -y --no-install-recommends ${missing}`;
	// Two suites at once may need packages, and apt-get update does not wait for its lock.
	await run('flock', ['/usr/lib', 'sh', '-c', `${aptGet} update && ${install}`], '/');
}
