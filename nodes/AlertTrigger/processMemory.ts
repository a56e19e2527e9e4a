import type { IDataObject } from 'n8n-workflow';

/** What became of a batch in this process. */
type Delivery = 'running' | 'finished' | 'failed';

/** How long n8n may take to store the state of a poll, in ms; after that it is taken for discarded. */
const STORING_MS = 30_000;

/** What this n8n process knows of one trigger and n8n's state does not keep. */
export class TriggerMemory {
	/** Whether a poll is under way: n8n starts the next one all the same. */
	isPolling = false;

	/** How far the service's clock is ahead of the host's, in ms. */
	aheadMs = 0;

	/**
	 * When the trigger was first polled without a state, on the host's clock in ms: n8n may drop what
	 * the first poll wrote, and what happens until the second one is then read from here on.
	 */
	startedAt: number | undefined;

	private readonly name = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

	private readonly deliveries = new Map<string, Delivery>();

	private names = 0;

	private written: { mark: string; at: number } | undefined;

	/** A name that no other poll of any process has. */
	newName(): string {
		this.names += 1;
		return `${this.name}.${this.names}`;
	}

	/** Notes that a state with this mark was left to n8n. */
	leave(mark: string): void {
		this.written = { mark, at: Date.now() };
	}

	/** Whatever n8n comes with next is what it has. */
	trust(): void {
		this.written = undefined;
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

	/** What became of a batch; `failed` for one of an earlier process. */
	deliveryOf(id: string): Delivery {
		return this.deliveries.get(id) ?? 'failed';
	}

	/** Forgets the batches that no state names any more. */
	keep(ids: readonly string[]): void {
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
export function isFirstSight(data: IDataObject): boolean {
	if (seen.has(data)) return false;
	seen.add(data);
	return true;
}
