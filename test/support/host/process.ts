import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { N8nClient, owner } from './client';
import { run } from './command';
import { Daemon, restartable, type Usage } from './daemon';
import { freePorts } from './freePorts';
import type { N8nInstall, N8nVersion } from './install';
import { temporaryFolder } from './temporaryFolder';

/** How an n8n is started. */
export interface N8nOptions {
	install: N8nInstall;
	/** A packed node package to be installed as a user's install does. */
	tarball?: string;
	/** N8N_USER_FOLDER. A temporary one, removed by `stop`, where none is given. */
	folder?: string;
	port?: number;
	logLevel?: 'error' | 'warn' | 'info' | 'debug';
	/** Added to the environment, or put in the place of what it has. */
	env?: Record<string, string>;
}

/** A running n8n, with the account of its owner. */
export type N8n = Awaited<ReturnType<typeof startN8n>>;

/** What one release asks for and another does not know. */
const particular: Record<N8nVersion, Record<string, string>> = {
	'2.41': { N8N_DISABLED_MODULES: 'mcp-registry' },
	'2.0': {},
	// Its isolates need a newer Node.js than the one that it admits itself.
	'1.123': { N8N_EXPRESSION_ENGINE: 'legacy' },
};

/** The environment that all of n8n's processes are started with: local, alone, without calls to others. */
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
		...particular[install.version],
		...env,
	};
}

/**
 * Starts a real n8n on 127.0.0.1 and waits until it answers and its owner is signed in.
 *
 * @throws Error with the end of its log when it is not ready after five minutes, or with the reason
 * when it cannot load the package
 */
export async function startN8n(options: N8nOptions) {
	const folder = options.folder ?? (await temporaryFolder('n8n'));
	if (options.tarball !== undefined) await installPackage(folder, options.tarball);
	const [freePort = 0, broker = 0] = await freePorts(2);
	const main = options.port ?? freePort;
	const url = `http://127.0.0.1:${main}`;

	const start = async () => {
		const daemon = await Daemon.start({
			command: options.install.node,
			args: [options.install.bin, 'start'],
			cwd: folder,
			env: environment(options, folder, { main, broker }),
			logFile: join(folder, 'n8n.log'),
		});
		try {
			await daemon.waitUntil(async () => await isReady(url), 300_000);
			const unloaded = /Failed to load package .*\n.*/.exec(daemon.log())?.[0];
			if (unloaded !== undefined) throw new Error(unloaded);
			return { daemon, client: await N8nClient.signIn(url) };
		} catch (error) {
			await daemon.kill();
			throw error;
		}
	};
	const { current, ...running } = await restartable(start);
	const usage = (): Usage => current().daemon.usage();

	return {
		...running,
		url,
		folder,
		login: owner,
		/** Signed in as the owner; another one after `restart`. */
		get client() {
			return current().client;
		},
		/** Memory and CPU of the main process since its last start. */
		usage,
		/** Resident memory in bytes. */
		rss: () => usage().rss,
		/** Starts the measuring of the peak of memory anew. */
		resetPeak: () => current().daemon.resetPeak(),
		stop: async () => {
			await running.stop();
			if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Installs a packed node package into an n8n's folder, as n8n does when a user asks for one by name. */
export async function installPackage(folder: string, tarball: string): Promise<void> {
	const nodes = join(folder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	const manifest = join(nodes, 'package.json');
	if (!existsSync(manifest)) {
		await writeFile(manifest, '{"name": "installed-nodes", "private": true, "dependencies": {}}');
	}
	const quiet = ['--no-audit', '--no-fund', '--offline'];
	const alone = ['--legacy-peer-deps', '--omit=dev', '--omit=peer', '--ignore-scripts'];
	await run('npm', ['install', ...quiet, ...alone, tarball], nodes);
}

/** Whether n8n has its database migrated, its nodes loaded, and answers the editor. */
async function isReady(url: string): Promise<boolean> {
	try {
		// An older n8n says that it is ready before it answers anything else.
		const answers = await Promise.all(
			['/healthz/readiness', '/rest/settings'].map(async (path) => await fetch(url + path)),
		);
		return answers.every(({ ok }) => ok);
	} catch {
		return false;
	}
}
