import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { User } from './command';

/** What a process has used since its start: bytes of memory now and at most, seconds of CPU. */
export interface Usage {
	rss: number;
	peakRss: number;
	cpuSeconds: number;
}

/** How a process is started. */
export interface DaemonOptions extends User {
	command: string;
	args: string[];
	cwd: string;
	/** The whole environment; nothing is inherited. */
	env: NodeJS.ProcessEnv;
	/** Receives standard output and standard error; appended to. */
	logFile: string;
}

const running = new Set<Daemon>();
process.on('exit', () => {
	for (const daemon of running) daemon.signal('SIGKILL');
});

/**
 * Has a group of processes killed when this process ends, however it ends: a shell waits for the end
 * of a pipe.
 *
 * @returns what calls that off
 */
function killWithThisProcess(group: number): () => void {
	const shell = spawn('sh', ['-c', `read -r done || kill -KILL -${group}`], {
		stdio: ['pipe', 'ignore', 'ignore'],
		detached: true,
	});
	shell.unref();
	return () => {
		shell.stdin.end('done\n');
	};
}

/**
 * A process that runs until it is stopped, with all that it starts itself (it leads a group of its
 * own). It does not outlive the process that started it.
 */
export class Daemon {
	/** Settles once the process has ended. */
	readonly exited: Promise<void>;

	private constructor(
		readonly pid: number,
		private readonly logFile: string,
		exited: Promise<void>,
	) {
		running.add(this);
		const callOff = killWithThisProcess(pid);
		this.exited = exited.then(() => {
			// What it started itself and did not take along.
			this.signal('SIGKILL');
			running.delete(this);
			callOff();
		});
	}

	/** @throws Error when the command cannot be run at all */
	static async start(options: DaemonOptions): Promise<Daemon> {
		const { command, args, logFile, ...rest } = options;
		const log = openSync(logFile, 'a');
		const child = spawn(command, args, { ...rest, stdio: ['ignore', log, log], detached: true });
		closeSync(log);
		const exited = new Promise<void>((resolve) => {
			child.once('exit', () => resolve());
		});
		const pid = await new Promise<number>((resolve, reject) => {
			child.once('error', reject).once('spawn', () => {
				resolve(child.pid ?? 0);
			});
		});
		return new Daemon(pid, logFile, exited);
	}

	get isRunning(): boolean {
		return running.has(this);
	}

	/** All that it has written so far, from its earlier starts too if the log file was the same. */
	log(): string {
		return readFileSync(this.logFile, 'utf8');
	}

	/** Sends a signal to the process and to what it started. */
	signal(signal: NodeJS.Signals): void {
		try {
			process.kill(-this.pid, signal);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
		}
	}

	/** Asks the process to end (SIGTERM) and makes it end (SIGKILL) if it has not after `grace` ms. */
	async stop(grace = 20_000): Promise<void> {
		if (!this.isRunning) return;
		process.kill(this.pid, 'SIGTERM');
		const timer = new AbortController();
		await Promise.race([
			this.exited,
			sleep(grace, undefined, { signal: timer.signal }).catch(() => undefined),
		]);
		timer.abort();
		await this.kill();
	}

	/** Ends the process at once, as a crash would. */
	async kill(): Promise<void> {
		if (this.isRunning) this.signal('SIGKILL');
		await this.exited;
	}

	/**
	 * Waits until `ready` answers true, asking every 100 ms.
	 *
	 * @throws Error with the end of the log when the process ends before, or `timeout` ms have passed
	 */
	async waitUntil(ready: () => Promise<boolean>, timeout: number): Promise<void> {
		const deadline = Date.now() + timeout;
		while (!(await ready())) {
			const end = !this.isRunning ? 'ended' : Date.now() > deadline ? 'is not ready' : undefined;
			if (end) {
				await this.kill();
				throw new Error(`Process ${this.pid} ${end}. Its log ends:\n${this.log().slice(-4_000)}`);
			}
			await sleep(100);
		}
	}

	/** What the process itself (not what it started) uses. @throws Error when it has ended */
	usage(): Usage {
		const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
		const bytes = (field: string) =>
			Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
		const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8');
		// Fields 14 and 15, counted after the name, which may hold spaces; in hundredths of a second.
		const [user, system] = stat
			.slice(stat.lastIndexOf(')') + 2)
			.split(' ')
			.slice(11, 13);
		return {
			rss: bytes('VmRSS'),
			peakRss: bytes('VmHWM'),
			cpuSeconds: (Number(user) + Number(system)) / 100,
		};
	}

	/** Starts the measuring of `peakRss` anew, from the memory used now. */
	resetPeak(): void {
		writeFileSync(`/proc/${this.pid}/clear_refs`, '5');
	}
}

/** Starts a process that can be started again. @param start gives its daemon, and what belongs to that */
export async function restartable<Started extends { daemon: Daemon }>(
	start: () => Promise<Started>,
) {
	let current = await start();
	return {
		current: () => current,
		/** What it wrote since its first start, restarts included. */
		log: () => current.daemon.log(),
		/** Ends it as a user does (SIGTERM), or by SIGKILL after 20 s. */
		stop: async () => await current.daemon.stop(),
		/** Ends it as a crash does (SIGKILL) and keeps its folder. */
		kill: async () => await current.daemon.kill(),
		/** Stops it where it runs, and starts it again. */
		restart: async () => {
			await current.daemon.stop();
			current = await start();
		},
	};
}

/**
 * Starts parts one after the other, and stops them in the opposite order: at the end, and also when a
 * later one does not start.
 * @param start keeps each part that it has started
 */
export async function startParts<Parts>(
	start: (keep: <Part extends { stop(): Promise<void> }>(part: Part) => Part) => Promise<Parts>,
): Promise<Parts & { stop(): Promise<void> }> {
	const started: Array<{ stop(): Promise<void> }> = [];
	const stop = async () => {
		for (const part of started.splice(0).reverse()) await part.stop();
	};
	try {
		const parts = await start((part) => {
			started.push(part);
			return part;
		});
		return { ...parts, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
