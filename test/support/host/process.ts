import { delimiter, dirname } from 'node:path';

import { freePort } from '../ports';
import { N8nClient } from './client';
import { run } from './command';
import { startDaemon } from './daemon';
import { installN8n } from './install';
import { packTarball } from './tarball';
import { temporaryFolder } from './temporaryFolder';

/** A running n8n with a client that is signed in as the owner, even after a restart. */
export type N8n = Awaited<ReturnType<typeof startN8n>>;

/** Variables that only one release knows and needs. */
const VARIABLES: Readonly<Record<string, Record<string, string>>> = {
	'2.41': { N8N_DISABLED_MODULES: 'mcp-registry' },
	// The isolates of this release need a newer Node.js than it allows.
	'1.123': { N8N_EXPRESSION_ENGINE: 'legacy' },
};

/** Starts a real n8n with the package on 127.0.0.1, and signs in the owner. @throws Error with the end of n8n's log */
export async function startN8n(env: Record<string, string> = {}) {
	const { N8N_PORT = String(await freePort()) } = env;
	const url = `http://127.0.0.1:${N8N_PORT}`;
	// An older n8n reports that it is ready before it responds to other requests.
	const readyUrls = ['/healthz/readiness', '/rest/settings'].map((path) => url + path);
	const daemon = await startProcess(['start'], { ...env, N8N_PORT }, readyUrls);
	try {
		return { ...daemon, url, client: await N8nClient.signUp(url) };
	} catch (error) {
		await daemon.stop();
		throw error;
	}
}

/** Starts a process of n8n, which calls no other hosts, with its own folder, in which the package is installed. */
export async function startProcess(
	args: string[],
	env: Record<string, string>,
	readyUrls: string[],
) {
	const { version, node, bin } = await installN8n();
	const folder = temporaryFolder('n8n');
	// n8n installs a package in this way when a user enters its name.
	const flags = ['--offline', '--ignore-scripts', '--legacy-peer-deps', '--prefix=.n8n/nodes'];
	await run('npm', ['install', ...flags, await packTarball()], folder);
	const { HOME, TMPDIR, PATH } = process.env;
	const variables = {
		...{ HOME, TMPDIR },
		PATH: [dirname(node), PATH].join(delimiter),
		NO_COLOR: '1',
		N8N_USER_FOLDER: folder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_ENCRYPTION_KEY: 'a key for tests and the demo alone',
		N8N_LOG_LEVEL: 'warn',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		// On a busy machine, a slow database is still connected.
		DB_PING_TIMEOUT_MS: '60000',
		...VARIABLES[version],
		...env,
	};
	return await startDaemon([node, bin, ...args], { cwd: folder, env: variables }, async () => {
		const responses = readyUrls.map((address) => fetch(address).catch(() => undefined));
		return (await Promise.all(responses)).every((response) => response?.ok);
	});
}
