import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

import { until } from './until';

/** How a process is started. */
export interface DaemonOptions {
	/** The command and its arguments. */
	command: [string, ...string[]];
	cwd: string;
	/** The whole environment; nothing is inherited. */
	env: NodeJS.ProcessEnv;
	/** Receives standard output and standard error; appended to. */
	logFile: string;
	/** Whether the process is ready to be used; asked again and again. */
	isReady: (log: string) => boolean | Promise<boolean>;
}

/** A process that runs until it is stopped, in a group with what it starts itself. */
export type Daemon = Awaited<ReturnType<typeof startDaemon>>;

/** @throws Error with the end of the log if the process ends, or is not ready after five minutes */
export async function startDaemon({ command, cwd, env, logFile, isReady }: DaemonOptions) {
	const [program, ...args] = command;
	/** All that it has written since its first start. */
	const log = () => readFileSync(logFile, 'utf8');
	let pid = 0;
	let end = (_signal: NodeJS.Signals): Promise<void> => Promise.resolve();

	const start = async () => {
		const output = openSync(logFile, 'a');
		const child = spawn(program, args, {
			cwd,
			env,
			stdio: ['ignore', output, output],
			detached: true,
		});
		closeSync(output);
		await once(child, 'spawn');
		pid = child.pid ?? 0;
		// The pipe ends with this process, however that ends, or below.
		const guard = spawn('sh', ['-c', `read -r line; kill -KILL -${pid}`], {
			stdio: ['pipe', 'ignore', 'ignore'],
			detached: true,
		});
		const exited = once(child, 'exit').then(async () => {
			guard.stdin.end();
			await once(guard, 'exit');
		});
		const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
		end = async (signal) => {
			if (!hasEnded()) process.kill(-pid, signal);
			await exited;
		};
		const isUp = async () => hasEnded() || (await isReady(log())) || undefined;
		await until(`${program} is ready`, isUp, 300_000);
		if (hasEnded()) throw new Error(`${program} has ended. Its log ends:\n${log().slice(-4_000)}`);
	};
	await start();
	return {
		log,
		/** The id of the process since its last start. */
		pid: () => pid,
		/** Asks it to end. */
		stop: async () => await end('SIGTERM'),
		/** Ends it at once, as a crash does. */
		kill: async () => await end('SIGKILL'),
		/** Stops it if it runs, and starts it again. */
		restart: async () => {
			await end('SIGTERM');
			await start();
		},
	};
}
