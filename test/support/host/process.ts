import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { N8nClient } from './client';
import { run } from './command';
import { startDaemon } from './daemon';
import { freePorts } from './freePorts';
import type { N8nInstall, N8nVersion } from './install';
import { temporaryFolder } from './temporaryFolder';

/** How an n8n is started. */
export interface N8nOptions {
	install: N8nInstall;
	/** A packed node package to install as a user's install does. */
	tarball: string;
	port?: number;
	logLevel?: 'warn' | 'info' | 'debug';
	/** Added to the environment. */
	env?: Record<string, string>;
}

/** A running n8n, with a client that is signed in as its owner, also after a restart. */
export type N8n = Awaited<ReturnType<typeof startN8n>>;

/** What one release needs and another does not know. */
const VARIABLES: Record<N8nVersion, Record<string, string>> = {
	'2.41': { N8N_DISABLED_MODULES: 'mcp-registry' },
	'2.0': {},
	// Its isolates need a newer Node.js than the one that it allows.
	'1.123': { N8N_EXPRESSION_ENGINE: 'legacy' },
};

/**
 * Starts a real n8n on 127.0.0.1, in a temporary folder, and waits until its owner is signed in.
 *
 * @throws Error with the end of its log if it is not ready after five minutes, or with the reason if it
 * cannot load the package
 */
export async function startN8n(options: N8nOptions) {
	const [freePort = 0] = await freePorts(1);
	const port = options.port ?? freePort;
	const url = `http://127.0.0.1:${port}`;
	// An older n8n says that it is ready before it answers anything else.
	const daemon = await startProcess(options, ['start'], port, {}, [
		`${url}/healthz/readiness`,
		`${url}/rest/settings`,
	]);
	const unloaded = /Failed to load package .*\n.*/.exec(daemon.log())?.[0];
	if (unloaded !== undefined) {
		await daemon.stop();
		throw new Error(unloaded);
	}
	return { ...daemon, url, client: await N8nClient.signUp(url) };
}

/**
 * Starts one of n8n's processes with a folder of its own, local, alone, without calls to others.
 *
 * @param env added to the environment
 * @param answering addresses that answer once it is ready
 */
export async function startProcess(
	{ install, tarball, logLevel = 'warn', env: given = {} }: N8nOptions,
	args: string[],
	port: number,
	env: Record<string, string>,
	answering: string[],
) {
	const folder = await temporaryFolder('n8n');
	await installPackage(folder, tarball);
	const [broker = 0] = await freePorts(1);
	const { HOME, TMPDIR, PATH } = process.env;
	return await startDaemon({
		command: [install.node, install.bin, ...args],
		cwd: folder,
		env: {
			...{ HOME, TMPDIR },
			PATH: [dirname(install.node), PATH].join(delimiter),
			NO_COLOR: '1',
			N8N_USER_FOLDER: folder,
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_HOST: '127.0.0.1',
			N8N_PORT: String(port),
			N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
			N8N_RUNNERS_BROKER_PORT: String(broker),
			N8N_ENCRYPTION_KEY: 'a key for tests and the demo alone',
			N8N_LOG_LEVEL: logLevel,
			N8N_SECURE_COOKIE: 'false',
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			N8N_VERIFIED_PACKAGES_ENABLED: 'false',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
			N8N_DYNAMIC_BANNERS_ENABLED: 'false',
			// A busy machine is no reason to take the database for lost.
			DB_PING_TIMEOUT_MS: '60000',
			...VARIABLES[install.version],
			...given,
			...env,
		},
		logFile: join(folder, 'n8n.log'),
		isReady: async () => {
			const answers = answering.map((url) => fetch(url).catch(() => undefined));
			return (await Promise.all(answers)).every((answer) => answer?.ok);
		},
	});
}

/** Installs a packed node package into an n8n's folder, as n8n does if a user asks for one by name. */
async function installPackage(folder: string, tarball: string): Promise<void> {
	const nodes = join(folder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	await writeFile(join(nodes, 'package.json'), '{"name": "installed-nodes", "private": true}');
	const quiet = ['--no-audit', '--no-fund', '--offline'];
	const alone = ['--legacy-peer-deps', '--omit=dev', '--omit=peer', '--ignore-scripts'];
	await run('npm', ['install', ...quiet, ...alone, tarball], nodes);
}
