import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';

import { reportToPerson, run } from './command';
import { requireCommands } from './debianPackages';
import { cacheFolder, exclusively } from './exclusively';

/** The releases of n8n that the nodes are tested in, the newest first; each has its lock here. */
export const n8nVersions = ['2.41', '2.0', '1.123'] as const;

export type N8nVersion = (typeof n8nVersions)[number];

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
 * minutes the first time, nothing later. A second process waits for the first.
 *
 * @param version the one that the environment's N8N_VERSION names, or the newest, where it is not given;
 * it is started with the Node.js that N8N_NODE names, or else with its own
 * @throws Error with the end of npm's output when npm or the compiler does not succeed
 */
export async function installN8n(version: N8nVersion = versionAsked()): Promise<N8nInstall> {
	const manifests = join(__dirname, `n8n-${version}`);
	const key = createHash('sha256')
		.update(await readFile(join(manifests, 'package-lock.json')))
		.update(`${process.platform} ${process.arch}`)
		.digest('hex');
	const folder = join(cacheFolder, `n8n-${version}-${key.slice(0, 12)}`);
	if (!(await isWhole(folder))) {
		await exclusively(basename(folder), async () => {
			if (await isWhole(folder)) return;
			if (existsSync(folder)) {
				reportToPerson(`${folder} is not whole, and is installed again`);
				await rm(folder, { recursive: true });
			}
			const unfinished = `${folder}.partial`;
			await rm(unfinished, { recursive: true, force: true });
			await mkdir(unfinished);
			for (const file of ['package.json', 'package-lock.json']) {
				await copyFile(join(manifests, file), join(unfinished, file));
			}
			await fill(unfinished, version);
			await rename(unfinished, folder);
		});
	}
	const node = process.env['N8N_NODE'] ?? nodeOf(folder);
	return { version, node, bin: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

/**
 * Whether a folder has all that npm put there when it had finished, and the compiled database driver: a
 * restored cache may be cut off, and somebody may have tidied up.
 */
export async function isWhole(folder: string): Promise<boolean> {
	const listed = await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8').catch(
		() => undefined,
	);
	if (listed === undefined) return false;
	const { packages } = JSON.parse(listed) as { packages: Record<string, unknown> };
	return [
		...Object.keys(packages).map((path) => join(path, 'package.json')),
		'node_modules/sqlite3/build/Release/node_sqlite3.node',
	].every((path) => existsSync(join(folder, path)));
}

function versionAsked(): N8nVersion {
	const asked = process.env['N8N_VERSION'];
	const version = asked === undefined ? n8nVersions[0] : n8nVersions.find((one) => one === asked);
	if (version === undefined) throw new Error(`N8N_VERSION is none of ${n8nVersions.join(', ')}`);
	return version;
}

/** Fills `folder`, which holds manifest and lock, with n8n's packages, and compiles its database driver. */
async function fill(folder: string, version: N8nVersion): Promise<void> {
	const started = Date.now();
	const elapsed = () => `${Math.round((Date.now() - started) / 1_000)} s`;
	await requireCommands('python3', 'make', 'g++');
	reportToPerson(`Installing n8n ${version} in ${folder} (once; 2.4 GB, about three minutes)`);
	const waiting = setInterval(() => {
		reportToPerson(`  still installing, ${elapsed()}`);
	}, 20_000);
	try {
		await run('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit'], folder);
		reportToPerson(`  packages in place, ${elapsed()}; compiling the database driver`);
		const node = nodeOf(folder);
		const headers = dirname(dirname(node));
		await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], folder, {
			PATH: [dirname(node), process.env['PATH']].join(delimiter),
			...(existsSync(join(headers, 'include', 'node')) && { npm_config_nodedir: headers }),
		});
		await run(node, ['-e', "require('sqlite3')"], folder);
		reportToPerson(`  installed in ${elapsed()}`);
	} finally {
		clearInterval(waiting);
	}
}

/**
 * The Node.js that an installed n8n runs on: the one that is locked beside it, or this process's own
 * where none is (an older n8n, or a platform that none is published for).
 */
function nodeOf(folder: string): string {
	const name = `node-${process.platform}-${process.arch}`;
	const locked = join(folder, 'node_modules', name, 'bin', 'node');
	return existsSync(locked) ? locked : process.execPath;
}
