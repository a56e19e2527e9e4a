import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../http/exchange';
import type { ClockMemory } from './serviceClock';
import { UniqueIds } from './storedValues';

/** How long n8n may take to store the state of a poll, in ms; after that it is taken for discarded. */
const STORING_MS = 30_000;

/**
 * What this n8n process knows of the polls of one trigger. The stored state may be older than the last
 * poll, or gone, and this memory is gone whenever n8n stops: each has to be right without the other.
 *
 * **The state** is n8n's static data of the node: plain values, lists and objects as texts, and
 * `pollId`, which names the poll that wrote them. What n8n keeps of it, and when:
 *
 * n8n has two ways of polling. One stores the state with each poll, its own name for it is durable
 * cursors; the other keeps it in memory and stores it with an execution.
 *
 * | | stored with each poll | stored with an execution |
 * | --- | --- | --- |
 * | a poll gets | a copy, read before the poll begins | one live object, until the workflow is loaded anew |
 * | stored when items are handed over | yes, with the execution | yes, while the execution is created |
 * | stored when a poll returns null | yes, if anything was written | no; with the next items |
 * | stored when the first poll returns null | no: the second poll finds the state before it | yes |
 * | after a poll that throws | what was written is discarded | the object keeps what was written |
 * | after a poll that takes too long | it is discarded after 45 s | it is stored when the poll ends |
 * | after n8n stops | what was stored last | what was stored last |
 * | two polls at once | each on a copy of its own | on the same object |
 * | a node that writes static data | brings back the state from before its execution | the same |
 *
 * **The memory** is kept by {@link memoryPerTrigger} for each trigger of the process:
 * - `PollMemory`: whether a poll is under way, the service's clock, and which state is the latest.
 * - `Deliveries`: which executions that were handed over have ended.
 * - What an interface was seen to require.
 *
 * The stores of the two triggers, `StateFormat`, say what the state holds. A state names its service:
 * with another one in the credential a trigger begins anew.
 */
export class PollMemory {
	/** Whether a poll is under way: n8n starts the next one all the same. */
	isPolling = false;

	readonly clock: ClockMemory = {};

	/** The last poll, and the first of those up to it that had no time off between them; host's clock, ms. */
	private polls: { first: number; last: number } | undefined;

	/** Since when no poll has gone on from a state, on the host's clock in ms. */
	statelessSince: number | undefined;

	/** The state of the last poll that emitted by itself, and the poll that wrote the state before it. */
	private emitted: { before: unknown; state: Readonly<IDataObject> } | undefined;

	private readonly ids = new UniqueIds();

	/** The polls whose state may be the last one, and when it was left; undefined before n8n loads any. */
	private written: { pollIds: string[]; at: number } | undefined;

	/** The id of a poll, which no other poll of any process has. */
	newId(): string {
		return this.ids.next();
	}

	/**
	 * Notes that a poll begins, whatever becomes of it.
	 * @param timeOff seconds without a poll after which the trigger was off
	 * @returns seconds since the first of the polls that followed each other without a time off
	 */
	notePoll(timeOff: number): number {
		const now = Date.now();
		const { first, last } = this.polls ?? { first: now, last: now };
		const begun = now - last > timeOff * 1000 ? now : Math.min(first, now);
		this.polls = { first: begun, last: now };
		return Math.floor((now - begun) / 1000);
	}

	/** n8n has just loaded the workflow: the state that it passes is the stored one. */
	start(): void {
		this.statelessSince = undefined;
		this.written = { pollIds: this.written?.pollIds ?? [], at: -Infinity };
	}

	/** Notes that a poll left its state to n8n. */
	noteStateWritten(pollId: string): void {
		this.written = { pollIds: [pollId], at: Date.now() };
	}

	/** Notes that the first poll after a start left a state without items: n8n may drop it. */
	noteStateOffered(pollId: string): void {
		this.written?.pollIds.push(pollId);
	}

	/** Notes that a poll with this state before it emits by itself. */
	noteEmitted(before: unknown, data: Readonly<IDataObject>): void {
		this.emitted = { before, state: { ...data } };
	}

	/**
	 * Gives n8n the state of what a poll emitted, if it comes with the one before: a workflow that is
	 * activated again during a poll has the stored one, and n8n runs what was emitted all the same.
	 */
	restoreEmitted(data: IDataObject): void {
		if (this.emitted?.before === data.pollId) Object.assign(data, this.emitted?.state);
	}

	/** Notes that a poll failed after it left a state: n8n may have discarded that, or not. */
	noteFailed(pollId: string, before: unknown): void {
		if (this.emitted?.state.pollId === pollId) this.emitted = undefined;
		if (this.written?.pollIds.includes(pollId) !== true) return;
		const pollIds = typeof before === 'string' ? [before, pollId] : undefined;
		this.written = pollIds && { ...this.written, pollIds };
	}

	/** Whether n8n comes with a state that is not known to be of the poll before this one. */
	isOlder(pollId: unknown): boolean {
		return this.written?.pollIds.includes(String(pollId)) === false;
	}

	/**
	 * Whether n8n comes with a state from before the last poll's, and soon has that: if it stores the state
	 * with each poll, it reads it before the poll begins, which may be before the one before it was stored.
	 */
	isOutdated(pollId: unknown): boolean {
		const elapsed = Date.now() - (this.written?.at ?? 0);
		return this.isOlder(pollId) && elapsed >= 0 && elapsed < STORING_MS;
	}
}

/** Triggers that are remembered at most; those that polled longest ago are forgotten. */
const MOST_TRIGGERS = 1000;

/**
 * What this n8n process keeps of each trigger: a node of a workflow with its credential, whichever
 * engine polls it. It is made when the trigger first asks for it, and lasts as long as the process.
 */
export function memoryPerTrigger<Memory>(
	create: () => Memory,
): (host: Pick<IPollFunctions, 'getWorkflow' | 'getNode'>) => Memory {
	const memories = new Map<string, Memory>();
	return (host) => {
		const { id, credentials } = host.getNode();
		const key = JSON.stringify([host.getWorkflow().id, id, credentials?.[CREDENTIAL]?.id]);
		const memory = memories.get(key) ?? create();
		memories.delete(key);
		memories.set(key, memory);
		const [oldest] = memories.keys();
		if (memories.size > MOST_TRIGGERS && oldest !== undefined) memories.delete(oldest);
		return memory;
	};
}

const seen = new WeakSet<IDataObject>();

/**
 * Whether this is the first poll since n8n put the workflow into its memory: each activation brings
 * a state object of its own. (If n8n stores it with each poll, each poll brings one.)
 */
export function isFirstPoll(data: IDataObject): boolean {
	if (seen.has(data)) return false;
	seen.add(data);
	return true;
}
