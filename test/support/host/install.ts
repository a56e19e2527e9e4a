import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { run } from './command';
import { requirePackages } from './debianPackages';
import { temporaryFolder } from './temporaryFolder';

/** The folder of installed hosts, outside the repository so that a fresh clone finds them. */
const cacheFolder = join(
	process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
	'n8n-nodes-log-management',
);

/**
 * Installs n8n as locked in `n8n-<version>/`, once for each machine and lock. The first time takes some
 * 2.4 GB and three minutes. The variable N8N_VERSION selects another version than the newest.
 * @returns the version, the Node.js executable for n8n, and the script of n8n's command line
 * @throws Error with the end of npm's output if npm or the compiler does not succeed
 */
export async function installN8n() {
	const version = process.env['N8N_VERSION'] ?? '2.41';
	const manifests = join(__dirname, `n8n-${version}`);
	const lock = await readFile(join(manifests, 'package-lock.json'), 'utf8');
	const key = hash('sha256', `${lock}${process.platform} ${process.arch}`);
	const name = `n8n-${version}-${key.slice(0, 12)}`;
	const folder = join(cacheFolder, name);
	if (!existsSync(folder)) {
		await mkdir(cacheFolder, { recursive: true });
		const stagingFolder = temporaryFolder(name, cacheFolder);
		await cp(manifests, stagingFolder, { recursive: true });
		console.error(`Installing n8n ${version} in ${folder} (once; 2.4 GB, some minutes)`);
		await requirePackages('python3', 'make', 'g++');
		await run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit'], stagingFolder);
		// npm compiles n8n's database driver.
		const node = nodeOf(stagingFolder);
		const headers = dirname(dirname(node));
		await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], stagingFolder, {
			PATH: [dirname(node), process.env['PATH']].join(delimiter),
			...(existsSync(join(headers, 'include/node')) && { npm_config_nodedir: headers }),
		});
		await run(node, ['-e', "require('sqlite3')"], stagingFolder);
		// Another process may have finished first.
		if (!existsSync(folder)) await rename(stagingFolder, folder);
	}
	return { version, node: nodeOf(folder), bin: join(folder, 'node_modules/n8n/bin/n8n') };
}

/** Finds the Node.js that is locked next to an n8n, or returns this process's Node.js. */
function nodeOf(folder: string): string {
	const name = `node-${process.platform}-${process.arch}`;
	const lockedNode = join(folder, 'node_modules', name, 'bin/node');
	return existsSync(lockedNode) ? lockedNode : process.execPath;
}
