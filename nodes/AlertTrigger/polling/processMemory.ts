import type { IDataObject } from 'n8n-workflow';

import type { ClockMemory } from '../reading/serviceClock';

/** What became of a batch: `foreign` is one that another live process handed over. */
type Delivery = 'running' | 'finished' | 'failed' | 'foreign';

/** How long n8n may take to store the state of a poll, in ms; after that it is taken for discarded. */
const STORING_MS = 30_000;

/** What this n8n process knows of one trigger and n8n's state does not keep. */
export class TriggerMemory implements ClockMemory {
	/** Whether a poll is under way: n8n starts the next one all the same. */
	isPolling = false;

	aheadMs = 0;

	date: ClockMemory['date'];

	/** Whether the service was asked for its time in this process. */
	isClockKnown = false;

	/** Whether another process was seen to poll this trigger too. */
	isShared = false;

	/**
	 * When the trigger was first polled without a state, on the host's clock in ms: n8n may drop what
	 * the first poll wrote, and what happens until the second one is then read from here on.
	 */
	startedAt: number | undefined;

	private readonly name = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

	private readonly deliveries = new Map<string, Delivery>();

	private names = 0;

	private inherited: Set<string> | undefined;

	private written: { mark: string; at: number } | undefined;

	/** A name that no other poll of any process has. */
	newName(): string {
		this.names += 1;
		return `${this.name}.${this.names}`;
	}

	/** n8n has just loaded the workflow: whatever state it comes with is what it has. */
	start(): void {
		this.startedAt = undefined;
		this.written = undefined;
		this.inherited = undefined;
	}

	/** Notes that a state with this mark was left to n8n. */
	noteStateWritten(mark: string): void {
		this.written = { mark, at: Date.now() };
	}

	/**
	 * Whether n8n comes with a state from before the last poll's: its durable engine reads the state of
	 * a poll before that poll begins, which may be before the one before it was stored.
	 */
	isOutdated(mark: unknown): boolean {
		if (this.written === undefined || mark === this.written.mark) return false;
		const elapsed = Date.now() - this.written.at;
		return elapsed >= 0 && elapsed < STORING_MS;
	}

	/** Notes that a batch is handed over now. */
	handOver(id: string): void {
		this.deliveries.set(id, 'running');
	}

	settle(id: string, delivery: Delivery): void {
		this.deliveries.set(id, delivery);
	}

	/** The first state that this process sees names the batches of earlier processes. */
	inherit(ids: readonly string[]): void {
		this.inherited ??= new Set(ids);
	}

	/** What became of a batch; `failed` for one of an earlier process. */
	deliveryOf(id: string): Delivery {
		const delivery = this.deliveries.get(id);
		if (delivery !== undefined) return delivery;
		if (this.inherited?.has(id) === true) return 'failed';
		return id.startsWith(`${this.name}.`) ? 'finished' : 'foreign';
	}

	/** Forgets the batches that no state names any more. */
	prune(ids: readonly string[]): void {
		for (const [id, delivery] of this.deliveries) {
			if (delivery !== 'running' && !ids.includes(id)) this.deliveries.delete(id);
		}
	}
}

const memories = new Map<string, TriggerMemory>();

/** The memory of a trigger: of a node in a workflow, whichever engine polls it. */
export function memoryOf(workflow: string, node: string): TriggerMemory {
	const key = `${workflow}:${node}`;
	let memory = memories.get(key);
	if (memory === undefined) {
		memory = new TriggerMemory();
		memories.set(key, memory);
	}
	return memory;
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
