import { chown, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { run, type User } from './command';
import { Daemon, restartable, startParts } from './daemon';
import { postgresqlFolders, requireCommands } from './debianPackages';
import { freePorts } from './freePorts';
import { environment, installPackage, startN8n, type N8nOptions } from './process';
import { temporaryFolder } from './temporaryFolder';

/** n8n in queue mode: a main process, workers, and the PostgreSQL and Redis between them. */
export type N8nQueue = Awaited<ReturnType<typeof startN8nQueue>>;

/**
 * Starts n8n in queue mode on 127.0.0.1, each process with a folder of its own, as on machines of its
 * own; runs by hand go to the workers too. Installs Debian's PostgreSQL and Redis where they are missing.
 *
 * @throws Error with the end of the log of what is not ready in time; all others are stopped then
 */
export async function startN8nQueue({
	install,
	tarball,
	workers: count = 2,
	concurrency = 10,
	logLevel = 'info',
	env = {},
}: Pick<N8nOptions, 'install' | 'logLevel' | 'env'> & {
	tarball: string;
	workers?: number;
	/** Executions that a worker runs at a time. */
	concurrency?: number;
}) {
	await requireCommands('postgres', 'redis-server');
	return await startParts(async (keep) => {
		const database = keep(await startPostgresql());
		const broker = keep(await startRedis());
		const options = {
			install,
			logLevel,
			tarball,
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
		const workers = [];
		for (let index = 0; index < count; index += 1) {
			workers.push(keep(await startWorker(options, concurrency)));
		}
		return { main, workers };
	});
}

async function startWorker(options: N8nOptions & { tarball: string }, concurrency: number) {
	const { install, tarball } = options;
	const folder = await temporaryFolder('n8n-worker');
	await installPackage(folder, tarball);
	const [main = 0, broker = 0, server = 0] = await freePorts(3);
	const start = async () => {
		const daemon = await Daemon.start({
			command: install.node,
			args: [install.bin, 'worker', `--concurrency=${concurrency}`],
			cwd: folder,
			env: {
				...environment(options, folder, { main, broker }),
				N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(server),
			},
			logFile: join(folder, 'n8n.log'),
		});
		const readiness = `http://127.0.0.1:${server}/healthz/readiness`;
		await daemon.waitUntil(
			async () => (await fetch(readiness).catch(() => undefined))?.ok === true,
			300_000,
		);
		return { daemon };
	};
	return await restartable(start);
}

/** An empty PostgreSQL with the database `postgres`, open to the user `n8n` of this machine. */
async function startPostgresql() {
	const folder = await temporaryFolder('postgresql', '/tmp');
	const user = await userCalled('postgres', folder);
	const data = join(folder, 'data');
	const [bin = ''] = postgresqlFolders();
	await run(
		join(bin, 'initdb'),
		['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
		folder,
		{},
		user,
	);
	return await startServer(
		folder,
		join(bin, 'postgres'),
		(port) => [
			...['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port)],
			...['-c', 'fsync=off', '-c', 'max_connections=200'],
		],
		user,
	);
}

/** An empty Redis that keeps nothing on disk. */
async function startRedis() {
	const folder = await temporaryFolder('redis', '/tmp');
	return await startServer(
		folder,
		'redis-server',
		(port) => ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', folder],
		await userCalled('redis', folder),
	);
}

/**
 * Starts a server that n8n depends on. Its folder is in /tmp itself, which its user can reach, other
 * than a test run's own folder for temporary files.
 */
async function startServer(
	folder: string,
	command: string,
	argsFor: (port: number) => string[],
	user: User,
) {
	const [port = 0] = await freePorts(1);
	const daemon = await Daemon.start({
		command,
		args: argsFor(port),
		cwd: folder,
		env: { PATH: process.env['PATH'] },
		logFile: join(folder, 'server.log'),
		...user,
	});
	// In these words both PostgreSQL and Redis.
	const ready = /ready to accept connections/i;
	await daemon.waitUntil(() => Promise.resolve(ready.test(daemon.log())), 60_000);
	return {
		port,
		stop: async () => {
			await daemon.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** The user of that name, made the owner of `folder`; this process's own where it is not root. */
async function userCalled(name: string, folder: string): Promise<User> {
	if (process.getuid?.() !== 0) return {};
	const line = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(
		await readFile('/etc/passwd', 'utf8'),
	);
	if (line === null) throw new Error(`This machine has no user ${name}`);
	const [uid, gid] = line.slice(1).map(Number);
	await chown(folder, Number(uid), Number(gid));
	return { uid: Number(uid), gid: Number(gid) };
}
