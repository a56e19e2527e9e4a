import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import type { User } from './command';

/** How long a process may take until it is ready, and until it ends, in ms. */
const START_MS = 300_000;
const STOP_MS = 20_000;

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
	/** Whether the process is ready to be used; asked every 100 ms. */
	isReady: (log: string) => boolean | Promise<boolean>;
}

/** A process that runs until it is stopped, in a group with what it starts itself. */
export class Daemon {
	private pid = 0;

	private isRunning = false;

	private exited = Promise.resolve();

	private constructor(private readonly options: DaemonOptions) {}

	/** @throws Error with the end of the log if the process ends or is not ready in time */
	static async start(options: DaemonOptions): Promise<Daemon> {
		const daemon = new Daemon(options);
		await daemon.restart();
		return daemon;
	}

	/** Stops the process if it runs, and starts it again. @throws Error as `start` */
	async restart(): Promise<void> {
		await this.stop();
		const { command, args, cwd, env, logFile, uid, gid } = this.options;
		const log = openSync(logFile, 'a');
		const child = spawn(command, args, {
			cwd,
			env,
			...(uid !== undefined && { uid }),
			...(gid !== undefined && { gid }),
			stdio: ['ignore', log, log],
			detached: true,
		});
		closeSync(log);
		this.pid = await new Promise<number>((resolve, reject) => {
			child.once('error', reject).once('spawn', () => {
				resolve(child.pid ?? 0);
			});
		});
		const callOff = killWithThisProcess(this.pid);
		this.isRunning = true;
		this.exited = new Promise((resolve) => {
			child.once('exit', () => {
				this.isRunning = false;
				// What it started may run on.
				this.signal('SIGKILL');
				callOff();
				resolve();
			});
		});
		await this.waitUntilReady();
	}

	private async waitUntilReady(): Promise<void> {
		const { command, isReady } = this.options;
		for (const deadline = Date.now() + START_MS; this.isRunning && Date.now() < deadline;) {
			if (await isReady(this.log())) return;
			await sleep(100);
		}
		await this.kill();
		throw new Error(`${command} is not ready. Its log ends:\n${this.log().slice(-4_000)}`);
	}

	/** All that it has written since its first start. */
	log(): string {
		return readFileSync(this.options.logFile, 'utf8');
	}

	/** Asks the process to end (SIGTERM) and kills it if it has not after 20 s. */
	async stop(): Promise<void> {
		if (!this.isRunning) return;
		process.kill(this.pid, 'SIGTERM');
		const timer = setTimeout(() => this.signal('SIGKILL'), STOP_MS);
		await this.exited;
		clearTimeout(timer);
	}

	/** Ends the process at once, as a crash would. */
	async kill(): Promise<void> {
		if (this.isRunning) this.signal('SIGKILL');
		await this.exited;
	}

	private signal(signal: NodeJS.Signals): void {
		try {
			process.kill(-this.pid, signal);
		} catch (error) {
			if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return;
			throw error;
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
		const cpuSeconds = (Number(fields[11]) + Number(fields[12])) / 100;
		return { rss: bytes('VmRSS'), peakRss: bytes('VmHWM'), cpuSeconds };
	}

	/** Starts the measuring of `peakRss` anew, from the memory used now. */
	resetPeak(): void {
		writeFileSync(`/proc/${this.pid}/clear_refs`, '5');
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
