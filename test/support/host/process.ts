import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { N8nClient, owner } from './client';
import { run } from './command';
import { Daemon } from './daemon';
import { freePorts } from './freePorts';
import type { N8nInstall, N8nVersion } from './install';
import { temporaryFolder } from './temporaryFolder';

/** How an n8n is started. */
export interface N8nOptions {
	install: N8nInstall;
	/** A packed node package to install as a user's install does. */
	tarball: string;
	port?: number;
	logLevel?: 'error' | 'warn' | 'info' | 'debug';
	/** Added to the environment. */
	env?: Record<string, string>;
}

/** A running n8n, with the account of its owner. */
export type N8n = Awaited<ReturnType<typeof startN8n>>;

/** What one release needs and another does not know. */
const VARIABLES: Record<N8nVersion, Record<string, string>> = {
	'2.41': { N8N_DISABLED_MODULES: 'mcp-registry' },
	'2.0': {},
	// Its isolates need a newer Node.js than the one that it allows.
	'1.123': { N8N_EXPRESSION_ENGINE: 'legacy' },
};

/** The environment of all of n8n's processes: local, alone, without calls to others. */
export function environment(
	{ install, logLevel = 'warn', env = {} }: N8nOptions,
	folder: string,
	ports: { main: number; broker: number },
): NodeJS.ProcessEnv {
	const inherited = ['HOME', 'LANG', 'TMPDIR', 'TZ'].filter((name) => process.env[name]);
	return {
		...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
		PATH: [dirname(install.node), process.env['PATH']].join(delimiter),
		NO_COLOR: '1',
		N8N_USER_FOLDER: folder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(ports.main),
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${ports.main}`,
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_ENCRYPTION_KEY: 'a key for tests and the demo alone',
		N8N_LOG_LEVEL: logLevel,
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		...VARIABLES[install.version],
		...env,
	};
}

/**
 * Starts a real n8n on 127.0.0.1, in a temporary folder, and waits until its owner is signed in.
 *
 * @throws Error with the end of its log if it is not ready after five minutes, or with the reason if it
 * cannot load the package
 */
export async function startN8n(options: N8nOptions) {
	const folder = await temporaryFolder('n8n');
	await installPackage(folder, options.tarball);
	const [freePort = 0, broker = 0] = await freePorts(2);
	const main = options.port ?? freePort;
	const url = `http://127.0.0.1:${main}`;
	const daemon = await Daemon.start({
		command: options.install.node,
		args: [options.install.bin, 'start'],
		cwd: folder,
		env: environment(options, folder, { main, broker }),
		logFile: join(folder, 'n8n.log'),
		isReady: async () => await isReady(url),
	});
	const stop = async () => {
		await daemon.stop();
		await rm(folder, { recursive: true, force: true });
	};
	const unloaded = /Failed to load package .*\n.*/.exec(daemon.log())?.[0];
	if (unloaded !== undefined) {
		await stop();
		throw new Error(unloaded);
	}
	return {
		url,
		/** What n8n keeps: its database, its packages, its log. */
		folder,
		login: owner,
		/** Signed in as the owner, also after a restart. */
		client: await N8nClient.signIn(url),
		/** What it wrote since its first start. */
		log: () => daemon.log(),
		/** Memory and CPU of the main process since its last start. */
		usage: () => daemon.usage(),
		/** Starts the measuring of the peak of memory anew. */
		resetPeak: () => daemon.resetPeak(),
		/** Ends it as a crash does, and keeps its folder. */
		kill: async () => await daemon.kill(),
		/** Stops it if it runs, and starts it again. */
		restart: async () => await daemon.restart(),
		stop,
	};
}

/** Installs a packed node package into an n8n's folder, as n8n does if a user asks for one by name. */
export async function installPackage(folder: string, tarball: string): Promise<void> {
	const nodes = join(folder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	await writeFile(join(nodes, 'package.json'), '{"name": "installed-nodes", "private": true}');
	const quiet = ['--no-audit', '--no-fund', '--offline'];
	const alone = ['--legacy-peer-deps', '--omit=dev', '--omit=peer', '--ignore-scripts'];
	await run('npm', ['install', ...quiet, ...alone, tarball], nodes);
}

/** Whether n8n has its database migrated, its nodes loaded, and answers the editor. */
async function isReady(url: string): Promise<boolean> {
	// An older n8n says that it is ready before it answers anything else.
	const answers = ['/healthz/readiness', '/rest/settings'].map(
		async (path) => (await fetch(url + path).catch(() => undefined))?.ok === true,
	);
	return (await Promise.all(answers)).every(Boolean);
}
