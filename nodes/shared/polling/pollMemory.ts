import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { ClockMemory } from './serviceClock';
import { UniqueIds } from './uniqueIds';

/** How long n8n may take to store the state of a poll, in ms; after that it is taken for discarded. */
const STORING_MS = 30_000;

/** What this n8n process knows of the polls of one trigger. */
export class PollMemory {
	/** Whether a poll is under way: n8n starts the next one all the same. */
	isPolling = false;

	readonly clock: ClockMemory = {};

	/** Since when no poll has gone on from a state, on the host's clock in ms. */
	statelessSince: number | undefined;

	/** The state of the last poll that emitted by itself, and the poll that wrote the state before it. */
	private emitted: { before: unknown; state: Readonly<IDataObject> } | undefined;

	private readonly ids = new UniqueIds();

	private written: { pollIds: readonly string[]; at: number } | undefined;

	/** The id of a poll, which no other poll of any process has. */
	newId(): string {
		return this.ids.next();
	}

	/** n8n has just loaded the workflow: the state that it passes is the stored one. */
	start(): void {
		this.statelessSince = undefined;
		this.written = undefined;
	}

	/** Notes that a poll left its state to n8n. */
	noteStateWritten(pollId: string): void {
		this.written = { pollIds: [pollId], at: Date.now() };
	}

	/** Notes that a poll with this state before it emits by itself. */
	noteEmitted(before: unknown, data: Readonly<IDataObject>): void {
		this.emitted = { before, state: { ...data } };
	}

	/**
	 * Gives n8n the state of what a poll emitted, where it comes with the one before: a workflow that is
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

	/**
	 * Whether n8n comes with a state from before the last poll's: its durable engine reads the state of
	 * a poll before that poll begins, which may be before the one before it was stored.
	 */
	isOutdated(pollId: unknown): boolean {
		if (this.written?.pollIds.includes(String(pollId)) !== false) return false;
		const elapsed = Date.now() - this.written.at;
		return elapsed >= 0 && elapsed < STORING_MS;
	}
}

/**
 * What this n8n process keeps of each trigger (a node in a workflow), whichever engine polls it. It is
 * made when the trigger is first asked for, and lasts as long as the process.
 */
export function memoryPerTrigger<Memory>(
	create: () => Memory,
): (host: Pick<IPollFunctions, 'getWorkflow' | 'getNode'>) => Memory {
	const memories = new Map<string, Memory>();
	return (host) => {
		const key = `${host.getWorkflow().id ?? ''}:${host.getNode().id}`;
		const memory = memories.get(key) ?? create();
		memories.set(key, memory);
		return memory;
	};
}

const seen = new WeakSet<IDataObject>();

/**
 * Whether this is the first poll since n8n put the workflow into its memory: each activation brings
 * a state object of its own. (The durable engine brings one with each poll.)
 */
export function isFirstPoll(data: IDataObject): boolean {
	if (seen.has(data)) return false;
	seen.add(data);
	return true;
}
