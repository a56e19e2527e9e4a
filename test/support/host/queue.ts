import { chown, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { run, type User } from './command';
import { Daemon } from './daemon';
import { postgresqlFolders, requireCommands } from './debianPackages';
import { freePorts } from './freePorts';
import { reportToPerson, type N8nInstall } from './install';
import { environment, installPackage, startN8n, type N8n, type N8nOptions } from './process';
import { temporaryFolder } from './temporaryFolder';

/** A process that runs executions for a main process of n8n. */
export interface N8nWorker {
	/** What it wrote since its first start, restarts included. */
	log(): string;
	/** Ends it as a user does: what it runs is finished first. */
	stop(): Promise<void>;
	/** Ends it as a crash does (SIGKILL). */
	kill(): Promise<void>;
	/** Stops it where it runs, and starts it again. */
	restart(): Promise<void>;
}

/** n8n in queue mode: a main process, workers, and the PostgreSQL and Redis between them. */
export interface N8nQueue {
	/** Its `stop` ends the main process alone. */
	readonly main: N8n;
	readonly workers: readonly N8nWorker[];
	/** Ends all of them and removes what they kept. */
	stop(): Promise<void>;
}

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
	report = reportToPerson,
}: {
	install: N8nInstall;
	tarball?: string;
	workers?: number;
	/** Executions that a worker runs at a time. */
	concurrency?: number;
	logLevel?: NonNullable<N8nOptions['logLevel']>;
	/** Added to the environment of the main process and of the workers. */
	env?: Record<string, string>;
	report?: (line: string) => void;
}): Promise<N8nQueue> {
	await requireCommands({ postgres: 'postgresql', 'redis-server': 'redis-server' }, report);
	const started: Array<{ stop(): Promise<void> }> = [];
	const stop = async () => {
		// The last one started depends on those before it.
		for (const part of started.splice(0).reverse()) await part.stop();
	};
	try {
		const database = await startPostgresql();
		started.push(database);
		const broker = await startRedis();
		started.push(broker);
		const options: N8nOptions = {
			install,
			logLevel,
			...(tarball !== undefined && { tarball }),
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
		const main = await startN8n(options);
		started.push(main);
		const workers: N8nWorker[] = [];
		for (let index = 0; index < count; index += 1) {
			const worker = await startWorker(options, concurrency);
			started.push(worker);
			workers.push(worker);
		}
		return { main, workers, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function startWorker(options: N8nOptions, concurrency: number): Promise<N8nWorker> {
	const { install, tarball, env } = options;
	const folder = await temporaryFolder('n8n-worker');
	if (tarball !== undefined) await installPackage(folder, tarball);
	const [main = 0, broker = 0, server = 0] = await freePorts(3);
	const start = async () => {
		const daemon = await Daemon.start({
			command: install.node,
			args: [install.bin, 'worker', `--concurrency=${concurrency}`],
			cwd: folder,
			env: {
				...environment({ ...options, ...(env && { env }) }, folder, { main, broker }),
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
		return daemon;
	};
	let daemon = await start();
	return {
		log: () => daemon.log(),
		stop: async () => {
			await daemon.stop();
		},
		kill: async () => {
			await daemon.kill();
		},
		restart: async () => {
			await daemon.stop();
			daemon = await start();
		},
	};
}

/**
 * A server that n8n depends on. Its folder is in /tmp itself, which its user can reach, other than a
 * test run's own folder for temporary files.
 */
interface Server {
	port: number;
	stop(): Promise<void>;
}

/** An empty PostgreSQL with the database `postgres`, open to the user `n8n` of this machine. */
async function startPostgresql(): Promise<Server> {
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
async function startRedis(): Promise<Server> {
	const folder = await temporaryFolder('redis', '/tmp');
	return await startServer(
		folder,
		'redis-server',
		(port) => ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', folder],
		await userCalled('redis', folder),
	);
}

async function startServer(
	folder: string,
	command: string,
	argsFor: (port: number) => string[],
	user: User,
): Promise<Server> {
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
