import { chmod } from 'node:fs/promises';
import { join } from 'node:path';

import { run } from './command';
import { startDaemon } from './daemon';
import { postgresqlFolders, requireCommands } from './debianPackages';
import { freePorts } from './freePorts';
import { startN8n, startProcess, type N8nOptions } from './process';
import { temporaryFolder } from './temporaryFolder';

/** n8n in queue mode: a main process, workers, and the PostgreSQL and Redis between them. */
export type N8nQueue = Awaited<ReturnType<typeof startN8nQueue>>;

/**
 * Starts n8n in queue mode on 127.0.0.1 with two workers, each process with a folder of its own, as on
 * machines of their own.
 *
 * @throws Error with the end of the log of what is not ready in time
 */
export async function startN8nQueue(given: N8nOptions) {
	await requireCommands('postgres', 'redis-server');
	const [databasePort = 0, brokerPort = 0] = await freePorts(2);
	const database = await startPostgresql(databasePort);
	const broker = await startServer('redis-server', [
		...['--bind', '127.0.0.1', '--port', String(brokerPort), '--save', ''],
	]);
	const options = {
		...given,
		env: {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(brokerPort),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(databasePort),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			...given.env,
		},
	};
	const main = await startN8n(options);
	const workers = [await startWorker(options), await startWorker(options)] as const;
	const stop = async () => {
		for (const part of [...workers, main, broker, database]) await part.stop();
	};
	return { main, workers, stop };
}

async function startWorker(options: N8nOptions) {
	const [port = 0, server = 0] = await freePorts(2);
	const env = {
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(server),
	};
	const readiness = [`http://127.0.0.1:${server}/healthz/readiness`];
	return await startProcess(options, ['worker', '--concurrency=10'], port, env, readiness);
}

/** An empty PostgreSQL with the database `postgres`, open to the user `n8n` of this machine. */
async function startPostgresql(port: number) {
	// It refuses to run as root, and its own user cannot reach a test run's own temporary folder.
	const folder = await temporaryFolder('postgresql', '/tmp');
	await chmod(folder, 0o777);
	const isRoot = process.getuid?.() === 0;
	const user = isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
	const [bin = ''] = postgresqlFolders();
	const data = join(folder, 'data');
	const options = ['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	await run('setpriv', [...user, join(bin, 'initdb'), ...options], folder);
	return await startServer('setpriv', [
		...[...user, join(bin, 'postgres'), '-D', data, '-k', folder, '-h', '127.0.0.1'],
		...['-p', String(port), '-c', 'fsync=off', '-c', 'max_connections=200'],
	]);
}

async function startServer(command: string, args: string[]) {
	const folder = await temporaryFolder('server');
	return await startDaemon({
		command: [command, ...args],
		cwd: folder,
		env: { PATH: process.env['PATH'] },
		logFile: join(folder, 'server.log'),
		// PostgreSQL and Redis both say so.
		isReady: (log) => /ready to accept connections/i.test(log),
	});
}
