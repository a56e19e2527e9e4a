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

/** Sends a signal to a group of processes, which may have ended. */
function signalGroup(group: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-group, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/**
 * Kills a group of processes when this process ends, however it ends: a shell waits for the end of a pipe.
 *
 * @returns a function that calls that off
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

/** A process that runs until it is stopped, in a group with what it starts itself. */
export class Daemon {
	private isRunning = true;

	/** Settles once the process has ended. */
	readonly exited: Promise<void>;

	private constructor(
		readonly pid: number,
		private readonly logFile: string,
		exited: Promise<void>,
	) {
		const callOff = killWithThisProcess(pid);
		this.exited = exited.then(() => {
			this.isRunning = false;
			signalGroup(pid, 'SIGKILL');
			callOff();
		});
	}

	/** @throws Error if the command cannot be run at all */
	static async start({ command, args, logFile, ...rest }: DaemonOptions): Promise<Daemon> {
		const log = openSync(logFile, 'a');
		const child = spawn(command, args, { ...rest, stdio: ['ignore', log, log], detached: true });
		closeSync(log);
		const exited = new Promise<void>((resolve) => {
			child.once('exit', () => resolve());
		});
		const pid = await new Promise<number>((resolve, reject) => {
			child.once('error', reject).once('spawn', () => resolve(child.pid ?? 0));
		});
		return new Daemon(pid, logFile, exited);
	}

	/** All that it has written so far, and what earlier starts wrote into the same log file. */
	log(): string {
		return readFileSync(this.logFile, 'utf8');
	}

	/** Asks the process to end (SIGTERM) and kills it if it has not after 20 s. */
	async stop(): Promise<void> {
		if (!this.isRunning) return;
		process.kill(this.pid, 'SIGTERM');
		const timer = setTimeout(() => signalGroup(this.pid, 'SIGKILL'), 20_000);
		await this.exited;
		clearTimeout(timer);
	}

	/** Ends the process at once, as a crash would. */
	async kill(): Promise<void> {
		if (this.isRunning) signalGroup(this.pid, 'SIGKILL');
		await this.exited;
	}

	/**
	 * Waits until `ready` answers true, asking every 100 ms.
	 *
	 * @throws Error with the end of the log if the process ends before, or `timeout` ms have passed
	 */
	async waitUntil(ready: () => boolean | Promise<boolean>, timeout: number): Promise<void> {
		const deadline = Date.now() + timeout;
		while (!(await ready())) {
			if (this.isRunning && Date.now() < deadline) {
				await sleep(100);
				continue;
			}
			await this.kill();
			throw new Error(
				`Process ${this.pid} is not ready. Its log ends:\n${this.log().slice(-4_000)}`,
			);
		}
	}

	/** What the process itself (not what it started) uses. @throws Error if it has ended */
	usage(): Usage {
		const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
		const bytes = (field: string) =>
			Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
		const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8');
		// Fields 14 and 15, counted after the name, which may hold spaces; in hundredths of a second.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return {
			rss: bytes('VmRSS'),
			peakRss: bytes('VmHWM'),
			cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
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
		/** What it wrote since its first start. */
		log: () => current.daemon.log(),
		/** Ends it as a user does (SIGTERM). */
		stop: async () => await current.daemon.stop(),
		/** Ends it as a crash does (SIGKILL) and keeps its folder. */
		kill: async () => await current.daemon.kill(),
		/** Stops it if it runs, and starts it again. */
		restart: async () => {
			await current.daemon.stop();
			current = await start();
		},
	};
}

/**
 * Starts parts one after the other, and stops them in the opposite order: at the end, and also if a
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
