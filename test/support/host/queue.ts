import { chown, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { run, type User } from './command';
import { Daemon } from './daemon';
import { postgresqlFolders, requireCommands } from './debianPackages';
import { freePorts } from './freePorts';
import { environment, installPackage, startN8n, type N8nOptions } from './process';
import { startParts } from './startParts';
import { temporaryFolder } from './temporaryFolder';

/** n8n in queue mode: a main process, workers, and the PostgreSQL and Redis between them. */
export type N8nQueue = Awaited<ReturnType<typeof startN8nQueue>>;

/**
 * Starts n8n in queue mode on 127.0.0.1 with two workers, each process with a folder of its own, as on
 * machines of their own. Runs by hand go to the workers too.
 *
 * @throws Error with the end of the log of what is not ready in time; all others are stopped then
 */
export async function startN8nQueue({ env, ...given }: N8nOptions) {
	await requireCommands('postgres', 'redis-server');
	return await startParts(async (keep) => {
		const database = keep(await startPostgresql());
		const broker = keep(await startRedis());
		const options = {
			...given,
			env: {
				EXECUTIONS_MODE: 'queue',
				OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
				QUEUE_BULL_REDIS_HOST: '127.0.0.1',
				QUEUE_BULL_REDIS_PORT: String(broker.port),
				DB_TYPE: 'postgresdb',
				DB_POSTGRESDB_HOST: '127.0.0.1',
				DB_POSTGRESDB_PORT: String(database.port),
				DB_POSTGRESDB_DATABASE: 'postgres',
				DB_POSTGRESDB_USER: 'n8n',
				...env,
			},
		};
		const main = keep(await startN8n(options));
		const workers = [keep(await startWorker(options)), keep(await startWorker(options))] as const;
		return { main, workers };
	});
}

async function startWorker(options: N8nOptions) {
	const { install, tarball } = options;
	const folder = await temporaryFolder('n8n-worker');
	await installPackage(folder, tarball);
	const [main = 0, broker = 0, server = 0] = await freePorts(3);
	const readiness = `http://127.0.0.1:${server}/healthz/readiness`;
	return await Daemon.start({
		command: install.node,
		args: [install.bin, 'worker', '--concurrency=10'],
		cwd: folder,
		env: {
			...environment(options, folder, { main, broker }),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(server),
		},
		logFile: join(folder, 'n8n.log'),
		isReady: async () => (await fetch(readiness).catch(() => undefined))?.ok === true,
	});
}

/** An empty PostgreSQL with the database `postgres`, open to the user `n8n` of this machine. */
async function startPostgresql() {
	const folder = await temporaryFolder('postgresql', '/tmp');
	const user = await userCalled('postgres', folder);
	const data = join(folder, 'data');
	const [bin = ''] = postgresqlFolders();
	const options = ['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	await run(join(bin, 'initdb'), options, folder, {}, user);
	return await startServer(folder, user, join(bin, 'postgres'), (port) => [
		...['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', port],
		...['-c', 'fsync=off', '-c', 'max_connections=200'],
	]);
}

/** An empty Redis that keeps nothing on disk. */
async function startRedis() {
	const folder = await temporaryFolder('redis', '/tmp');
	const user = await userCalled('redis', folder);
	return await startServer(folder, user, 'redis-server', (port) => [
		...['--bind', '127.0.0.1', '--port', port, '--save', '', '--dir', folder],
	]);
}

/** Starts a server in a folder in /tmp itself: its user cannot reach a test run's own temporary folder. */
async function startServer(
	folder: string,
	user: User,
	command: string,
	argsFor: (port: string) => string[],
) {
	const [port = 0] = await freePorts(1);
	const daemon = await Daemon.start({
		command,
		args: argsFor(String(port)),
		cwd: folder,
		env: { PATH: process.env['PATH'] },
		logFile: join(folder, 'server.log'),
		// PostgreSQL and Redis both say so.
		isReady: (log) => /ready to accept connections/i.test(log),
		...user,
	});
	return {
		port,
		stop: async () => {
			await daemon.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** The user of that name, made the owner of `folder`; this process's own unless it is root. */
async function userCalled(name: string, folder: string): Promise<User> {
	if (process.getuid?.() !== 0) return {};
	const line = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(
		await readFile('/etc/passwd', 'utf8'),
	);
	if (line === null) throw new Error(`This machine has no user ${name}`);
	const [uid = 0, gid = 0] = line.slice(1).map(Number);
	await chown(folder, uid, gid);
	return { uid, gid };
}
