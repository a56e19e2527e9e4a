import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { freePort } from '../ports';
import { run } from './command';
import { startDaemon } from './daemon';
import { requirePackages } from './debianPackages';
import { startN8n, startProcess } from './process';
import { temporaryFolder } from './temporaryFolder';

const HOST = '127.0.0.1';
const POSTGRESQL = '/usr/lib/postgresql';

export type N8nQueue = Awaited<ReturnType<typeof startN8nQueue>>;

/** Starts n8n in queue mode with two workers, each in its own folder. @throws Error with the end of a process's log */
export async function startN8nQueue() {
	await requirePackages('postgresql', 'redis-server');
	const databasePort = String(await freePort());
	const brokerPort = String(await freePort());
	const database = await startPostgresql(databasePort);
	const broker = await startServer('redis-server', '--bind', HOST, '--port', brokerPort);
	const env = {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: HOST,
		QUEUE_BULL_REDIS_PORT: brokerPort,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: HOST,
		DB_POSTGRESDB_PORT: databasePort,
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		N8N_LOG_LEVEL: 'info',
		// The time until n8n gives up an execution without a worker, in ms.
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
	};
	const main = await startN8n(env);
	const workers = [await startWorker(env), await startWorker(env)] as const;
	const stop = async () => {
		for (const part of [...workers, main, broker, database]) await part.stop();
	};
	return { ...main, workers, stop };
}

async function startWorker(sharedEnv: Record<string, string>) {
	const port = String(await freePort());
	const env = {
		N8N_WORKER_SERVER_ADDRESS: HOST,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: port,
		...sharedEnv,
	};
	return await startProcess(['worker'], env, [`http://${HOST}:${port}/healthz/readiness`]);
}

/** Starts an empty PostgreSQL with the database `postgres`, open to the user `n8n` of this machine. */
async function startPostgresql(port: string) {
	const versions = await readdir(POSTGRESQL);
	const bin = join(POSTGRESQL, versions.sort().at(-1) ?? '', 'bin');
	// PostgreSQL refuses to run as root, and its user cannot reach a test run's temporary folder.
	const folder = temporaryFolder('postgresql', '/tmp');
	await chmod(folder, 0o777);
	const isRoot = process.getuid?.() === 0;
	const user = isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
	const data = join(folder, 'data');
	const options = ['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	await run('setpriv', [...user, join(bin, 'initdb'), ...options], folder);
	const server = ['-D', data, '-k', folder, '-h', HOST, '-p', port, '-c', 'fsync=off'];
	return await startServer('setpriv', ...user, join(bin, 'postgres'), ...server);
}

async function startServer(...command: [string, ...string[]]) {
	const cwd = temporaryFolder('server');
	const { PATH } = process.env;
	// PostgreSQL and Redis both log this text.
	const isReady = (log: string) => /ready to accept connections/i.test(log);
	return await startDaemon(command, { cwd, env: { PATH } }, isReady);
}
