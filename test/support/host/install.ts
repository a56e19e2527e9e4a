import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { run } from './command';
import { requirePackages } from './debianPackages';
import { temporaryFolder } from './temporaryFolder';

/** Where installed hosts are kept: outside the repository, so that a fresh clone finds them. */
const cacheFolder = join(
	process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
	'n8n-nodes-log-management',
);

/**
 * Installs n8n as locked in `n8n-<version>/`, once for each machine and lock: some 2.4 GB and three
 * minutes the first time, nothing later. The environment's N8N_VERSION names one that is not the newest.
 *
 * @returns the version, the Node.js executable to start it with, and n8n's command line, a script for it
 * @throws Error with the end of npm's output if npm or the compiler does not succeed
 */
export async function installN8n(): Promise<Record<'version' | 'node' | 'bin', string>> {
	const version = process.env['N8N_VERSION'] ?? '2.41';
	const manifests = join(__dirname, `n8n-${version}`);
	const key = createHash('sha256')
		.update(await readFile(join(manifests, 'package-lock.json')))
		.update(`${process.platform} ${process.arch}`)
		.digest('hex');
	const name = `n8n-${version}-${key.slice(0, 12)}`;
	const folder = join(cacheFolder, name);
	if (!existsSync(folder)) {
		await mkdir(cacheFolder, { recursive: true });
		const stagingFolder = await temporaryFolder(name, cacheFolder);
		await cp(manifests, stagingFolder, { recursive: true });
		console.error(`Installing n8n ${version} in ${folder} (once; 2.4 GB, some minutes)`);
		await requirePackages('python3', 'make', 'g++');
		await run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit'], stagingFolder);
		// n8n's database driver is compiled.
		const node = nodeOf(stagingFolder);
		const headers = dirname(dirname(node));
		await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], stagingFolder, {
			PATH: [dirname(node), process.env['PATH']].join(delimiter),
			...(existsSync(join(headers, 'include/node')) && { npm_config_nodedir: headers }),
		});
		await run(node, ['-e', "require('sqlite3')"], stagingFolder);
		// Another process may have been faster.
		if (!existsSync(folder)) await rename(stagingFolder, folder);
	}
	return { version, node: nodeOf(folder), bin: join(folder, 'node_modules/n8n/bin/n8n') };
}

/** The Node.js that is locked beside an n8n, or this process's own if none is. */
function nodeOf(folder: string): string {
	const name = `node-${process.platform}-${process.arch}`;
	const lockedNode = join(folder, 'node_modules', name, 'bin/node');
	return existsSync(lockedNode) ? lockedNode : process.execPath;
}
