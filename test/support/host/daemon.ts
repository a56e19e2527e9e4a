import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { until } from './until';

/**
 * Starts a process that runs until it is stopped, in a group with its child processes.
 * @param env the whole environment; the process inherits nothing
 * @throws Error with the end of the log if the process ends, or is not ready after five minutes
 */
export async function startDaemon(
	[program, ...args]: [string, ...string[]],
	{ cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
	isReady: (log: string) => boolean | Promise<boolean>,
) {
	let log = '';
	let pid = 0;
	let end = (_signal: NodeJS.Signals): Promise<void> => Promise.resolve();

	const start = async () => {
		const child = spawn(program, args, { cwd, env, detached: true });
		for (const output of [child.stdout, child.stderr]) {
			output.setEncoding('utf8').on('data', (text: string) => (log += text));
		}
		await once(child, 'spawn');
		pid = child.pid ?? 0;
		// The pipe ends when this process ends in any way, or below.
		const guard = spawn('sh', ['-c', `read -r line; kill -KILL -${pid}`], { detached: true });
		const exited = once(child, 'exit').then(async () => {
			guard.stdin.end();
			await once(guard, 'exit');
		});
		const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
		end = async (signal) => {
			if (!hasEnded()) process.kill(-pid, signal);
			await exited;
		};
		const isUp = async () => hasEnded() || (await isReady(log));
		await until(`${program} is ready`, isUp, 300_000).catch(async (error: unknown) => {
			await end('SIGKILL');
			throw error;
		});
		if (hasEnded()) throw new Error(`${program} has ended. Its log ends:\n${log.slice(-4_000)}`);
	};
	await start();
	return {
		/** Everything that the process has written since its first start. */
		log: () => log,
		stop: async () => await end('SIGTERM'),
		/** Ends the process at once, as a crash does. */
		kill: async () => await end('SIGKILL'),
		/** Stops the process if it runs, and starts it again. */
		restart: async () => {
			await end('SIGTERM');
			await start();
		},
	};
}
