import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Account, NodeRequest, NodeRun } from '../harness/harness';
import type { Mistake } from './mistakes';

/** What a watched process is to do: the node, the test of its credential, or a client without care. */
export interface WatchedWork extends Partial<
	Pick<NodeRequest, 'node' | 'parameters' | 'items' | 'onError'>
> {
	client: 'node' | 'credentialTest' | 'careless';
	credentials: Account;
	/** When the user cancels the node, or gives the careless client up. */
	cancelAfterMs?: number;
	/** What is wrong in a node that is planted. */
	mistake?: Mistake;
}

/** What the work has done to its process so far. */
export interface Harm {
	/** The longest that the event loop was blocked, in ms. */
	blockedMs: number;
	/** Memory at most, beyond what the process takes after its first work, in MB. */
	megabytes: number;
	/** Sockets, and timers that keep the process alive, at most 3 s after the end. */
	left: number;
}

export interface WatchedRun extends Harm {
	/** How the client ended, and its message; undefined if its process was stopped. */
	said?: string;
	/** What the node left in n8n: beside items and hints, its message and its lines of the log. */
	shown?: Pick<NodeRun, 'outputs' | 'hints'> & { texts: string[] };
}

/** The process is stopped if its event loop is blocked for longer, in ms; its first work also loads n8n. */
const MOST_BLOCKED_MS = 6000;

/** The process is stopped if it takes more, in MB. */
const MOST_MEGABYTES = 600;

/** A process that does one work after the other, while its event loop, memory and sockets are watched. */
export class WatchedProcess {
	private readonly child: ChildProcess;
	private readonly ready: Promise<unknown>;

	constructor(
		env: NodeJS.ProcessEnv = {},
		private readonly mostBlockedMs = MOST_BLOCKED_MS,
	) {
		this.child = fork(join(__dirname, 'watched.ts'), [], {
			execArgv: ['--import', 'tsx'],
			cwd: join(__dirname, '..', '..', '..'),
			env: { ...process.env, N8N_LOG_LEVEL: 'silent', ...env },
		});
		this.ready = once(this.child, 'message');
	}

	/** @throws Error if the process ends while it works */
	async run(work: WatchedWork): Promise<WatchedRun> {
		const { child } = this;
		await this.ready;
		return await new Promise((resolve, reject) => {
			let harm: Harm = { blockedMs: 0, megabytes: 0, left: 0 };
			const end = (run: WatchedRun): void => {
				clearTimeout(watchdog);
				child.removeAllListeners();
				resolve(run);
			};
			const watchdog = setTimeout(() => {
				this.stop();
				end({ ...harm, blockedMs: this.mostBlockedMs });
			}, this.mostBlockedMs);
			child.on('message', (run: WatchedRun) => {
				harm = run;
				watchdog.refresh();
				if (run.said !== undefined) end(run);
				if (run.megabytes <= MOST_MEGABYTES) return;
				this.stop();
				end(run);
			});
			child.on('exit', (code) => reject(new Error(`The process ended with ${String(code)}`)));
			child.send(work);
		});
	}

	stop(): void {
		this.child.kill('SIGKILL');
	}
}
