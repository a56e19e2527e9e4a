import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { reportToPerson, run } from './command';
import { requireCommands } from './debianPackages';
import { temporaryFolder } from './temporaryFolder';

/** Where installed hosts are kept: outside the repository, so that a fresh clone finds them. */
const cacheFolder = join(
	process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
	'n8n-nodes-log-management',
);

/** The releases of n8n that the nodes are tested in, the newest first; each has its lock here. */
const VERSIONS = ['2.41', '2.0', '1.123'] as const;

export type N8nVersion = (typeof VERSIONS)[number];

/** An n8n that is ready to start, and the Node.js it is started with. */
export interface N8nInstall {
	version: N8nVersion;
	/** The Node.js executable. */
	node: string;
	/** n8n's command line, a script for `node`. */
	bin: string;
}

/**
 * Installs n8n as locked in `n8n-<version>/`, once for each machine and lock: some 2.4 GB and three
 * minutes the first time, nothing later. The environment's N8N_VERSION names one that is not the newest.
 *
 * @throws Error with the end of npm's output if npm or the compiler does not succeed
 */
export async function installN8n(): Promise<N8nInstall> {
	const asked = process.env['N8N_VERSION'] ?? VERSIONS[0];
	const version = VERSIONS.find((one) => one === asked);
	if (version === undefined) throw new Error(`N8N_VERSION is none of ${VERSIONS.join(', ')}`);
	const manifests = join(__dirname, `n8n-${version}`);
	const key = createHash('sha256')
		.update(await readFile(join(manifests, 'package-lock.json')))
		.update(`${process.platform} ${process.arch}`)
		.digest('hex');
	const name = `n8n-${version}-${key.slice(0, 12)}`;
	const folder = join(cacheFolder, name);
	if (!existsSync(folder)) {
		await mkdir(cacheFolder, { recursive: true });
		const unfinished = await temporaryFolder(name, cacheFolder);
		await cp(manifests, unfinished, { recursive: true });
		reportToPerson(`Installing n8n ${version} in ${folder} (once; 2.4 GB, some minutes)`);
		await fill(unfinished);
		// Another process may have been faster.
		if (!existsSync(folder)) await rename(unfinished, folder);
	}
	const bin = join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	return { version, node: nodeOf(folder), bin };
}

/** Fills `folder`, which holds manifest and lock, with n8n's packages, and compiles its database driver. */
async function fill(folder: string): Promise<void> {
	await requireCommands('python3', 'make', 'g++');
	await run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit'], folder);
	reportToPerson('Compiling its database driver');
	const node = nodeOf(folder);
	const headers = dirname(dirname(node));
	await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], folder, {
		PATH: [dirname(node), process.env['PATH']].join(delimiter),
		...(existsSync(join(headers, 'include', 'node')) && { npm_config_nodedir: headers }),
	});
	await run(node, ['-e', "require('sqlite3')"], folder);
}

/** The Node.js that is locked beside an n8n, or this process's own if none is. */
function nodeOf(folder: string): string {
	const name = `node-${process.platform}-${process.arch}`;
	const locked = join(folder, 'node_modules', name, 'bin', 'node');
	return existsSync(locked) ? locked : process.execPath;
}
